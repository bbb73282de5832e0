"""The gold of a task, prepared once: numbers read, items in the form in which they are compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GoldAnswer,
    TableEvidence,
)
from worksurface_pipeline.worksurface.scoring.booleans import boolean_of
from worksurface_pipeline.worksurface.scoring.composites import without_brackets
from worksurface_pipeline.worksurface.scoring.items import wanted
from worksurface_pipeline.worksurface.scoring.kinds import (
    AbstainGold,
    BooleanGold,
    Element,
    Gold,
    ListGold,
    NumberGold,
    TextGold,
)
from worksurface_pipeline.worksurface.scoring.matching import element_reading, tidy
from worksurface_pipeline.worksurface.scoring.numbers import GoldNumber
from worksurface_pipeline.worksurface.scoring.submitted import is_plausible

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_COUNT = re.compile(
    r"\s*select\s+count\s*\([^()]*\)(?:\s*filter\s*\(.*?\))?(?:\s+as\s+\w+)?\s+from\b"
)
_NAMING = re.compile(
    r"(?<![A-Za-z])(?:ids?|zip|postcode|postal|order|invoice|sku|no|nr|number|code|year|fy|phone"
    r"|account|ticket|case|room)(?![A-Za-z])",
    re.IGNORECASE,
)
_FILE = re.compile(r"\.\w{1,5}\Z")
_INTEGER = re.compile(r"-?\d+")
_YEAR = re.compile(r"19\d\d|20\d\d|2100")
_DAY = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_KEPT = 1 << 13  # golds that are kept prepared: a cell's tasks come again in every other cell


GoldParts = tuple[GoldAnswer, AnswerType, str, int | None, bool]
"""What of a task makes up its gold: answer, type, unit, printed digits, and whether it counts."""


def gold_parts(task: AtomicTask) -> GoldParts:
    """The parts of a task's gold; tasks with the same parts judge every answer alike."""
    is_count = task.answer_type in _COUNTED and is_counted(task)
    return (task.gold_answer, task.answer_type, task.answer_unit, task.answer_digits, is_count)


def gold_of(task: AtomicTask) -> Gold:
    """The gold in the form in which answers are read. Raises PackageError where it is no gold."""
    gold = prepared(*gold_parts(task))
    if gold is None:
        raise PackageError(
            f"The gold {json.dumps(task.gold_answer)} is no {task.answer_type}",
            where=task.id,
            remedy="Derive the task again; its gold and answer type must fit",
        )
    return gold


def is_counted(task: AtomicTask) -> bool:
    """Whether the gold's numbers count things: ends of the graph, or rows by a query."""
    if task.required_surfaces == (Surface.GRAPH,):
        return True
    return any(
        _counts(item.query) for item in task.gold_evidence if isinstance(item, TableEvidence)
    )


@lru_cache(maxsize=_KEPT)
def _counts(query: str) -> bool:
    return _COUNT.match(_QUOTED.sub("q", query.casefold())) is not None


_COUNTED = frozenset({AnswerType.NUMBER, AnswerType.STRING})


@lru_cache(maxsize=_KEPT, typed=True)
def prepared(
    answer: GoldAnswer, kind: AnswerType, unit: str, digits: int | None, is_count: bool
) -> Gold | None:
    """The gold of a kind; None for an answer that is not of this kind."""
    if kind is AnswerType.ABSTAIN:
        return AbstainGold()
    if kind is AnswerType.BOOLEAN:
        value = boolean_of(answer) if isinstance(answer, (bool, str)) else None
        return None if value is None else BooleanGold(value)
    if kind is AnswerType.LIST:
        return ListGold(wanted(answer)) if isinstance(answer, tuple) else None
    if kind is AnswerType.NUMBER:
        return _number_gold(answer, unit, digits, is_count)
    if not isinstance(answer, (str, tuple)):
        return None
    parts = answer if isinstance(answer, tuple) else without_brackets(answer).split(";")
    if len(parts) == 1:
        return TextGold((Element(tidy(parts[0].strip())),))
    return TextGold(tuple(_elements([part.strip() for part in parts], unit, is_count)))


def _number_gold(
    answer: GoldAnswer, unit: str, digits: int | None, is_count: bool
) -> NumberGold | None:
    if isinstance(answer, (bool, tuple)):
        return None
    if isinstance(answer, str):
        reading = sole_number(answer)
        if reading is None or not is_plausible(reading.value):
            return None
        value = reading.value
        unit = reading.unit or unit
    else:
        value = Decimal(repr(answer))
    printed = _decimals(value.normalize()) if digits is None else digits
    return NumberGold(GoldNumber(value, unit, printed, is_count))


def _elements(parts: Sequence[str], unit: str, is_count: bool) -> Iterator[Element]:
    """The elements of a composite; a number beside the word for an id, or a date, is a name."""
    for before, part in zip(("", *parts), parts, strict=False):
        is_named = _NAMING.search(before) is not None and not _FILE.search(before)
        is_name = _INTEGER.fullmatch(part) is not None and (is_named or _is_date(part))
        yield _element(part, unit, is_count, is_name and not is_count)


def _is_date(text: str) -> bool:
    """Whether an integer may be a year or a day (20240512)."""
    return _YEAR.fullmatch(text) is not None or _DAY.fullmatch(text) is not None


def _element(text: str, unit: str, is_count: bool, is_name: bool) -> Element:
    """One element of a composite by its type; what is no number or boolean is a text."""
    reading = element_reading(text)
    if reading is not None:
        own = reading.unit or unit
        number = GoldNumber(reading.value, own, _decimals(reading.value), is_count, is_name)
        return Element(text, number=number)
    plain = tidy(text)
    return Element(plain, boolean=boolean_of(plain) if plain in {"true", "false"} else None)


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
