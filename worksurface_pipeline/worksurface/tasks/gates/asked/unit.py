"""A gold in another unit than the question asks for.

Taught by own questions: unit USD over `freight_cost_eur`, "the total weight in kg" over days,
"How many grams" proven by "36 months".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.cells import CURRENCIES
from worksurface_pipeline.readers.model import Column
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    Evidence,
    GateFinding,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.sentence import sentence_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import (
    clause_of,
    is_own,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.spoken import split_unit

NAME = "asked_unit"
REASON = "gold in another unit than is asked"
PERCENT = "percent"
_SPELLINGS = {
    "USD": "dollar dollars",
    "EUR": "euro euros",
    "GBP": "sterling",
    "CNY": "yuan renminbi",
    "JPY": "yen",
    PERCENT: "pct % percentage",
    "fraction": "",
    "kg": "kilogram kilograms kilo kilos kilogramme kilogrammes",
    "g": "gram grams gramme grammes",
    "mg": "milligram milligrams",
    "t": "ton tons tonne tonnes",
    "km": "kilometre kilometres kilometer kilometers",
    "m": "metre metres meter meters",
    "cm": "centimetre centimetres centimeter centimeters",
    "mm": "millimetre millimetres millimeter millimeters",
    "mile": "miles mi",
    "l": "litre litres liter liters",
    "ms": "millisecond milliseconds",
    "second": "seconds sec secs s",
    "minute": "minutes min mins",
    "hour": "hours hr hrs h",
    "day": "days",
    "week": "weeks",
    "month": "months",
    "year": "years yr yrs",
    "kwh": "kilowatt-hours",
    "mwh": "",
    "w": "watt watts",
    "kw": "kilowatt kilowatts",
    "v": "volt volts",
    "gb": "gigabyte gigabytes",
    "mb": "megabyte megabytes",
    "c": "°c celsius",
    "k": "kelvin",
    "millikelvin": "mk",
}
UNITS = {
    **{word: unit for unit, words in _SPELLINGS.items() for word in (unit, *words.split())},
    **{unit.lower(): unit for unit in _SPELLINGS},
    **{sign.lower(): code for sign, code in CURRENCIES.items()},
}
"""Units by every word for them, in lower case."""
MONEY = frozenset(CURRENCIES.values())
_SHORTEST = 2  # a single letter behind "in" is no unit
_IN = re.compile(
    r"\bin (?:whole |full |us |american )?([^\W\d]+)\b|\bhow many ([^\W\d]+)\b|\(([^\W\d]+)\)"
    r"|\bhow much .{0,40}?\bin ([^\W\d]+)\b",
    re.IGNORECASE,
)
_VALUES = frozenset({"sum", "avg", "mean", "min", "max", "median"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds golds whose unit is not the one that question or unit field name."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        problem = _table_problem(task, item, shape, context)
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.STORED)
    for each in task.gold_evidence:
        problem = _quote_problem(task, each, context) if isinstance(each, RagEvidence) else ""
        if problem:
            return finding(NAME, REASON, problem, context, Checked.STORED)
    return None


def unit_of(word: str) -> str:
    """The unit that a word is, "" where it is none."""
    return UNITS.get(word.strip().lower(), "")


def is_in(column: str, word: str) -> bool:
    """Whether a word is the unit in the name of a column."""
    unit = unit_of(split_unit(column)[1])
    return unit != "" and unit == unit_of(word)


def asked_units(task: AtomicTask, item: Evidence, context: Context) -> tuple[str, ...]:
    """Units in which the clause of a proof asks for it, and that of the task."""
    if not is_own(task, item, context):
        return ()
    text = clause_of(task, item, context).text
    words = [next(filter(None, match.groups())) for match in _IN.finditer(text)]
    said = [unit_of(word) for word in words if len(word) >= _SHORTEST]
    if len(task.gold_evidence) == 1:
        said.append(unit_of(task.answer_unit))
    return tuple(dict.fromkeys(unit for unit in said if unit))


def _table_problem(
    task: AtomicTask, item: TableEvidence, shape: QueryShape, context: Context
) -> str:
    record = context.views.get(item.table)
    if record is None:
        return ""
    known = {one.name: _column_unit(one) for one in record.columns}
    read = {known.get(name, "") for name in shape.columns} - {""}
    measures = [one for one in shape.measures if one.function in _VALUES]
    measured = [*(name for one in measures for name in one.columns), *shape.labels]
    units = [known.get(name, "") for name in dict.fromkeys(measured)]
    if not measured:
        unit = unit_of(task.answer_unit)
        is_wrong = len(task.gold_evidence) == 1 and unit in MONEY
        return f"the gold is a number of rows, its unit {unit}" if is_wrong else ""
    for unit in asked_units(task, item, context):
        is_share = unit in (PERCENT, "fraction")
        if not is_share and unit not in read and units and all(units):
            return f"{unit} is asked for, {_listed(measured)} is in {_listed(units)}"
    return ""


def _column_unit(column: Column) -> str:
    """The unit that a column states, in its header or at the end of its name."""
    return unit_of(column.unit) or unit_of(split_unit(column.name)[1])


def _listed(names: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(names))


def _quote_problem(task: AtomicTask, item: RagEvidence, context: Context) -> str:
    """The unit asked for must stand in the sentence of the quote, or in the headings above it."""
    sentence = sentence_of(item, context)
    if sentence is None or not any(sign.isdigit() for sign in item.span):
        return ""
    is_row = sentence.text.lstrip().startswith("|")  # its header may say percent in any word
    there = set(_units_in(sentence.text)) | {unit_of(word) for word in sentence.around}
    for unit in asked_units(task, item, context):
        is_free = unit == "fraction" or (is_row and unit == PERCENT)
        if unit not in there and not is_free:
            said = _listed(sorted(there - {""})) or "no unit"
            return f"{unit} is asked for, the sentence of the quote has {said}: {sentence.text!r}"
    return ""


def _units_in(text: str) -> Iterator[str]:
    for word in re.findall(r"[^\W\d_]+|[%$€£¥]|°[CF]", text):
        yield unit_of(word)
