"""Expressions over named columns of a view, and their SQL as an agent could have written it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from worksurface_pipeline.worksurface.schema.tasks import Derivation


class Op(StrEnum):
    """What is computed."""

    COUNT = "count"
    DISTINCT = "distinct"
    SUM = "sum"
    MEAN = "avg"
    MIN = "min"
    MAX = "max"
    SHARE = "share"
    RATIO = "ratio"
    CHANGE = "change"
    TOP_COUNT = "top_count"
    TOP_LABEL = "top_label"
    EXTREME_LABEL = "extreme_label"
    LOOKUP = "lookup"
    GROUP_TOP = "group_top"
    MEASURE_SHARE = "measure_share"


class Kind(StrEnum):
    """What a condition asks of its column."""

    EQUALS = "equals"
    IS_NUMBER = "is_number"
    IS_TRUE = "is_true"
    IS_FALSE = "is_false"
    IS_NULL = "is_null"
    IS_ZERO = "is_zero"
    ABOVE = "above"
    BELOW = "below"


AGGREGATES = {Op.SUM: "SUM", Op.MEAN: "AVG", Op.MIN: "MIN", Op.MAX: "MAX"}


@dataclass(frozen=True, slots=True, order=True)
class Condition:
    """A condition on one column; `value` is used by EQUALS, IS_NUMBER, ABOVE and BELOW."""

    column: str
    kind: Kind
    value: str = ""

    def sql(self) -> str:
        """The condition as SQL."""
        column = quoted(self.column)
        return {
            Kind.EQUALS: f"{column} = {literal(self.value)}",
            Kind.IS_NUMBER: f"{column} = {self.value}",
            Kind.IS_TRUE: column,
            Kind.IS_FALSE: f"NOT {column}",
            Kind.IS_NULL: f"{column} IS NULL",
            Kind.IS_ZERO: f"{column} = 0",
            Kind.ABOVE: f"{column} > {self.value}",
            Kind.BELOW: f"{column} < {self.value}",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Expression:
    """One computation.

    `where` restricts the rows; `target` is the numerator's condition of a share; `measure` the
    aggregated, counted or grouped column; `second` the denominator of a ratio, the later column of
    a change, or the measured column behind a label. `scale` is 100 where fractions are asked for
    in percent, -100 for a decrease. `is_ascending` asks for the smallest instead of the largest.
    `ignores_nulls` takes a share among rows that have a value. `top` is how many groups are named:
    those of `measure` with the most of `second`, or with the most rows.
    """

    view: str
    op: Op
    measure: str = ""
    second: str = ""
    where: tuple[Condition, ...] = ()
    target: tuple[Condition, ...] = ()
    scale: int = 1
    is_ascending: bool = False
    ignores_nulls: bool = False
    top: int = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns it reads, sorted."""
        names = {condition.column for condition in (*self.where, *self.target)}
        return tuple(sorted((names | {self.measure, self.second}) - {""}))

    @property
    def derivation(self) -> Derivation:
        """The family it belongs to."""
        if self.op is Op.COUNT:
            return Derivation.FILTERED_COUNT if self.where else Derivation.ROW_COUNT
        if self.op in AGGREGATES:
            return Derivation.FILTERED_AGGREGATE if self.where else Derivation.COLUMN_AGGREGATE
        return _FAMILIES[self.op]

    def sql(self, limit: int = 0) -> str:
        """The SELECT statement; `limit` rows where rows are ranked, `top` unless given."""
        limit = limit or self.top
        source = f"FROM {quoted(self.view)}{self._where()}"
        return _SELECTS[self.op](self, source, limit)

    def _where(self) -> str:
        conditions = [condition.sql() for condition in self.where]
        if self.op in (Op.TOP_COUNT, Op.TOP_LABEL, Op.GROUP_TOP):
            conditions.append(f"{quoted(self.measure)} IS NOT NULL")
        if self.op is Op.EXTREME_LABEL:
            conditions.append(f"{quoted(self.second)} IS NOT NULL")
        return f" WHERE {' AND '.join(conditions)}" if conditions else ""


_FAMILIES = {
    Op.DISTINCT: Derivation.DISTINCT_COUNT,
    Op.SHARE: Derivation.SHARE,
    Op.RATIO: Derivation.SHARE,
    Op.CHANGE: Derivation.SHARE,
    Op.TOP_COUNT: Derivation.TOP_CATEGORY,
    Op.TOP_LABEL: Derivation.TOP_CATEGORY,
    Op.EXTREME_LABEL: Derivation.TOP_CATEGORY,
    Op.LOOKUP: Derivation.CELL_LOOKUP,
    Op.GROUP_TOP: Derivation.GROUP_TOP,
    Op.MEASURE_SHARE: Derivation.MEASURE_SHARE,
}


def quoted(name: str) -> str:
    """A name as a SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """A text as a SQL literal."""
    return "'" + value.replace("'", "''") + "'"


def _count(_: Expression, source: str, limit: int) -> str:
    return f"SELECT COUNT(*) AS answer {source}"


def _distinct(expression: Expression, source: str, limit: int) -> str:
    return f"SELECT COUNT(DISTINCT {quoted(expression.measure)}) AS answer {source}"


def _aggregate(expression: Expression, source: str, limit: int) -> str:
    value = f"{AGGREGATES[expression.op]}({quoted(expression.measure)})"
    return f"SELECT {_scaled(expression, value)} AS answer {source}"


def _share(expression: Expression, source: str, limit: int) -> str:
    condition = " AND ".join(item.sql() for item in expression.target)
    column = quoted(expression.target[0].column)
    base = f"COUNT({column})" if expression.ignores_nulls else "COUNT(*)"
    return f"SELECT 100.0 * COUNT(*) FILTER (WHERE {condition}) / {base} AS answer {source}"


def _ratio(expression: Expression, source: str, limit: int) -> str:
    above, below = (f"SUM({quoted(name)})" for name in (expression.measure, expression.second))
    return f"SELECT 100.0 * {above} / {below} AS answer {source}"


def _change(expression: Expression, source: str, limit: int) -> str:
    early, late = (f"SUM({quoted(name)})" for name in (expression.measure, expression.second))
    return f"SELECT {expression.scale}.0 * ({late} - {early}) / {early} AS answer {source}"


def _top_count(expression: Expression, source: str, limit: int) -> str:
    group = quoted(expression.measure)
    order = f"answer {_direction(expression)}, {group}"
    return f"SELECT COUNT(*) AS answer {source} GROUP BY {group} ORDER BY {order} LIMIT {limit}"


def _top_label(expression: Expression, source: str, limit: int) -> str:
    group = quoted(expression.measure)
    order = f"n {_direction(expression)}, answer"
    return (
        f"SELECT {group} AS answer, COUNT(*) AS n {source} GROUP BY {group}"
        f" ORDER BY {order} LIMIT {limit}"
    )


def _extreme_label(expression: Expression, source: str, limit: int) -> str:
    label, measure = quoted(expression.measure), quoted(expression.second)
    order = f"measured {_direction(expression)}, answer"
    return (
        f"SELECT {label} AS answer, {measure} AS measured {source} ORDER BY {order} LIMIT {limit}"
    )


def _lookup(expression: Expression, source: str, limit: int) -> str:
    return f"SELECT {_scaled(expression, quoted(expression.measure))} AS answer {source}"


def _group_top(expression: Expression, source: str, limit: int) -> str:
    group = quoted(expression.measure)
    value = f"SUM({quoted(expression.second)})" if expression.second else "COUNT(*)"
    return (
        f"SELECT {group} AS answer, {value} AS measured {source} GROUP BY {group}"
        f" ORDER BY measured DESC, answer LIMIT {limit}"
    )


def _measure_share(expression: Expression, source: str, limit: int) -> str:
    condition = " AND ".join(item.sql() for item in expression.target)
    whole = f"SUM({quoted(expression.measure)})"
    return f"SELECT 100.0 * {whole} FILTER (WHERE {condition}) / {whole} AS answer {source}"


def _direction(expression: Expression) -> str:
    return "ASC" if expression.is_ascending else "DESC"


def _scaled(expression: Expression, value: str) -> str:
    return value if expression.scale == 1 else f"{expression.scale}.0 * {value}"


_SELECTS = {
    Op.COUNT: _count,
    Op.DISTINCT: _distinct,
    Op.SUM: _aggregate,
    Op.MEAN: _aggregate,
    Op.MIN: _aggregate,
    Op.MAX: _aggregate,
    Op.SHARE: _share,
    Op.RATIO: _ratio,
    Op.CHANGE: _change,
    Op.TOP_COUNT: _top_count,
    Op.TOP_LABEL: _top_label,
    Op.EXTREME_LABEL: _extreme_label,
    Op.LOOKUP: _lookup,
    Op.GROUP_TOP: _group_top,
    Op.MEASURE_SHARE: _measure_share,
}
