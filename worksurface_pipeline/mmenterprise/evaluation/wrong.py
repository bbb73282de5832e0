"""Where a wrong answer comes from: it is compared with all that the ledger ever held.

Each value that a fact had or was said to have, each neighbouring fact and each colleague who acted
on it gives an answer that somebody could have meant; the first that the wrong answer matches names
the cause. Nothing is guessed: what matches none is not in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.evaluation.abstaining import declines
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.matching import SEVERAL, gives, matched
from worksurface_pipeline.mmenterprise.evaluation.timeline import Moment, placed
from worksurface_pipeline.mmenterprise.questions.closed_world import Sense
from worksurface_pipeline.mmenterprise.questions.derivation import Gold, combined, parts_of
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType


class Cause(StrEnum):
    """What a wrong answer is, in the order in which it is looked for."""

    ABSTAINED = "abstained"
    HEDGED = "several values, the right one among them"
    LATER = "later state"
    UNSYNCHRONISED = "source that was not brought up to date"
    STALE = "stale state"
    OPERAND = "value of the fact itself, where something was to be reckoned"
    OTHER_STATE = "some state of a fact whose premise does not hold"
    OTHER_ACT = "colleague of another act on the same fact"
    SIBLING = "sibling entity"
    OTHER_FACT = "another fact of the project"
    NOT_IN_LEDGER = "not in the ledger"
    NOT_COMPARED = "a verdict"


class Origin(Frozen):
    """Why an answer is wrong; `slot` and `value` are what it was taken from, "" for nothing."""

    cause: Cause
    slot: str = ""
    value: str = ""


_OF_MOMENT = {
    Moment.LATER: Cause.LATER,
    Moment.UNSYNCHRONISED: Cause.UNSYNCHRONISED,
    Moment.STALE: Cause.STALE,
}
_ORDER = tuple(Cause)
_Option = tuple[Cause, str, Gold]


def origin_of(scene: Scene, question: MmQuestion, answer: str, words: Vocabulary) -> Origin:
    """The cause of an answer that was judged wrong."""
    if declines(answer) or not answer.strip():
        return Origin(cause=Cause.ABSTAINED)
    if question.answer_kind == "verdict":  # three to choose from: any of them may be a guess
        return Origin(cause=Cause.NOT_COMPARED)
    if matched(question, answer, words).rule.startswith(SEVERAL):
        return Origin(cause=Cause.HEDGED)
    options = sorted(_options(scene, question), key=lambda item: _ORDER.index(item[0]))
    for cause, slot, gold in options:
        if gold != question.gold and _is(question, gold, answer, words):
            value = gold if isinstance(gold, str) else ", ".join(gold)
            return Origin(cause=cause, slot=slot, value=value)
    return Origin(cause=Cause.NOT_IN_LEDGER)


def _is(question: MmQuestion, gold: Gold, answer: str, words: Vocabulary) -> bool:
    other = question.model_copy(update={"gold": gold})
    return gives(other, answer, words)


def _options(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """All answers that some state of the ledger would give."""
    if question.type is QuestionType.UNANSWERABLE:
        yield from _any_states(scene, question)
    else:
        yield from _other_states(scene, question)
        yield from _operands(scene, question)
    yield from _other_acts(scene, question)
    yield from _other_slots(scene, question)


def _other_states(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """One operand at a time taken at another moment, the others as they should be."""
    parts = parts_of(question.query)
    values = [scene.evidence.value(part) for part in parts]
    right = [value for value in values if value is not None]
    if len(right) < len(values):
        return
    for index, part in enumerate(parts):
        if part.sense in (Sense.AUTHOR, Sense.CORRECTOR, Sense.COUNT):
            continue
        for value, moment in placed(scene, part):
            swapped = [*right[:index], value, *right[index + 1 :]]
            gold = combined(question.query, swapped, scene.names.slots)
            if gold is not None:
                yield _OF_MOMENT[moment], part.slot, gold


def _operands(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """What should have been subtracted or divided, given as it is."""
    if question.query.operation in ("difference", "ratio"):
        for slot in question.query.slots:
            for value in sorted(scene.values(slot)):
                yield Cause.OPERAND, slot, value


def _any_states(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """All values of the slots that an unanswerable question names."""
    for slot in question.query.slots:
        for value in sorted(scene.values(slot)):
            yield Cause.OTHER_STATE, slot, value


def _other_acts(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """For a question of who: all who acted on the fact."""
    if question.answer_kind != "person" or not _asks_for_act(question):
        return
    people = {person.id: person.name for person in scene.ledger.world.people}
    for event in scene.ledger.events:
        for item in event.statements:
            if item.slot in question.query.slots:
                yield Cause.OTHER_ACT, item.slot, people.get(event.actor, event.actor)


def _asks_for_act(question: MmQuestion) -> bool:
    return question.query.operation in ("who_stated", "who_corrected", "absent")


def _other_slots(scene: Scene, question: MmQuestion) -> Iterator[_Option]:
    """The whole question asked of another slot: a sibling, or any of the project."""
    asked = [scene.names.slots[key] for key in question.query.slots if key in scene.names.slots]
    for slot in scene.told:
        if slot.id in question.query.slots or not _fits(slot, question, asked):
            continue
        is_sibling = any(_are_siblings(slot, other) for other in asked)
        cause = Cause.SIBLING if is_sibling else Cause.OTHER_FACT
        for value in sorted(scene.values(slot.id)):
            yield cause, slot.id, value


def _fits(slot: Slot, question: MmQuestion, asked: Sequence[Slot]) -> bool:
    """Whether a slot's value could be mistaken for the answer at all."""
    return slot.kind == question.answer_kind or any(slot.kind == other.kind for other in asked)


def _are_siblings(left: Slot, right: Slot) -> bool:
    return (
        right.id in left.siblings
        or left.id in right.siblings
        or (left.attribute == right.attribute and left.entity != right.entity)
    )
