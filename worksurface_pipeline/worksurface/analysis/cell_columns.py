"""The columns of the cell table, in the groups of the paper's Table 4."""

from __future__ import annotations

from worksurface_pipeline.site.labels import NOT_COMPARABLE
from worksurface_pipeline.site.table import Column

_HEADS = {
    "route_precision": Column("P", True, "Routing"),
    "route_recall": Column("R", True, "Routing"),
    "route_f1": Column("F1", True, "Routing"),
    "evidence": Column("Evidence", True, "Agent performance"),
    "answer": Column("Answer", True, "Agent performance"),
}


def cell_columns(is_comparable: bool) -> tuple[Column, ...]:
    """The columns; Efficiency and Aggregate say when their budgets are the self-test's."""
    said = "" if is_comparable else f" ({NOT_COMPARABLE})"
    return (
        Column("Setting"),
        *_HEADS.values(),
        Column(f"Eff.{said}", True, "Resource use"),
        Column(f"Agg.{said}", True, "Overall"),
        Column("Tokens", True, "Mean of a run"),
        Column("Tool calls", True, "Mean of a run"),
        Column("n", True, "Runs"),
        Column("Errors", True, "Runs"),
        Column("Missing", True, "Runs"),
        Column("All", True, "Runs"),
    )
