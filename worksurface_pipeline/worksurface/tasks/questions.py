"""Questions as a colleague would put them, from an expression or from a rubric's own words.

A phrase is the core of a question, without the source task and without the question mark; leads
are chosen by hash. No phrase names a surface or a tool, and none holds its answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.spoken import amount_name, kind_name, spoken

_LEADS = (
    "For Task {task}, {core}?",
    "I am checking the figures of Task {task}: {core}?",
    "Quick question on Task {task}: {core}?",
    "Before I hand in Task {task}, {core}?",
)
_COUNTS = (
    "how many records in {file} have {where}",
    "how many of the entries in {file} have {where}",
)
_ROWS = ("how many data rows are there in {file}", "how many records are there in {file}")
_DISTINCT = (
    "how many different values does {measure} have in {file}{only}",
    "how many distinct values of {measure} does {file} have{only}",
)
_SUM = (
    "what is the total of {measure} in {file}{only}",
    "what is the sum of {measure} in {file}{only}",
)
_MEAN = (
    "what is the average of {measure} in {file}{only}",
    "what is the mean of {measure} in {file}{only}",
)
_MAX = ("what is the highest {amount} in {file}{only}",)
_MIN = ("what is the lowest {amount} in {file}{only}",)
_SHARE = (
    "what percentage of the entries in {file}{of} have {target}",
    "of the entries in {file}{of}, what percentage have {target}",
)
_RATIO = ("what percentage of the total of {second} is the total of {measure} in {file}",)
_UP = ("by what percentage is the total of {second} above the total of {measure} in {file}",)
_DOWN = ("by what percentage is the total of {second} below the total of {measure} in {file}",)
_LOOKUP = ("what is the {amount} for the entry in {file} with {where}",)
_TOP = ("which {kind} occurs most often in {file}{only}",)
_BOTTOM = ("which {kind} occurs least often in {file}{only}",)
_HIGHEST = ("which {kind} has the highest {seconds} in {file}{only}",)
_LOWEST = ("which {kind} has the lowest {seconds} in {file}{only}",)
_GROUP_TOP = (
    "which {number} values of {measure} have the highest totals of {second} in {file}",
    "by the total of {second}, which {number} values of {measure} come first in {file}",
)
_GROUP_COUNT = (
    "which {number} values of {measure} occur most often in {file}",
    "which {number} values of {measure} have the most entries in {file}",
)
_MEASURE_SHARE = (
    "what percentage of the total of {measure} in {file} comes from entries with {target}",
    "of the total of {measure} in {file}, what percentage falls on entries with {target}",
)
_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
_LEAVES_OUT = (Op.DISTINCT, Op.TOP_LABEL, Op.TOP_COUNT)

Markers = Mapping[str, tuple[str, ...]]
"""By column, the texts of its cells that stand for no value ("NA")."""


def ask(seed: int, task: str, core: str, tail: str = "") -> str:
    """The whole question about one source task."""
    lead = choose(seed, f"lead {task} {core}", _LEADS)
    question = lead.format(task=task, core=core)
    is_said = "what percentage" in core  # then the ending says no more than the rounding
    ending = tail.replace("Give it in percent, rounded", "Give it rounded") if is_said else tail
    return f"{question} {ending}".rstrip()


def table_core(
    seed: int, expression: Expression, place: str, markers: Markers | None = None
) -> str:
    """The phrase of an expression over the view that `place` describes."""
    known = markers or {}
    options = _options(expression)
    return choose(seed, expression.sql(), options).format(
        file=place,
        measure=spoken(expression.measure),
        kind=kind_name(expression.measure),
        amount=amount_name(expression.measure),
        second=spoken(expression.second),
        seconds=amount_name(expression.second),
        where=_conditions(expression.where, known),
        only=_only(expression, known),
        of=_of(expression, known),
        target=_conditions(expression.target, known),
        number=_NUMBERS.get(expression.top, str(expression.top)),
    )


def place_of(filename: str, sheet: str) -> str:
    """A file, with its sheet where the file has several."""
    return f"the sheet “{sheet}” of {filename}" if sheet else filename


def rounding(digits: int | None, unit: str) -> str:
    """How the answer is to be given: "Give it in percent, rounded to 1 decimal."."""
    form = "in percent, " if unit == "percent" else ""
    if digits is None or (digits == 0 and not form):
        return ""
    places = {0: "a whole number", 1: "1 decimal"}.get(digits, f"{digits} decimals")
    return f"Give it {form}rounded to {places}."


def _options(expression: Expression) -> tuple[str, ...]:
    if expression.op is Op.COUNT and not expression.where:
        return _ROWS
    if expression.op is Op.GROUP_TOP:
        return _GROUP_TOP if expression.second else _GROUP_COUNT
    if expression.op is Op.CHANGE:
        return _UP if expression.scale > 0 else _DOWN
    if expression.op is Op.TOP_LABEL:
        return _BOTTOM if expression.is_ascending else _TOP
    if expression.op is Op.EXTREME_LABEL:
        return _LOWEST if expression.is_ascending else _HIGHEST
    return _TEMPLATES[expression.op]


_TEMPLATES = {
    Op.COUNT: _COUNTS,
    Op.DISTINCT: _DISTINCT,
    Op.SUM: _SUM,
    Op.MEAN: _MEAN,
    Op.MAX: _MAX,
    Op.MIN: _MIN,
    Op.SHARE: _SHARE,
    Op.RATIO: _RATIO,
    Op.LOOKUP: _LOOKUP,
    Op.MEASURE_SHARE: _MEASURE_SHARE,
}


def _only(expression: Expression, markers: Markers) -> str:
    """The restriction of an aggregate, and what does not count as a value."""
    said = ""
    if expression.where:
        said = f", counting only entries with {_conditions(expression.where, markers)}"
    left_out = markers.get(expression.measure, ())
    if left_out and expression.op in _LEAVES_OUT:
        said += f", leaving out {_listed(left_out)}"
    return said


def _of(expression: Expression, markers: Markers) -> str:
    """The base of a share."""
    conditions = [_condition(item, markers) for item in expression.where]
    if expression.ignores_nulls:
        column = expression.target[0].column
        none = markers.get(column, ())
        aside = f" (other than {_listed(none)})" if none else ""
        conditions.append(f"any answer{aside} for {spoken(column)}")
    return f" with {' and '.join(conditions)}" if conditions else ""


def _listed(markers: tuple[str, ...]) -> str:
    return " or ".join(f"“{marker}”" for marker in markers)


def _conditions(conditions: tuple[Condition, ...], markers: Markers) -> str:
    return " and ".join(_condition(item, markers) for item in conditions)


def _condition(condition: Condition, markers: Markers) -> str:
    column = spoken(condition.column)
    joint = "in" if column.startswith("the column “") else "as"
    none = markers.get(condition.column, ())
    return {
        Kind.EQUALS: f"“{condition.value}” {joint} {column}",
        Kind.IS_NUMBER: f"{condition.value} {joint} {column}",
        Kind.IS_TRUE: f"{column} set to true",
        Kind.IS_FALSE: f"{column} set to false",
        Kind.IS_NULL: f"no value{f' or only {_listed(none)}' if none else ''} for {column}",
        Kind.IS_ZERO: f"0 {joint} {column}",
        Kind.ABOVE: f"more than {condition.value} {joint} {column}",
        Kind.BELOW: f"less than {condition.value} {joint} {column}",
    }[condition.kind]
