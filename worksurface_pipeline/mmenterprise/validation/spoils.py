"""Spoils questions, one fault at a time, and counts how many of them validation notices.

It is told apart who notices: the ledger by asking it again, or the reader of records, who has
neither gold nor ledger and only compares what the records say with the gold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.questions.derivation import Gold
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.records.reading import is_same
from worksurface_pipeline.mmenterprise.schema.questions import (
    Absence,
    MmQuestion,
    QuestionType,
)
from worksurface_pipeline.mmenterprise.validation.spoiled_wordings import (
    another_moment,
    another_thing,
    given_away,
    only_slot,
)

Spoil = Callable[[Scene, MmQuestion, Random], "MmQuestion | None"]
"""A spoiled copy, None where a question has no material for this fault."""
_CURRENT = frozenset({"as_of", "which_applies"})


class Spoiled(Frozen):
    """A question with a fault."""

    fault: str
    item: MmQuestion


def spoiled(
    scene: Scene, questions: Sequence[MmQuestion], rng: Random, count: int
) -> Iterator[Spoiled]:
    """At most `count` spoiled copies, all faults in turn; no question twice by one fault."""
    left = {fault: rng.sample(list(questions), len(questions)) for fault in FAULTS}
    made = 0
    while made < count and left:
        for fault in list(left):
            found = _next(scene, left[fault], FAULTS[fault], rng)
            if found is None:
                del left[fault]
            elif made < count:
                made += 1
                yield Spoiled(fault=fault, item=found)


def _next(scene: Scene, pool: list[MmQuestion], spoil: Spoil, rng: Random) -> MmQuestion | None:
    while pool:
        found = spoil(scene, pool.pop(), rng)
        if found is not None:
            return found
    return None


def _wrong_value(scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """The value of a neighbour of the same kind as gold."""
    asked = only_slot(scene, item)
    if asked is None or not isinstance(item.gold, str) or item.answer_kind != asked.kind:
        return None
    near = [
        value
        for slot in scene.told
        if slot.id != asked.id and (slot.kind, slot.attribute) == (asked.kind, asked.attribute)
        for value in sorted(scene.values(slot.id))
        if not is_same(value, item.gold)
    ]
    return item.model_copy(update={"gold": rng.choice(near)}) if near else None


def _superseded(scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """A value that was withdrawn or replaced as the current one, cited where it stands."""
    asked = only_slot(scene, item)
    if asked is None or item.query.operation not in _CURRENT or item.query.at is not None:
        return None
    old = [
        reading
        for reading in scene.corpus.of(asked.id)
        if not reading.is_past and reading.value != item.gold
    ]
    if not old:
        return None
    reading = rng.choice(old)
    return item.model_copy(
        update={
            "gold": reading.value,
            "evidence": (reading.unit,),
            "alternatives": ((reading.unit,),),
        }
    )


def _missing_unit(_scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """Evidence of several units without one of them."""
    if len(item.evidence) < 2:
        return None
    lost = rng.choice(item.evidence)
    kept = tuple(unit for unit in item.evidence if unit != lost)
    return item.model_copy(update={"evidence": kept, "alternatives": (kept,)})


def _stale_unit(scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """A unit that gives another value of the same thing cited in the place of the right ones."""
    asked = only_slot(scene, item)
    if asked is None or item.query.operation not in _CURRENT:
        return None
    units = sorted(
        {one.unit for one in scene.corpus.of(asked.id) if one.is_claim and one.value != item.gold}
    )
    if not units:
        return None
    cited = (rng.choice(units),)
    return item.model_copy(update={"evidence": cited, "alternatives": (cited,)})


def _called_absent(scene: Scene, item: MmQuestion, _rng: Random) -> MmQuestion | None:
    """An answerable question that is said to have no answer."""
    asked = only_slot(scene, item)
    if asked is None or item.type is QuestionType.UNANSWERABLE or item.query.event:
        return None
    query = item.query.model_copy(update={"operation": "absent", "argument": ""})
    return _without_answer(item).model_copy(update={"query": query})


def _called_answerless(_scene: Scene, item: MmQuestion, _rng: Random) -> MmQuestion | None:
    """The same, with the query that answers it."""
    return None if item.type is QuestionType.UNANSWERABLE else _without_answer(item)


def _without_answer(item: MmQuestion) -> MmQuestion:
    gold: Gold = ""
    return item.model_copy(
        update={
            "type": QuestionType.UNANSWERABLE,
            "gold": gold,
            "evidence": (),
            "alternatives": (),
            "absence": Absence.NEVER_RECORDED,
        }
    )


FAULTS: Mapping[str, Spoil] = {
    "wrong value": _wrong_value,
    "superseded value as current": _superseded,
    "evidence without a unit": _missing_unit,
    "stale unit as evidence": _stale_unit,
    "another thing named": another_thing,
    "another day or version named": another_moment,
    "answer in the question": given_away,
    "said to be absent": _called_absent,
    "said to have no answer": _called_answerless,
}
