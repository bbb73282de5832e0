"""The coverage gate: whether agents meet a table as a view or as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.measures import TableMeasures

_STRICTNESS = {"paper": False, "strict": True}


class GatePolicy(Frozen):
    """Thresholds of the gate (BENCHMARK.md §3); `is_strict` takes the stricter reading instead.

    A table is a view if it has at least `rows` data rows, or at least `columns` columns and
    `rows_with_columns` data rows, or at least `distinct` distinct non-empty values in one column.
    Under the stricter reading it needs `strict_rows` rows with `strict_cells` non-empty cells each.
    """

    is_strict: bool = False
    rows: int = 30
    columns: int = 4
    rows_with_columns: int = 3
    distinct: int = 5
    strict_rows: int = 3
    strict_cells: int = 4


@dataclass(frozen=True, slots=True)
class GateDecision:
    """Whether a table is a view, and the clause that decided, with its figures."""

    is_view: bool
    reason: str


def decide(columns: Sequence[str], measures: TableMeasures, policy: GatePolicy) -> GateDecision:
    """Judge a table by its column names and what the reader counted in its data cells."""
    if policy.is_strict:
        full = measures.rows_with(policy.strict_cells)
        clause = f"strict, rows with {policy.strict_cells} non-empty cells >= {policy.strict_rows}"
        return GateDecision(full >= policy.strict_rows, f"{clause}: {full} such rows")
    return _decide(columns, measures, policy)


def _decide(columns: Sequence[str], measures: TableMeasures, policy: GatePolicy) -> GateDecision:
    rows, width = measures.row_count, len(columns)
    if rows >= policy.rows:
        return GateDecision(True, f"rows >= {policy.rows}: {rows} data rows")
    if width >= policy.columns and rows >= policy.rows_with_columns:
        clause = f"columns >= {policy.columns} and rows >= {policy.rows_with_columns}"
        return GateDecision(True, f"{clause}: {width} columns, {rows} data rows")
    counts = zip(columns, measures.distinct, strict=True)
    # The first column on a tie.
    name, distinct = max(counts, key=lambda pair: pair[1], default=("", 0))
    if distinct >= policy.distinct:
        clause = f"distinct values in one column >= {policy.distinct}"
        return GateDecision(True, f"{clause}: {distinct} in column {name!r}")
    figures = f"{rows} data rows, {width} columns, at most {distinct} distinct values in a column"
    return GateDecision(False, f"no clause holds: {figures}")


def policy_named(name: str) -> GatePolicy:
    """The gate called `paper` or `strict`. Raises SettingsError for any other name."""
    if name not in _STRICTNESS:
        allowed = " or ".join(repr(known) for known in _STRICTNESS)
        raise SettingsError(
            f"There is no coverage gate {name!r}", where="surfaces.gate", remedy=f"Use {allowed}"
        )
    return GatePolicy(is_strict=_STRICTNESS[name])
