"""Drafts on values that records do not agree on, across sources or over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene, evening, is_figure
from worksurface_pipeline.mmenterprise.questions.naming import day_name
from worksurface_pipeline.mmenterprise.questions.readings import Reading
from worksurface_pipeline.mmenterprise.questions.reasoning import alike, compared, reckoned
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind, Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, QuestionType
from worksurface_pipeline.mmenterprise.schema.world import Place

_CROSS = QuestionType.CROSS_SOURCE
_TEMPORAL = QuestionType.TEMPORAL
VERSIONED = frozenset({Place.REPORT, Place.DECK})
"""Places whose records name their version, and have few enough of them to speak of."""
_A_DAY = timedelta(days=1)
_MOST_BESIDE = 3  # things that a disputed value is reckoned with
_MOST_PASSED = 3  # things set beside one with a disputed value


def cross_source(scene: Scene) -> Iterator[Draft]:
    """What applies where sources differ, and what one source says against the others."""
    for slot in scene.disputed:
        yield from between_versions(scene, slot)
        query = LedgerQuery(operation="which_applies", slots=(slot.id,))
        yield replace(scene.draft(_CROSS, "applies", slot.kind, query), fact=slot.id)
        yield from _off(scene, slot)
        yield from versions(scene, _CROSS, slot)
    yield from _with_disputed(scene)


def temporal(scene: Scene) -> Iterator[Draft]:
    """Earlier states by date, boundary and version, and how often and how far things moved."""
    for slot in scene.moving:
        query = LedgerQuery(operation="as_of", slots=(slot.id,))
        yield replace(scene.draft(_TEMPORAL, "now", slot.kind, query), fact=slot.id)
        yield from versions(scene, _TEMPORAL, slot)
        yield from between_versions(scene, slot)
    revised = {slot.id: slot for slot in (*scene.disputed, *scene.moving)}
    for key in sorted(revised):
        yield from _earlier(scene, revised[key])


def _earlier(scene: Scene, slot: Slot) -> Iterator[Draft]:
    for day in _days(scene, slot.id):
        query = LedgerQuery(operation="as_of", slots=(slot.id,), at=evening(day))
        draft = scene.draft(_TEMPORAL, "as_of", slot.kind, query, day=day_name(day))
        yield replace(draft, fact=slot.id)
    for step in scene.revisions(slot.id):
        yield from _boundary(scene, slot, step)
    if len(scene.revisions(slot.id)) > 1:  # to count to one is to find the revision
        query = LedgerQuery(operation="count_revisions", slots=(slot.id,))
        yield replace(scene.draft(_TEMPORAL, "count", "number", query), unit="")


def _boundary(scene: Scene, slot: Slot, step: Reading) -> Iterator[Draft]:
    """What stood before a revision, and how far a change went."""
    query = LedgerQuery(operation="before_revision", slots=(slot.id,), event=event_of(step))
    words = boundary_words(scene, slot.id, step)
    yield replace(scene.draft(_TEMPORAL, "before", slot.kind, query, **words), fact=slot.id)
    if slot.kind == "number" and EventKind.CORRECTION not in step.kinds:
        yield from _moved(scene, _TEMPORAL, slot, step)


def _off(scene: Scene, slot: Slot) -> Iterator[Draft]:
    for step in scene.revisions(slot.id):
        if slot.kind == "number" and EventKind.CORRECTION in step.kinds:
            yield from _moved(scene, _CROSS, slot, step)


def _moved(scene: Scene, kind: QuestionType, slot: Slot, step: Reading) -> Iterator[Draft]:
    if all(map(is_figure, scene.values(slot.id))):
        query = LedgerQuery(operation="difference", slots=(slot.id,), event=event_of(step))
        yield scene.draft(kind, "moved", "number", query, **boundary_words(scene, slot.id, step))


def versions(scene: Scene, kind: QuestionType, slot: Slot) -> Iterator[Draft]:
    """What a version of a document says, where that is not what holds at the end."""
    current = scene.current(slot.id)
    found = {
        (item.document, item.version)
        for item in scene.corpus.of(slot.id)
        if item.place in VERSIONED and item.version and item.value != current
    }
    for document, version in sorted(found):
        query = LedgerQuery(
            operation="stated_in", slots=(slot.id,), argument=f"{document}@{version}"
        )
        words = {"doc": scene.names.document(document), "version": str(version)}
        yield scene.draft(kind, "version", slot.kind, query, **words)


def between_versions(scene: Scene, slot: Slot) -> Iterator[Draft]:
    """How far a figure moved from one version of a document to the next."""
    if slot.kind != "number":
        return
    steps = {
        (item.document, item.version, key)
        for item in scene.corpus.of(slot.id)
        if item.place in VERSIONED and item.version > 1 and is_figure(item.value)
        for key in item.events
    }
    for document, version, event in sorted(steps):
        words = {
            "doc": scene.names.document(document),
            "version": str(version),
            "earlier": str(version - 1),
        }
        query = LedgerQuery(operation="difference", slots=(slot.id,), event=event)
        yield scene.draft(_TEMPORAL, "between_versions", "number", query, **words)


def _with_disputed(scene: Scene) -> Iterator[Draft]:
    """Reckoning with a value that has to be put right first."""
    disputed = {slot.id for slot in scene.disputed}
    for group in alike(scene, (*scene.steady, *scene.disputed)):
        ours = [slot for slot in group if slot.id in disputed]
        others = [slot for slot in group if slot.id not in disputed]
        for slot in ours:
            beside = {other.id: other for other in others}
            for key in first_by_hash(scene.seed, beside, _MOST_BESIDE):
                yield from reckoned(scene, _CROSS, slot, beside[key])
        if ours and others:
            yield from compared(scene, _CROSS, (*ours[:2], *others[:2]))
        for slot in ours:
            passed = _passed(scene, slot, others)[:_MOST_PASSED]
            if passed:
                yield from compared(scene, _CROSS, (slot, *passed))


def _passed(scene: Scene, slot: Slot, others: Sequence[Slot]) -> list[Slot]:
    """Those that lie between the values recorded of a slot: the right one decides the order."""
    recorded = [found.value for found in map(sole_number, scene.values(slot.id)) if found]
    figures = [(other, sole_number(scene.current(other.id) or "")) for other in others]
    return [
        other
        for other, figure in figures
        if figure is not None and recorded and min(recorded) < figure.value < max(recorded)
    ]


def boundary_words(scene: Scene, slot: str, step: Reading) -> dict[str, str]:
    """How a revision is named: by who made it, and by its day where that is not enough."""
    actor = scene.names.events[event_of(step)].actor
    acts = scene.acts_of(slot, actor)
    is_alone = len({value for value, _ in acts}) == 1
    when = "" if is_alone else f" on {day_name(step.told)}"
    return {"who": scene.names.person(actor), "when": when}


def event_of(step: Reading) -> str:
    """The act that a revision's record tells of."""
    return min(step.events)


def _days(scene: Scene, slot: str) -> Iterator[datetime]:
    """Days at whose end the state was another than at the close, each state once."""
    current = scene.current(slot)
    seen: set[str] = set()
    day = scene.ledger.world.starts
    while day <= scene.ledger.world.ends:
        value = scene.at(slot, evening(day))
        is_new = value not in (None, current, *seen)
        if is_new and not scene.is_contested(slot, evening(day)):
            seen.add(str(value))
            yield day
        day += _A_DAY
