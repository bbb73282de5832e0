"""Charts of what only pictures show, and table images of what was shared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, count

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.errors import Slip, Slips, mend
from worksurface_pipeline.mmenterprise.simulation.pictures import draw, redraw
from worksurface_pipeline.mmenterprise.simulation.rooms import FIGURES
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Subject
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_FIRST, _LAST = 0.08, 0.55
_TABLES = 3
_TABLES_FROM, _TABLES_TO = 0.4, 0.75
_AGAIN_FROM, _AGAIN_TO = 0.65, 0.85
_LONGEST_NAME = 40

Batch = Sequence[Subject]


def book_figures(stage: Stage, slips: Slips) -> None:
    """Each drawn batch as a chart, some of what is shared as table images, second runs."""
    drawn = stage.rng.sample(stage.plan.drawn, len(stage.plan.drawn))
    names = _names(stage)
    for place, batch in enumerate(drawn):
        share = _FIRST + (_LAST - _FIRST) * place / len(drawn)
        stage.at(share, partial(_chart, batch=batch, name=names[batch[0].id], slips=slips))
    for batch in stage.rng.sample(stage.plan.batches, _TABLES):
        share = stage.rng.uniform(_TABLES_FROM, _TABLES_TO)
        stage.at(share, partial(_table, batch=batch, name=names[batch[0].id]))
    for batch in drawn:
        for item in batch:
            if len(item.values) > 1:
                share = stage.rng.uniform(_AGAIN_FROM, _AGAIN_TO)
                stage.at(share, partial(_draw_again, item=item, name=names[batch[0].id]))


def _chart(stage: Stage, batch: Batch, name: str, slips: Slips) -> None:
    keeper = batch[0].slot.keeper
    true = {item.id: item.values[0] for item in batch}
    wrong = {slot: slips.drawn[slot] for slot in true if slot in slips.drawn}
    kind = EventKind.ERROR if wrong else EventKind.RESULT
    said = Utterance(kind, says=true | wrong, becomes=true, document=f"{name}-chart")
    event = draw(stage, keeper, said.document, said)
    for slot, value in wrong.items():
        mend(stage, Slip(slot, value, event, keeper, FIGURES, said.document))


def _table(stage: Stage, batch: Batch, name: str) -> None:
    """A table image of what its maker holds for right by now."""
    keeper = batch[0].slot.keeper
    held = stage.hearing.values(keeper, [item.id for item in batch])
    if held:
        said = Utterance(EventKind.RESULT, says=held, document=f"{name}-table")
        draw(stage, keeper, said.document, said)


def _draw_again(stage: Stage, item: Subject, name: str) -> None:
    """A second run, told by a new version of the chart alone."""
    new = {item.id: item.values[1]}
    document = f"{name}-chart"
    first = next((event.id for event in stage.events if event.document == document), None)
    if first is not None:
        redraw(stage, document, (first,), EventKind.CHANGE, new, becomes=new)


def _names(stage: Stage) -> dict[str, str]:
    """A name for each batch by its first slot: in words, told apart where needed."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for batch in (*stage.plan.batches, *stage.plan.drawn):
        slot = batch[0].slot
        short = _subject_of(batch)
        longer = (f"{short}-{_words(more)}" for more in (slot.entity, slot.attribute))
        numbered = (f"{short}-{number}" for number in count(2))
        name = next(item for item in chain([short], longer, numbered) if item not in taken)
        taken.add(name)
        names[batch[0].id] = name
    return names


def _subject_of(batch: Batch) -> str:
    """The attribute that a batch has in common, else its entity."""
    attributes = {item.slot.attribute for item in batch}
    name = _words(batch[0].slot.attribute if len(attributes) == 1 else batch[0].slot.entity)
    return name[:_LONGEST_NAME].rsplit("-", 1)[0] if len(name) > _LONGEST_NAME else name


def _words(text: str) -> str:
    return identifier(text).replace("_", "-")
