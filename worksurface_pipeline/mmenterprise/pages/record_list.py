"""The lists of records and of facts, over all projects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.mmenterprise.pages.addresses import (
    FACTS,
    RECORDS,
    THREAD_PAGE,
    TIMELINE_PAGE,
    fact_id,
)
from worksurface_pipeline.mmenterprise.pages.list_parts import (
    Files,
    list_files,
    named_column,
    project_column,
    short,
    yes_column,
)
from worksurface_pipeline.mmenterprise.pages.project import (
    DOUBTED,
    FALSE,
    PAST,
    TRUE,
    Project,
)
from worksurface_pipeline.mmenterprise.pages.timelines import Stating, stating_units
from worksurface_pipeline.mmenterprise.records.wording import label
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.site.list_columns import (
    Made,
    codes_column,
    hidden_column,
    number_column,
    text_column,
)
from worksurface_pipeline.site.listing import Choice, Listing, searchable, word_files

_NOTES = (
    Choice(id="true", label=TRUE),
    Choice(id="untrue", label=FALSE),
    Choice(id="past", label=PAST),
    Choice(id="doubted", label=DOUBTED),
)
_IDS = {choice.label: choice.id for choice in _NOTES}


def record_files(projects: Sequence[Project]) -> Files:
    """All records; a search looks in what can be read of them."""
    rows = [(one, unit) for one in projects for unit in one.units.values()]
    notes = [[_IDS[one.note(unit, item)] for item in unit.statements] for one, unit in rows]
    spots = [one.spot(unit) for one, unit in rows]
    made = [
        text_column("at", "Time", (f"{unit.at:%Y-%m-%d %H:%M}" for _, unit in rows)),
        hidden_column("id", (spot.thread for spot in spots)),
        hidden_column("entry", (spot.entry for spot in spots)),
        project_column(projects, (one for one, _ in rows)),
        named_column("place", "Kind", (unit.place.value for _, unit in rows)),
        named_column("where", "Where", (one.thread_name(unit) for one, unit in rows)),
        named_column("author", "Author", (unit.author for _, unit in rows)),
        text_column("text", "Text", (short(one.read(unit)) for one, unit in rows)),
        number_column("values", "Values", (len(unit.statements) for _, unit in rows)),
        number_column("asked", "Questions", (_asked(one, unit.id) for one, unit in rows)),
        codes_column("says", "Some value is", notes, _NOTES),
    ]
    listing = Listing(
        name=RECORDS,
        noun="records",
        columns=(),
        target=THREAD_PAGE,
        keys=("id", "entry"),
        words=RECORDS,
        joined="entry",
        searched="text, text of pictures",
    )
    yield from list_files(listing, made)
    words = [(unit.id, searchable((unit.text, unit.text_layer))) for _, unit in rows]
    yield from word_files(RECORDS, words)


def _asked(project: Project, unit: str) -> int:
    return len(project.citing.get(unit, ()))


def fact_files(projects: Sequence[Project]) -> Files:
    """All facts with what is true of them at the end."""
    rows = [row for one in projects for row in _facts_of(one)]
    slots = [slot for _, slot, _ in rows]
    said = [stating for *_, stating in rows]
    made = [
        text_column("fact", "Fact", map(label, slots), is_searched=True),
        hidden_column("id", (fact_id(one.id, slot.id) for one, slot, _ in rows)),
        project_column(projects, (one for one, *_ in rows)),
        named_column("kind", "Kind", (slot.kind for slot in slots)),
        named_column("origin", "Values", (slot.origin.value for slot in slots)),
        text_column("value", "True at the end", (_last(one, slot) for one, slot, _ in rows)),
        *_counts(rows),
        yes_column("pictures", "In pictures alone", (slot.is_visual for slot in slots)),
        yes_column("disputed", "Records disagree", map(_is_disputed, said)),
    ]
    listing = Listing(name=FACTS, noun="facts", columns=(), target=TIMELINE_PAGE, keys=("id",))
    yield from list_files(listing, made)


_FactRow = tuple[Project, Slot, Stating]


def _facts_of(project: Project) -> Iterator[_FactRow]:
    stating = stating_units(project)
    for slot in project.given.ledger.slots:
        yield project, slot, stating.get(slot.id, ())


def _counts(rows: Sequence[_FactRow]) -> Iterator[Made]:
    states = (len(one.view.states.get(slot.id, ())) for one, slot, _ in rows)
    yield number_column("states", "True states", states)
    stated = (len({unit.id for unit, _ in stating}) for *_, stating in rows)
    yield number_column("stated", "Records", stated)
    wrong = (sum(one.note(*pair) == FALSE for pair in stating) for one, _, stating in rows)
    yield number_column("wrong", "Not true then", wrong)
    asked = (len(one.asking.get(slot.id, ())) for one, slot, _ in rows)
    yield number_column("asked", "Questions", asked)


def _last(project: Project, slot: Slot) -> str:
    states = project.view.states.get(slot.id, ())
    return project.value(slot.id, states[-1].value) if states else ""


def _is_disputed(stating: Stating) -> bool:
    return len({item.value for _, item in stating}) > 1
