"""Breakdowns of Answer: which way round a table stands."""

from __future__ import annotations

import pytest

from worksurface_pipeline.kernel.stats import mean
from worksurface_pipeline.worksurface.analysis.by_type import (
    Breakdown,
    BucketMean,
    breakdown_table,
)


def means(buckets: int) -> list[BucketMean]:
    return [
        BucketMean(
            model="vendor/model",
            setting=setting,
            bucket=f"family_{number:02}",
            answer=mean([number / 100], ["scored"], ["t"]),
            route_f1=mean([1.0], ["scored"], ["t"]),
        )
        for setting in ("S4", "S5")
        for number in range(buckets)
    ]


@pytest.mark.parametrize(
    ("buckets", "across", "down"), [(12, 13, 2), (13, 3, 13)], ids=["values-across", "values-down"]
)
def test_a_table_is_never_wider_than_a_page(buckets: int, across: int, down: int) -> None:
    table = breakdown_table(means(buckets), Breakdown("derivation", "Answer by derivation"))
    assert (len(table.columns), table.row_count) == (across, down)
    rows = [[cell.text for cell in row.cells] for group in table.groups for row in group.rows]
    assert rows[-1][-1] == f"{float(buckets - 1):.1f}"
    assert {len(row) for row in rows} == {across}
