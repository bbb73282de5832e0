"""Questions as a colleague would put them, from an expression or from a rubric's own words.

A phrase is the core of a question, without the source task and without the question mark; leads
are chosen by hash. No phrase names a surface or a tool, and none holds its answer.
"""

from __future__ import annotations

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op

_LEADS = (
    "For Task {task}, {core}?",
    "I am checking the figures of Task {task}: {core}?",
    "Quick question on Task {task}: {core}?",
    "Before Task {task} goes out, {core}?",
)
_LONG_NAME = 40
_COUNTS = (
    "how many records in {file} have {where}",
    "how many of the entries in {file} have {where}",
)
_ROWS = ("how many data rows does {file} have", "how many records does {file} hold")
_DISTINCT = (
    "how many different values of {measure} are there in {file}{only}",
    "how many distinct {measure} values does {file} have{only}",
)
_SUM = (
    "what is the total of {measure} in {file}{only}",
    "what does {measure} add up to in {file}{only}",
)
_MEAN = (
    "what is the average of {measure} in {file}{only}",
    "what is the mean {measure} in {file}{only}",
)
_MAX = ("what is the highest {measure} in {file}{only}",)
_MIN = ("what is the lowest {measure} in {file}{only}",)
_SHARE = (
    "what percentage of the entries in {file}{of} have {target}",
    "of the entries in {file}{of}, what percentage have {target}",
)
_RATIO = ("what percentage of the total of {second} is the total of {measure} in {file}",)
_UP = ("by what percentage is the total of {second} above the total of {measure} in {file}",)
_DOWN = ("by what percentage is the total of {second} below the total of {measure} in {file}",)
_LOOKUP = ("what is the {measure} of the entry in {file} with {where}",)
_TOP = ("which {measure} occurs most often in {file}{only}",)
_BOTTOM = ("which {measure} occurs least often in {file}{only}",)
_HIGHEST = ("which {measure} has the highest {second} in {file}{only}",)
_LOWEST = ("which {measure} has the lowest {second} in {file}{only}",)


def ask(seed: int, task: str, core: str, tail: str = "") -> str:
    """The whole question about one source task."""
    lead = choose(seed, f"lead {task} {core}", _LEADS)
    question = lead.format(task=task, core=core)
    return f"{question} {tail}".rstrip()


def table_core(seed: int, expression: Expression, place: str) -> str:
    """The phrase of an expression over the view that `place` describes."""
    options = _options(expression)
    return choose(seed, expression.sql(), options).format(
        file=place,
        measure=spoken(expression.measure),
        second=spoken(expression.second),
        where=_conditions(expression.where),
        only=_only(expression),
        of=_of(expression),
        target=_conditions(expression.target),
    )


def place_of(filename: str, sheet: str) -> str:
    """A file, with its sheet where the file has several."""
    return f"the sheet “{sheet}” of {filename}" if sheet else filename


def spoken(name: str) -> str:
    """A column's name as it is said: underscores as spaces, long names and questions quoted."""
    said = " ".join(name.replace("_", " ").split())
    return f"“{said}”" if len(said) > _LONG_NAME or "?" in said else said


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
}


def _only(expression: Expression) -> str:
    """The restriction of an aggregate."""
    if not expression.where:
        return ""
    return f", counting only entries with {_conditions(expression.where)}"


def _of(expression: Expression) -> str:
    """The base of a share."""
    conditions = [_condition(item) for item in expression.where]
    if expression.ignores_nulls:
        conditions.append(f"any answer for {spoken(expression.target[0].column)}")
    return f" with {' and '.join(conditions)}" if conditions else ""


def _conditions(conditions: tuple[Condition, ...]) -> str:
    return " and ".join(_condition(item) for item in conditions)


def _condition(condition: Condition) -> str:
    column = spoken(condition.column)
    return {
        Kind.EQUALS: f"“{condition.value}” as {column}",
        Kind.IS_NUMBER: f"{condition.value} as {column}",
        Kind.IS_TRUE: f"{column} set to true",
        Kind.IS_FALSE: f"{column} set to false",
        Kind.IS_NULL: f"no value for {column}",
        Kind.IS_ZERO: f"0 as {column}",
    }[condition.kind]
