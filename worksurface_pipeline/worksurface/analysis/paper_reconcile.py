"""Published, ours, the difference, and what bears on it: where both speak of the same thing.

There is such a table when the public source was built from, or the public release imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.labels import NO_ROUTE, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv
from worksurface_pipeline.worksurface.analysis.cells import METRICS, CellRow
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.paper_facts import (
    BenchmarkFacts,
    is_public_release,
    own_counts,
)
from worksurface_pipeline.worksurface.analysis.paper_numbers import (
    COUNTS,
    PAPER,
    SOURCE_REPO,
    table_4,
)
from worksurface_pipeline.worksurface.analysis.paper_reasons import (
    MEANINGS,
    Reason,
    count_reasons,
    published_id,
    score_reasons,
)
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_TENTH = 0.05  # points: a mean that prints as the published one differs by no more
_NOTES = (
    f'Published: "{PAPER}".',
    "A reason names a recorded difference that bears on the figure; it does not say how much of "
    "the gap is due to it.",
)


class Compared(Frozen):
    """One published figure beside ours. Counts are as they are, means in per cent."""

    place: str
    quantity: str
    published: float
    ours: float | None
    decimals: int
    reasons: tuple[Reason, ...]

    @property
    def difference(self) -> float | None:
        """Ours less the published one."""
        return None if self.ours is None else self.ours - self.published


def is_reconcilable(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> bool:
    """Whether the benchmark comes from the paper's source, or is the paper's release."""
    return bool(tasks) and (facts.repo == SOURCE_REPO or is_public_release(tasks, facts))


def reconciled(
    tasks: Sequence[AtomicTask], facts: BenchmarkFacts, rows: Sequence[CellRow]
) -> tuple[Compared, ...]:
    """All counts, then the cells of models that the paper has too."""
    return (*_counts(tasks, facts), *_cells(tasks, facts, rows))


def reconciliation_table(compared: Sequence[Compared]) -> Table:
    """The figures under the places where they are published."""
    groups: dict[str, list[Row]] = {}
    for item in compared:
        groups.setdefault(item.place, []).append(_row(item))
    columns = (
        Column("What"),
        Column("Published", is_number=True),
        Column("Ours", is_number=True),
        Column("Difference", is_number=True),
        Column("What bears on it"),
    )
    title = "Published figures and ours"
    body = tuple(RowGroup(place, tuple(rows)) for place, rows in groups.items())
    return Table("reconciliation", title, columns, body, (*_NOTES, _legend(compared)))


def _legend(compared: Sequence[Compared]) -> str:
    """What the words that stand in the table mean."""
    used = {reason for item in compared for reason in item.reasons}
    said = (f"{reason}: {meaning}" for reason, meaning in MEANINGS.items() if reason in used)
    return f"{'; '.join(said)}." if used else "Nothing differs."


def reconciliation_csv(compared: Sequence[Compared]) -> str:
    """The figures as CSV."""
    head = ("place", "what", "published", "ours", "difference", "reasons")
    lines = (
        (one.place, one.quantity, one.published, one.ours, one.difference, "; ".join(one.reasons))
        for one in compared
    )
    return to_csv(head, lines)


def _counts(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> Iterator[Compared]:
    own = own_counts(tasks, facts)
    for figure in COUNTS:
        ours = own[figure.quantity]
        if ours is None:
            reasons: tuple[Reason, ...] = (Reason.UNKNOWN_HERE,)
        elif ours == figure.value:
            reasons = ()
        else:
            reasons = count_reasons(figure.quantity, tasks, facts)
        yield Compared(
            place=figure.place,
            quantity=figure.quantity,
            published=figure.value,
            ours=ours,
            decimals=0,
            reasons=reasons,
        )


def _cells(
    tasks: Sequence[AtomicTask], facts: BenchmarkFacts, rows: Sequence[CellRow]
) -> Iterator[Compared]:
    printed = {(cell.model, cell.setting): cell for cell in table_4()}
    for row in rows:
        cell = printed.get((published_id(row.model), row.setting))
        for metric in METRICS if cell else ():
            published: float | None = getattr(cell, metric)
            if published is not None:
                yield _score(row, metric, published, tasks, facts)


def _score(
    row: CellRow,
    metric: str,
    published: float,
    tasks: Sequence[AtomicTask],
    facts: BenchmarkFacts,
) -> Compared:
    value = row.mean(metric).value
    ours = None if value is None else 100 * value
    if ours is None:
        reasons: tuple[Reason, ...] = (Reason.UNKNOWN_HERE,)
    elif abs(ours - published) <= _TENTH:
        reasons = ()
    else:
        reasons = score_reasons(metric, row, tasks, facts)
    return Compared(
        place=f"Table 4, {row.model}",
        quantity=f"{setting_label(row.setting)}: {plain_label(metric)}",
        published=published,
        ours=ours,
        decimals=1,
        reasons=reasons,
    )


def _row(item: Compared) -> Row:
    difference = item.difference
    is_equal = difference is not None and not item.reasons
    figures = (
        f"{item.published:,.{item.decimals}f}",
        NO_ROUTE if item.ours is None else f"{item.ours:,.{item.decimals}f}",
        "0" if is_equal else NO_ROUTE if difference is None else _signed(difference, item.decimals),
        "equal" if is_equal else ", ".join(item.reasons),
    )
    return Row((Cell(item.quantity), *(Cell(text) for text in figures)))


def _signed(difference: float, decimals: int) -> str:
    return f"{difference:+,.{decimals}f}"
