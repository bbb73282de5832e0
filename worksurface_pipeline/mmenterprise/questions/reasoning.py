"""Drafts of the five types that ask of what is not in dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.kernel.sampling import choose, first_by_hash, hash_unit
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene, is_figure
from worksurface_pipeline.mmenterprise.questions.kinship import measure_of
from worksurface_pipeline.mmenterprise.questions.naming import listed, wording_of
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind, Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, QuestionType

_MOST_COMPARED = 4
"""Things put in order by one question: more would be a table, not a question."""
_MOST_GROUPS = 4  # of things that share a measure
_MOST_PAIRS = 40  # of a project; enough to choose from


def extraction(scene: Scene) -> Iterator[Draft]:
    """One value that all records agree on."""
    for slot in scene.steady:
        query = LedgerQuery(operation="as_of", slots=(slot.id,))
        yield scene.draft(QuestionType.EXTRACTION, "current", slot.kind, query)


def attribution(scene: Scene) -> Iterator[Draft]:
    """Who said something first, who put it right.

    Never of what pictures alone show: their headers name who made them, and nobody need look.
    """
    kind = QuestionType.ATTRIBUTION
    for slot in filter(scene.is_in_text, scene.steady):
        query = LedgerQuery(operation="who_stated", slots=(slot.id,))
        yield scene.draft(kind, "first", "person", query)
    for slot in filter(scene.is_in_text, scene.disputed):
        yield from _correctors(scene, slot)
        for value in sorted(scene.values(slot.id) - {scene.current(slot.id)}):
            query = LedgerQuery(operation="who_stated", slots=(slot.id,), argument=value)
            words = {"value": f"{value} {slot.unit}".strip()}
            yield scene.draft(kind, "first_value", "person", query, **words)


def _correctors(scene: Scene, slot: Slot) -> Iterator[Draft]:
    """Who put a value right; where that happened twice no wording tells which is meant."""
    fixes = [step for step in scene.revisions(slot.id) if EventKind.CORRECTION in step.kinds]
    if len(fixes) == 1:
        event = min(fixes[0].events)
        query = LedgerQuery(operation="who_corrected", slots=(slot.id,), event=event)
        yield scene.draft(QuestionType.ATTRIBUTION, "corrector", "person", query)


def computation(scene: Scene) -> Iterator[Draft]:
    """Differences and ratios of two values of one measure."""
    for left, right in _pairs(scene, scene.steady):
        yield from reckoned(scene, QuestionType.COMPUTATION, left, right)


def reckoned(scene: Scene, kind: QuestionType, left: Slot, right: Slot) -> Iterator[Draft]:
    """The difference and the ratio of two slots."""
    for operation in ("difference", "ratio"):
        query = LedgerQuery(operation=operation, slots=(left.id, right.id))
        draft = scene.draft(kind, operation, "number", query)
        if operation == "difference":
            yield draft
        elif not _is_level(scene, left, right):
            yield replace(draft, unit="")


def comparison(scene: Scene) -> Iterator[Draft]:
    """The first, the last and the order of things of one attribute."""
    for slots in _groups(scene, scene.steady):
        yield from compared(scene, QuestionType.COMPARISON, slots)


def compared(scene: Scene, kind: QuestionType, slots: Sequence[Slot]) -> Iterator[Draft]:
    """The three questions on one group."""
    mixed = sorted(slots, key=lambda slot: hash_unit(scene.seed, f"named {slot.id}"))
    ids = tuple(slot.id for slot in mixed)
    words = {
        "names": listed([slot.entity for slot in mixed]),
        "attribute": slots[0].attribute,
        "sort": "two" if len(slots) == 2 else "",
    }
    families = ("highest", "lowest", "descending") if len(slots) > 2 else ("highest", "lowest")
    for family in families:
        query = LedgerQuery(operation="ranking", slots=ids, argument=family)
        answer_kind = "list" if family == "descending" else "name"
        yield scene.draft(kind, family, answer_kind, query, **words)


def interpretation(scene: Scene) -> Iterator[Draft]:
    """Claims that records support, contradict or do not establish, all worded alike."""
    kind = QuestionType.INTERPRETATION
    for left, right in _pairs(scene, scene.steady):
        query = LedgerQuery(operation="holds", slots=(left.id, right.id), argument="greater")
        yield scene.draft(kind, "claim_greater", "verdict", query)
    figures = [slot for slot in scene.steady if slot.kind == "number"]
    for slot in figures:
        if is_figure(scene.current(slot.id)):
            yield from _claims(scene, slot, (slot.id,), {})
    lacking = {f"{thing} / {slot.attribute}": (thing, slot) for thing, slot in _unheard(scene)}
    for key in first_by_hash(scene.seed, lacking, _MOST_PAIRS):
        thing, model = lacking[key]
        yield from _claims(scene, model, (key,), named(scene, thing, model))


def _unheard(scene: Scene) -> Iterator[tuple[str, Slot]]:
    """A thing without a measure, and the slot of another that has it: nothing establishes such."""
    for slot in scene.steady:
        if slot.kind == "number" and is_figure(scene.current(slot.id)):
            for thing in scene.gaps.get(measure_of(slot), ()):
                yield thing, slot


def _claims(
    scene: Scene, model: Slot, slots: tuple[str, ...], fields: Mapping[str, str]
) -> Iterator[Draft]:
    """That a value is at least a figure near it, and that it is its own, or that of a neighbour."""
    value = scene.current(model.id) or ""
    bound = _near(value, choose(scene.seed, f"bound {slots[0]}", ("0.9", "1.1")))
    other = choose(scene.seed, f"claim {slots[0]}", (value, _of_neighbour(scene, model, value)))
    for family, argument, said in (
        ("claim_at_least", "at_least", bound),
        ("claim_is", "is", other),
    ):
        query = LedgerQuery(operation="holds", slots=slots, argument=f"{argument}:{said}")
        words = {**fields, "value": f"{said} {model.unit}".strip()}
        yield scene.draft(QuestionType.INTERPRETATION, family, "verdict", query, **words)


def _of_neighbour(scene: Scene, slot: Slot, value: str) -> str:
    """What another thing has of the same measure; a figure near the value where none has."""
    known = (scene.names.slots[key] for key in slot.siblings if key in scene.names.slots)
    alike = [other for other in known if measure_of(other) == measure_of(slot)]
    values = sorted({scene.current(other.id) or value for other in alike} - {value})
    return choose(scene.seed, f"neighbour {slot.id}", values or [_near(value, "1.1")])


def _near(value: str, share: str) -> str:
    """A figure near a value, with as many decimals."""
    found = sole_number(value)
    if found is None:
        return value
    figure = found.value
    near = (figure * type(figure)(share)).quantize(figure)
    return format(near if near != figure else near + 1, "f")


def named(scene: Scene, entity: str, model: Slot) -> dict[str, str]:
    """The fields of a question on an attribute of `model`, asked of another entity."""
    return {
        **scene.names.place,
        **wording_of(entity, model.attribute, model.unit, model.kind),
        "entity": entity,
        "attribute": model.attribute,
    }


def _is_level(scene: Scene, left: Slot, right: Slot) -> bool:
    return scene.current(left.id) == scene.current(right.id)


def _pairs(scene: Scene, slots: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Pairs that people would set side by side: one measure of two things."""
    found = {
        f"{left.id} {right.id}": (left, right)
        for group in alike(scene, slots)
        for left, right in combinations(group, 2)
    }
    return [found[key] for key in first_by_hash(scene.seed, found, _MOST_PAIRS)]


def _groups(scene: Scene, slots: Sequence[Slot]) -> Iterator[tuple[Slot, ...]]:
    """Two to four things that share a measure: of more, some fours and threes."""
    for group in alike(scene, slots):
        found = {
            " ".join(slot.id for slot in part): part
            for size in (_MOST_COMPARED, _MOST_COMPARED - 1)
            for part in combinations(group, size)
        }
        for key in first_by_hash(scene.seed, found, _MOST_GROUPS):
            yield found[key]
        if len(group) < _MOST_COMPARED - 1:
            yield group


def alike(scene: Scene, slots: Sequence[Slot]) -> list[tuple[Slot, ...]]:
    """Slots of numbers by attribute and unit, groups of two at least."""
    groups: dict[tuple[str, str], list[Slot]] = {}
    for slot in slots:
        if slot.kind == "number" and slot.attribute and is_figure(scene.current(slot.id)):
            groups.setdefault((slot.attribute, slot.unit), []).append(slot)
    return [tuple(groups[key]) for key in sorted(groups) if len(groups[key]) > 1]
