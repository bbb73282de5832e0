"""Values of expressions, the faults that make a value worthless, and printed figures."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.schema.tasks import Scalar
from worksurface_pipeline.worksurface.tasks.engine import Engine, Row
from worksurface_pipeline.worksurface.tasks.expressions import (
    AGGREGATES,
    Expression,
    Op,
    quoted,
)

# Floating sums may differ in the last places from the printed rounding's exact half.
_SLACK = 1e-6
_EPSILON = 4e-15


class Fault(StrEnum):
    """Why an expression's value proves nothing."""

    NO_VALUE = "the query has no value"
    SEVERAL = "several rows where one is asked for"
    NO_ROW = "the condition matches no row"
    EVERY_ROW = "the condition keeps every row"
    ONE_ROW = "an aggregate over a single row"
    TIE = "a tie at the cut"
    NEGATIVE = "a share or ranking of amounts of which some are below zero"
    TEXT_ORDER = "an extreme of text in alphabetical order"


@dataclass(frozen=True, slots=True)
class Computed:
    """Complete result of an expression; `fault` is None when its first value can be gold."""

    rows: tuple[Row, ...]
    fault: Fault | None

    @property
    def answer(self) -> Scalar:
        """The first value of the first row."""
        return self.rows[0][0] if self.rows else None


def compute(engine: Engine, expression: Expression) -> Computed:
    """Run the expression and look for the faults that make it worthless."""
    rows = engine.rows(expression.view, expression.sql())
    if not rows or rows[0][0] is None:
        return Computed(rows, Fault.NO_VALUE)
    return Computed(rows, _fault(engine, expression, rows))


def _fault(engine: Engine, expression: Expression, rows: tuple[Row, ...]) -> Fault | None:
    if expression.op in (Op.TOP_COUNT, Op.TOP_LABEL, Op.EXTREME_LABEL):
        return _tie(engine, expression)
    if expression.op is Op.GROUP_TOP:
        return _cut(engine, expression)
    if expression.op is Op.LOOKUP:
        return Fault.SEVERAL if len(rows) > 1 else None
    total = _count(engine, expression, expression_where=False)
    kept = _count(engine, expression, expression_where=True)
    if expression.where and kept in (0, total):
        return Fault.NO_ROW if kept == 0 else Fault.EVERY_ROW
    if expression.op in AGGREGATES or expression.op is Op.RATIO:
        return Fault.ONE_ROW if _filled(engine, expression) <= 1 else None
    if expression.op is Op.MEASURE_SHARE and _smallest(engine, expression, expression.measure) < 0:
        return Fault.NEGATIVE
    if expression.op in (Op.SHARE, Op.MEASURE_SHARE):
        return _share_fault(rows)
    return None


def _cut(engine: Engine, expression: Expression) -> Fault | None:
    """The groups that are named must be some, not all, and clear of the next one."""
    if expression.second and _smallest(engine, expression, expression.second) < 0:
        return Fault.NEGATIVE
    rows = engine.rows(expression.view, expression.sql(limit=expression.top + 1))
    if len(rows) <= expression.top:
        return Fault.EVERY_ROW
    last, following = rows[-2][1], rows[-1][1]
    if not isinstance(last, (int, float)) or not isinstance(following, (int, float)):
        return Fault.NO_VALUE
    return Fault.TIE if abs(last - following) <= _SLACK * max(abs(last), 1.0) else None


def _smallest(engine: Engine, expression: Expression, column: str) -> float:
    sql = f"SELECT MIN({quoted(column)}) FROM {quoted(expression.view)}"
    value = engine.rows(expression.view, sql)[0][0]
    return float(value) if isinstance(value, (int, float)) else 0.0


def _share_fault(rows: tuple[Row, ...]) -> Fault | None:
    share = rows[0][0]
    if share == 0:
        return Fault.NO_ROW
    return Fault.EVERY_ROW if share == 100 else None


def _tie(engine: Engine, expression: Expression) -> Fault | None:
    rows = engine.rows(expression.view, expression.sql(limit=2))
    last = -1 if expression.op is not Op.TOP_COUNT else 0
    if len(rows) > 1 and rows[0][last] == rows[1][last]:
        return Fault.TIE
    if expression.op is Op.EXTREME_LABEL and isinstance(rows[0][1], str):
        return Fault.TEXT_ORDER
    return None


def _count(engine: Engine, expression: Expression, *, expression_where: bool) -> int:
    where = expression.where if expression_where else ()
    sql = Expression(expression.view, Op.COUNT, where=where).sql()
    return int(engine.rows(expression.view, sql)[0][0] or 0)


def _filled(engine: Engine, expression: Expression) -> int:
    """Rows that have a value of the measure."""
    conditions = [item.sql() for item in expression.where]
    conditions.append(f"{quoted(expression.measure)} IS NOT NULL")
    sql = f"SELECT COUNT(*) FROM {quoted(expression.view)} WHERE {' AND '.join(conditions)}"
    return int(engine.rows(expression.view, sql)[0][0] or 0)


def is_printed_as(value: Scalar, mention: NumberMention) -> bool:
    """Whether `value`, rounded to the printed digits, is the printed figure."""
    if isinstance(value, (str, bool)) or value is None:
        return False
    half = 0.5 * 10.0**-mention.digits if isinstance(value, float) or mention.digits else 0.0
    distance = abs(value - float(Decimal(mention.value)))
    return distance <= half * (1 + _SLACK) + _EPSILON * abs(value)
