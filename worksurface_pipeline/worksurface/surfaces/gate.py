"""The coverage gate: whether agents meet a table as a view or as a document."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen

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


def decide(texts: pl.DataFrame, policy: GatePolicy) -> GateDecision:
    """Judge a table by the source texts of its data cells (null where a cell is empty)."""
    return _decide_strictly(texts, policy) if policy.is_strict else _decide(texts, policy)


def _decide(texts: pl.DataFrame, policy: GatePolicy) -> GateDecision:
    rows, columns = texts.shape
    if rows >= policy.rows:
        return GateDecision(True, f"rows >= {policy.rows}: {rows} data rows")
    if columns >= policy.columns and rows >= policy.rows_with_columns:
        clause = f"columns >= {policy.columns} and rows >= {policy.rows_with_columns}"
        return GateDecision(True, f"{clause}: {columns} columns, {rows} data rows")
    name, distinct = _most_distinct(texts)
    if distinct >= policy.distinct:
        clause = f"distinct values in one column >= {policy.distinct}"
        return GateDecision(True, f"{clause}: {distinct} in column {name!r}")
    figures = f"{rows} data rows, {columns} columns, at most {distinct} distinct values in a column"
    return GateDecision(False, f"no clause holds: {figures}")


def _decide_strictly(texts: pl.DataFrame, policy: GatePolicy) -> GateDecision:
    full = _rows_with_cells(texts, policy.strict_cells)
    clause = f"strict, rows with {policy.strict_cells} non-empty cells >= {policy.strict_rows}"
    return GateDecision(full >= policy.strict_rows, f"{clause}: {full} such rows")


def _most_distinct(texts: pl.DataFrame) -> tuple[str, int]:
    """The column with the most distinct non-empty values; the first one on a tie."""
    counts = [(name, _distinct(texts.get_column(name))) for name in texts.columns]
    return max(counts, key=lambda pair: pair[1], default=("", 0))


def _distinct(column: pl.Series) -> int:
    values = {text.strip() for text in column.to_list() if text is not None}
    return len(values - {""})


def _rows_with_cells(texts: pl.DataFrame, cells: int) -> int:
    if texts.width == 0:
        return 0
    filled = (sum(is_filled(value) for value in row) for row in texts.iter_rows())
    return sum(count >= cells for count in filled)


def is_filled(text: str | None) -> bool:
    """Whether a cell holds anything but white space."""
    return text is not None and text.strip() != ""


def policy_named(name: str) -> GatePolicy:
    """The gate called `paper` or `strict`. Raises SettingsError for any other name."""
    if name not in _STRICTNESS:
        allowed = " or ".join(repr(known) for known in _STRICTNESS)
        raise SettingsError(
            f"There is no coverage gate {name!r}", where="surfaces.gate", remedy=f"Use {allowed}"
        )
    return GatePolicy(is_strict=_STRICTNESS[name])
