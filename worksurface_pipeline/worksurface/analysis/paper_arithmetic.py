"""The paper's arithmetic, redone with our own scorer on its printed figures.

Three things follow from what is printed: the aggregates of Table 4 from its columns, the Answer of
Table 4 from Table 5 and the composition, and the Route of S2, which always uses rag, from the
composition alone. What is left is the rounding of figures printed to a tenth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.table import Column, Table, simple_table, to_markdown
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.paper_numbers import (
    PAPER,
    CellFigures,
    TypeFigures,
    count_of,
    table_4,
    table_5,
)
from worksurface_pipeline.worksurface.scoring.aggregate import combine
from worksurface_pipeline.worksurface.scoring.profiles import PAPER_WEIGHTS
from worksurface_pipeline.worksurface.scoring.route import score_route

WITHIN = 0.10  # points: half a tenth in what is printed, and as much in a mean of such figures

TASK_TYPES = ("rag_only", "table_only", "graph_only", "cross_surface")
_COMBINATIONS = {
    "rag_only": ("rag",),
    "table_only": ("table",),
    "graph_only": ("graph",),
    "rag + graph": ("rag", "graph"),
    "graph + table": ("graph", "table"),
    "rag + table": ("rag", "table"),
    "rag + graph + table": ("rag", "graph", "table"),
}
_ALWAYS_RAG = "S2"


class Check(Frozen):
    """A printed figure and what it comes to when it is computed, both in per cent."""

    model: str
    setting: str
    metric: str
    published: float
    computed: float

    @property
    def gap(self) -> float:
        """How far the two are apart, in points."""
        return abs(self.published - self.computed)


def aggregate_checks() -> tuple[Check, ...]:
    """Agg. of Table 4 from Answer, Evidence, Route F1 and Efficiency of its row; no Route is 0."""
    return tuple(_check(row, "aggregate", row.aggregate, _aggregate(row)) for row in table_4())


def answer_checks() -> tuple[Check, ...]:
    """Answer of Table 4 from Table 5, weighted by how many tasks of each type there are."""
    return tuple(
        _check(row, "answer", row.answer, _answer(by_type))
        for row, by_type in zip(table_4(), table_5(), strict=True)
    )


def route_checks() -> tuple[Check, ...]:
    """P, R and F1 of S2 for every model, from the published composition alone."""
    precision, recall, f1 = always_rag_route()
    rows = [row for row in table_4() if row.setting == _ALWAYS_RAG]
    return tuple(
        _check(row, metric, published or 0.0, computed)
        for row in rows
        for metric, published, computed in (
            ("route_precision", row.route_precision, precision),
            ("route_recall", row.route_recall, recall),
            ("route_f1", row.route_f1, f1),
        )
    )


def always_rag_route() -> tuple[float, float, float]:
    """Mean precision, recall and F1, in per cent, of using rag alone on every published task."""
    used = frozenset({"rag"})
    scored = [
        (count_of(name), score_route(frozenset(required), used))
        for name, required in _COMBINATIONS.items()
    ]
    return (
        _weighted((count, 100 * score.precision) for count, score in scored),
        _weighted((count, 100 * score.recall) for count, score in scored),
        _weighted((count, 100 * score.f1) for count, score in scored),
    )


def arithmetic_page() -> str:
    """The page of the documentation: what follows from what, how closely, row by row."""
    parts = (
        "# The paper's arithmetic, redone",
        "This page is written by `python -m generators.paper_arithmetic`, and a test compares the "
        f'two. Published figures are those of "{PAPER}"; computed ones come from our own '
        "`scoring.aggregate.combine` and `scoring.route.score_route`.",
        to_markdown(summary_table()),
        to_markdown(cells_table()),
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def summary_table() -> Table:
    """The three computations, each with its largest gap."""
    precision, recall, f1 = always_rag_route()
    columns = ("What", "Computed from"), ("Figures", "Largest gap", "Where", "Within 0.10")
    return simple_table(
        "paper_arithmetic",
        "What follows from the printed figures (points)",
        [*(Column(name) for name in columns[0]), *(Column(name, True) for name in columns[1])],
        _summary(),
        (f"S2 by the composition: P {precision:.2f}, R {recall:.2f}, F1 {f1:.2f}.",),
    )


def cells_table() -> Table:
    """All 24 cells: aggregate and Answer, published and computed."""
    columns = ("Agg. published", "computed", "gap", "Answer published", "computed", "gap")
    rows = zip(aggregate_checks(), answer_checks(), strict=True)
    return simple_table(
        "paper_arithmetic_cells",
        "Table 4 of the paper from its own columns and from Table 5 (%)",
        (Column("Model"), Column("Setting"), *(Column(name, True) for name in columns)),
        ((one.model, setting_label(one.setting), *_texts(one), *_texts(two)) for one, two in rows),
    )


def _summary() -> Iterator[Sequence[str]]:
    done: tuple[tuple[str, str, Callable[[], tuple[Check, ...]]], ...] = (
        ("Agg. of Table 4", "Answer, Evidence, Route F1 and Eff. of its row", aggregate_checks),
        ("Answer of Table 4", "Table 5 and 213/279/171/488 tasks", answer_checks),
        ("Route P, R, F1 of S2", "the composition, rag being used on every task", route_checks),
    )
    for what, source, checks in done:
        found = checks()
        worst = max(found, key=lambda check: check.gap)
        where = f"{worst.model} {worst.setting} {worst.metric}"
        is_within = all(check.gap <= WITHIN for check in found)
        verdict = "yes" if is_within else "no"
        yield what, source, str(len(found)), f"{worst.gap:.3f}", where, verdict


def _texts(check: Check) -> tuple[str, str, str]:
    return f"{check.published:.1f}", f"{check.computed:.2f}", f"{check.gap:.2f}"


def _check(row: CellFigures, metric: str, published: float, computed: float) -> Check:
    return Check(
        model=row.model,
        setting=row.setting,
        metric=metric,
        published=published,
        computed=computed,
    )


def _aggregate(row: CellFigures) -> float:
    total = combine(
        PAPER_WEIGHTS,
        answer=row.answer / 100,
        evidence=row.evidence / 100,
        route_f1=(row.route_f1 or 0.0) / 100,
        efficiency=row.efficiency / 100,
    )
    return 100 * (total or 0.0)


def _answer(row: TypeFigures) -> float:
    return _weighted((count_of(name), getattr(row, name)) for name in TASK_TYPES)


def _weighted(parts: Iterable[tuple[int, float]]) -> float:
    known = tuple(parts)
    total = sum(count for count, _ in known)
    return math.fsum(count * value for count, value in known) / total
