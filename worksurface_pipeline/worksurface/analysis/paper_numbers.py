"""What the paper prints, as data: its composition, checks, cells and contrasts.

Source: "WorkSurface-Bench: Benchmarking Enterprise Agents on Multi-Surface Knowledge Routing",
Tables 2 to 5 and sections 3.3 to 5.6. Shares are in per cent, as printed; nothing here is of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

PAPER = "WorkSurface-Bench: Benchmarking Enterprise Agents on Multi-Surface Knowledge Routing"

SOURCE_REPO = "Workspace-Bench/Workspace-Bench-Lite"
SOURCE_COMMIT = "60b08b1cc2e8054afbc3ca2160d37876b4f0765c"
"""The public source of the paper's tasks (section 3.1; the commit is its release's lock's)."""

REFERENCE_CELL = "gpt-4o-mini S5"
"""The model and setting whose runs set the token budgets (section 4)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One published count: where it stands, what it counts, its value."""

    place: str
    quantity: str
    value: int


COUNTS: tuple[Figure, ...] = (
    Figure("Table 2", "personas", 5),
    Figure("Table 2", "source tasks", 100),
    Figure("Table 2", "atomic tasks", 1151),
    Figure("Table 2", "task types", 4),
    Figure("Table 2", "cross_surface", 488),
    Figure("Table 2", "rag_only", 213),
    Figure("Table 2", "graph_only", 171),
    Figure("Table 2", "table_only", 279),
    Figure("Section 3.6", "rag + graph", 314),
    Figure("Section 3.6", "graph + table", 100),
    Figure("Section 3.6", "rag + table", 59),
    Figure("Section 3.6", "rag + graph + table", 15),
    Figure("Table 2", "tasks of the smallest persona", 39),
    Figure("Table 2", "tasks of the largest persona", 595),
    Figure("Figure 4b", "tasks of the logistics manager", 595),
    Figure("Figure 4b", "tasks of the operations manager", 292),
    Figure("Figure 4b", "tasks of the backend developer", 181),
    Figure("Figure 4b", "tasks of the researcher", 44),
    Figure("Figure 4b", "tasks of the product manager", 39),
    Figure("Table 3", "routable surfaces", 3),
    Figure("Table 3", "documents", 493),
    Figure("Table 3", "table views", 207),
    Figure("Table 3", "graph edges", 1438),
    Figure("Table 3", "table-bearing tasks", 453),
    Figure("Table 3", "rag-bearing tasks", 601),
    Figure("Table 3", "graph-bearing tasks", 600),
    Figure("Table 3", "candidates screened", 2000),
    Figure("Section 3.4", "passed by all three auditors", 429),
    Figure("Table 3", "tasks with a budget", 1151),
)


@dataclass(frozen=True, slots=True)
class CellFigures:
    """One row of Table 4; Route is None where it prints a dash."""

    model: str
    setting: str
    route_precision: float | None
    route_recall: float | None
    route_f1: float | None
    evidence: float
    answer: float
    efficiency: float
    aggregate: float


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """One row of Table 5: Answer by task type."""

    model: str
    setting: str
    rag_only: float
    table_only: float
    graph_only: float
    cross_surface: float


_TABLE_4 = """
gpt-4o-mini S1 - - - 0.0 0.0 98.6 9.9
gpt-4o-mini S2 52.2 35.1 40.8 14.1 18.8 90.8 30.1
gpt-4o-mini S3 43.5 29.2 33.9 27.6 12.1 74.6 28.4
gpt-4o-mini S4 66.8 79.4 70.4 59.7 48.7 53.5 57.9
gpt-4o-mini S5 99.8 98.1 98.7 66.7 56.1 75.0 71.8
gpt-4o-mini S6 81.6 90.0 84.0 64.4 58.6 52.7 66.1
deepseek-v4-pro S1 - - - 0.0 0.0 96.1 9.6
deepseek-v4-pro S2 52.2 35.1 40.8 14.1 20.3 85.7 30.1
deepseek-v4-pro S3 55.4 46.7 49.5 36.3 40.6 51.8 42.6
deepseek-v4-pro S4 69.0 99.3 79.1 77.2 67.9 27.2 69.4
deepseek-v4-pro S5 100.0 99.5 99.7 77.0 70.7 43.4 77.1
deepseek-v4-pro S6 71.6 99.2 81.0 77.5 65.7 26.5 69.1
gemini-3.1-pro-preview S1 - - - 0.0 0.0 93.6 9.4
gemini-3.1-pro-preview S2 52.2 35.1 40.8 14.1 18.8 83.3 29.3
gemini-3.1-pro-preview S3 79.6 63.9 69.1 48.9 60.5 39.6 57.1
gemini-3.1-pro-preview S4 90.3 99.6 93.5 77.6 76.0 32.1 76.5
gemini-3.1-pro-preview S5 100.0 99.7 99.8 78.5 75.3 40.1 78.9
gemini-3.1-pro-preview S6 96.9 100.0 98.0 78.3 78.8 31.3 78.7
gpt-5.5 S1 - - - 0.0 2.4 94.8 10.3
gpt-5.5 S2 52.2 35.1 40.8 14.1 22.7 85.9 30.9
gpt-5.5 S3 79.5 63.4 68.7 46.4 55.3 44.2 54.9
gpt-5.5 S4 74.3 99.1 82.4 76.1 63.8 35.6 69.3
gpt-5.5 S5 100.0 99.4 99.6 75.4 61.9 42.3 73.4
gpt-5.5 S6 79.1 99.9 86.1 76.6 68.1 32.1 71.5
"""
_TABLE_5 = """
gpt-4o-mini S1 0.0 0.0 0.0 0.0
gpt-4o-mini S2 70.0 0.0 26.4 4.5
gpt-4o-mini S3 4.7 8.6 59.0 0.8
gpt-4o-mini S4 19.7 88.5 67.1 32.2
gpt-4o-mini S5 58.7 86.0 72.9 32.0
gpt-4o-mini S6 46.0 88.4 70.5 42.8
deepseek-v4-pro S1 0.0 0.0 0.0 0.0
deepseek-v4-pro S2 80.8 0.4 24.1 4.1
deepseek-v4-pro S3 74.2 74.5 20.5 13.5
deepseek-v4-pro S4 80.8 85.2 72.3 50.8
deepseek-v4-pro S5 80.3 91.0 70.7 54.9
deepseek-v4-pro S6 78.9 86.7 72.8 45.5
gemini-3.1-pro-preview S1 0.0 0.0 0.0 0.0
gemini-3.1-pro-preview S2 81.2 0.0 25.6 0.0
gemini-3.1-pro-preview S3 82.2 87.4 47.1 40.4
gemini-3.1-pro-preview S4 83.1 86.5 64.9 70.9
gemini-3.1-pro-preview S5 82.6 87.0 68.1 68.0
gemini-3.1-pro-preview S6 83.6 88.8 65.3 75.8
gpt-5.5 S1 12.7 0.0 0.0 0.0
gpt-5.5 S2 82.2 0.0 29.0 7.6
gpt-5.5 S3 82.6 84.4 39.9 32.2
gpt-5.5 S4 83.1 86.2 73.9 38.9
gpt-5.5 S5 83.6 85.5 73.9 34.6
gpt-5.5 S6 84.0 87.6 73.4 48.2
"""


def table_4() -> tuple[CellFigures, ...]:
    """The 24 cells of Table 4, in its order."""
    return tuple(
        CellFigures(model, setting, precision, recall, f1, *map(_known, rest))
        for model, setting, (precision, recall, f1, *rest) in _rows(_TABLE_4)
    )


def table_5() -> tuple[TypeFigures, ...]:
    """The 24 cells of Table 5, in its order."""
    return tuple(
        TypeFigures(model, setting, *map(_known, figures))
        for model, setting, figures in _rows(_TABLE_5)
    )


def count_of(quantity: str) -> int:
    """A published count by its name in COUNTS."""
    return next(item.value for item in COUNTS if item.quantity == quantity)


def _rows(text: str) -> Iterator[tuple[str, str, list[float | None]]]:
    for line in text.split("\n"):
        if line:
            model, setting, *figures = line.split()
            yield model, setting, [None if one == "-" else float(one) for one in figures]


def _known(figure: float | None) -> float:
    if figure is None:
        raise ValueError("a dash stands where the paper prints a number")
    return figure
