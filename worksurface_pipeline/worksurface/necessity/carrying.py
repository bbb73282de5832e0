"""Whether a text that a tool shows carries a gold answer."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from worksurface_pipeline.kernel.number_forms import read_numbers
from worksurface_pipeline.kernel.text import has_token, normalise, parse_number
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

# Numbers of fewer digits meet by chance in any text.
_LEAST_DIGITS = 3
_LEAST_LETTERS = 4
_PERCENT = 100


def gold_elements(task: AtomicTask) -> tuple[str, ...]:
    """The elements of the gold as texts: items of a list, values of a composite, else the one."""
    gold = task.gold_answer
    if isinstance(gold, tuple):
        return gold
    if isinstance(gold, str):
        return tuple(part.strip() for part in gold.split(";"))
    return (str(gold),)


def is_telling(task: AtomicTask) -> bool:
    """Whether the gold is rare enough that a text which holds it does so for a reason."""
    if task.answer_type in (AnswerType.BOOLEAN, AnswerType.ABSTAIN):
        return False
    return all(_is_rare(element) for element in gold_elements(task))


def carries(text: str, task: AtomicTask) -> bool:
    """Whether every element of the gold stands in `text`, numbers rounded as the gold prints."""
    elements = gold_elements(task)
    numbers = [(item.value, item.unit) for item in read_numbers(text)]
    return all(_holds(text, numbers, element, task) for element in elements)


def is_number_text(text: str) -> bool:
    """Whether an element is one plain number."""
    return parse_number(text) is not None


def _is_rare(element: str) -> bool:
    if is_number_text(element):
        digits = element.strip().lstrip("-0.").replace(".", "").replace(",", "")
        return len(digits) >= _LEAST_DIGITS
    return len(element.strip()) >= _LEAST_LETTERS


def _holds(
    text: str, numbers: Sequence[tuple[Decimal, str]], element: str, task: AtomicTask
) -> bool:
    mention = parse_number(element)
    if mention is None:
        return has_token(normalise(text), normalise(element))
    digits = task.answer_digits if task.answer_digits is not None else mention.digits
    half = Decimal(10) ** -digits / 2
    for value, unit in numbers:
        if abs(value - mention.number) <= half:
            return True
        is_fraction = task.answer_unit == "percent" and unit == "" and abs(value) <= 1
        if is_fraction and value and abs(value * _PERCENT - mention.number) <= half:
            return True
    return False
