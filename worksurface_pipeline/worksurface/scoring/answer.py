"""Answer: whether the submitted answer is the gold, by the rule of the gold's type.

Integers and numbers, booleans, strings and ordered composites score 0 or 1, lists the set F1 of
their items, abstain tasks 1 for INSUFFICIENT_EVIDENCE alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.matching import (
    boolean_of,
    elements_match,
    item_key,
    number_of,
    numbers_match,
    strings_match,
    tidy,
)
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules
from worksurface_pipeline.worksurface.scoring.submitted import (
    INSUFFICIENT_EVIDENCE,
    Value,
    as_text,
    composite_elements,
    list_items,
    read_submitted,
)


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """`score` in [0, 1]; `matched_share` is the share of elements that match, in [0, 1] too."""

    score: float
    matched_share: float


WRONG = AnswerScore(0.0, 0.0)
"""The score of what is no answer at all."""


def score_answer(task: AtomicTask, answer: str | None, rules: AnswerRules) -> AnswerScore:
    """Score the JSON text of a submitted answer; None, null and "" are wrong.

    Raises PackageError when the task's own gold does not fit its answer type.
    """
    value = read_submitted(answer)
    return _SCORERS[task.answer_type](task, value, rules)


def _score_number(task: AtomicTask, value: Value, rules: AnswerRules) -> AnswerScore:
    return _all_or_nothing(numbers_match(_gold_number(task), number_of(value), rules))


def _score_boolean(task: AtomicTask, value: Value, rules: AnswerRules) -> AnswerScore:
    gold = task.gold_answer
    expected = boolean_of(gold) if isinstance(gold, (bool, str)) else None
    if expected is None:
        raise _bad_gold(task)
    return _all_or_nothing(boolean_of(value) == expected)


def _score_list(task: AtomicTask, value: Value, rules: AnswerRules) -> AnswerScore:
    gold = task.gold_answer
    if not isinstance(gold, tuple):
        raise _bad_gold(task)
    expected = {item_key(item) for item in gold}
    if isinstance(value, str) and item_key(value) in expected:
        given = {item_key(value)}  # an item that holds a comma itself
    else:
        given = {item_key(item) for item in list_items(value)}
    share = _set_f1(expected, given)
    return AnswerScore(share, share)


def _score_string(task: AtomicTask, value: Value, rules: AnswerRules) -> AnswerScore:
    """A plain string, or a composite when the gold has several elements."""
    if not isinstance(task.gold_answer, (str, tuple)):
        raise _bad_gold(task)
    gold = _gold_elements(task.gold_answer)
    given = composite_elements(value, len(gold))
    if len(gold) == 1:
        return _all_or_nothing(len(given) == 1 and strings_match(gold[0], given[0]))
    pairs = zip(gold, given, strict=False)
    matched = sum(elements_match(expected, element, rules) for expected, element in pairs)
    longest = max(len(gold), len(given))
    return AnswerScore(float(matched == longest), matched / longest)


def _score_abstain(task: AtomicTask, value: Value, rules: AnswerRules) -> AnswerScore:
    return _all_or_nothing(tidy(as_text(value)) == normalise(INSUFFICIENT_EVIDENCE))


_SCORERS: Mapping[AnswerType, Callable[[AtomicTask, Value, AnswerRules], AnswerScore]] = {
    AnswerType.NUMBER: _score_number,
    AnswerType.BOOLEAN: _score_boolean,
    AnswerType.LIST: _score_list,
    AnswerType.STRING: _score_string,
    AnswerType.ABSTAIN: _score_abstain,
}


def _gold_elements(gold: str | tuple[str, ...]) -> list[str]:
    parts = gold if isinstance(gold, tuple) else gold.split(";")
    return [part.strip() for part in parts]


def _gold_number(task: AtomicTask) -> Decimal:
    gold = task.gold_answer
    if isinstance(gold, (bool, tuple)):
        raise _bad_gold(task)
    number = number_of(gold if isinstance(gold, str) else Decimal(repr(gold)))
    if number is None:
        raise _bad_gold(task)
    return number


def _set_f1(gold: set[tuple[str, ...]], given: set[tuple[str, ...]]) -> float:
    if not gold and not given:
        return 1.0
    return 2 * len(gold & given) / (len(gold) + len(given))


def _all_or_nothing(is_right: bool) -> AnswerScore:
    return AnswerScore(1.0, 1.0) if is_right else WRONG


def _bad_gold(task: AtomicTask) -> PackageError:
    return PackageError(
        f"The gold {json.dumps(task.gold_answer)} is no {task.answer_type}",
        where=task.id,
        remedy="Derive the task again; its gold and answer type must fit",
    )
