"""`make bench SUITE=coverage`: simulates docs/coverage.csv anew and writes docs/coverage.md.

`--check` simulates with another seed and compares; `--data-sets N` makes it quicker or finer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.coverage import (
    DATA_SETS,
    LEVEL,
    RELEASE_SIZES,
    REPLICATES,
    Row,
    World,
    worlds,
)
from benchmarks.coverage_table import (
    SEED,
    coverage_csv,
    disagreements,
    edge,
    read_rows,
    simulated,
)
from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.site.interval_cells import (
    LEAST_CHANGED,
    LEAST_CLUSTERS,
    METHOD_NAMES,
    NEAR_BOUND,
)
from worksurface_pipeline.site.table import Column, Table, simple_table, to_markdown
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

DOCS = Path(__file__).resolve().parents[1] / "docs"
HOLDS = 0.93
"""The least coverage that is called holding: two points below the level asked."""


def page(rows: Sequence[Row]) -> str:
    """The page: what is used where, where nothing holds, and all rows."""
    own = set(worlds())
    table = [row for row in rows if row.world in own]
    at_edge = [row for row in rows if row.world in set(edge())]
    away = [row for row in rows if row.world.rising is not None]
    method = AnalysisSettings().method
    return "\n".join(
        (
            _OPENING.format(
                level=f"{100 * LEVEL:g}",
                replicates=f"{REPLICATES:,}",
                data_sets=f"{min(row.data_sets for row in rows):,}",
                sizes=", ".join(map(str, sorted(RELEASE_SIZES))),
                shown=METHOD_NAMES[method],
                holds=f"{100 * HOLDS:g}",
            ),
            to_markdown(_summary(table)),
            _RULE.format(
                near=NEAR_BOUND, far=1 - NEAR_BOUND, least=LEAST_CLUSTERS, changed=LEAST_CHANGED
            ),
            to_markdown(_rows_table("edge", "At the edge of the rule (%)", at_edge)),
            to_markdown(_paired_table(away)),
            to_markdown(_rows_table("coverage", "All rows of means (%)", table)),
        )
    )


_OPENING = """# How often the intervals hold

Written by `make bench SUITE=coverage` from the simulation in `benchmarks/coverage.py`; the same
figures stand in `coverage.csv`, and `make prove` compares them with a run of another seed.

A data set has 10, 30 or 100 clusters (source tasks) in one or five strata (personas). The sizes of
the clusters are drawn from those of our own releases of the embedded sample and of a second
set of workspaces: {sizes} tasks.

Scores are 0 or 1, beta-binomial, with the given mean and correlation within clusters. An interval
of the task mean at {level} % is made by the percentile bootstrap (the paper's), by BCa and by
cluster-t, with {replicates} replicates, and the share of {data_sets} data sets is counted whose
interval holds the true mean. Behind ± stands the standard error of that share.

**Shown by default is {shown}**: it is nowhere clearly behind in the middle of the scale, and with
few source tasks it is the only one that holds. The bootstrap methods draw as many clusters as a
stratum has, which is too narrow by a factor of (n - 1)/n in every stratum of n: with two source
tasks a persona it loses half of the variance. Near 0 and 1 BCa is the least wrong, and none holds.
A method is said to hold where it reaches {holds} % in every row.
"""

_RULE = """## When an interval is headed "indicative"

Under 20 source tasks; where the mean is below {near:g} or above {far:g}; and where the number of
source tasks times the mean's distance from 0 or 1 is below {least}. What passes this rule is
covered as below, at its edge; all else is shown, but carries a mark.

A paired difference is headed so under 20 source tasks, and where their number times the share of
tasks whose score changed is below {changed}. Its table has differences of such scores, with the
share of tasks that change and, of these, the share that rise. Where half rise there is no
difference, and what is missing to 100 is how often a test at 5 % claims one: cluster-t, whose p
the confirmatory contrasts use, keeps its level there in every row.
"""


def _summary(rows: Sequence[Row]) -> Table:
    """The least coverage of each method by clusters and mean, over correlations and strata."""
    keys = sorted({(row.world.clusters, row.world.mean) for row in rows})
    lines = []
    for clusters, mean in keys:
        own = [row for row in rows if (row.world.clusters, row.world.mean) == (clusters, mean)]
        least = {
            method: min(row.covered for row in own if row.method is method) for method in Method
        }
        holding = [METHOD_NAMES[method] for method in Method if least[method] >= HOLDS]
        figures = (f"{100 * least[method]:.1f}" for method in Method)
        lines.append((str(clusters), f"{mean:g}", *figures, ", ".join(holding) or "none"))
    columns = (
        *(Column(name, True) for name in ("Clusters", "Mean")),
        *(Column(METHOD_NAMES[method], True) for method in Method),
        Column("Holds"),
    )
    title = "Least coverage over both correlations, with and without strata (%)"
    return simple_table("summary", title, columns, lines)


def _rows_table(name: str, title: str, rows: Sequence[Row]) -> Table:
    """A line for each world, methods across; the data sets without spread last."""
    keys = sorted(dict.fromkeys(row.world for row in rows), key=_order)
    found = {(row.world, row.method): row for row in rows}
    columns = (
        *(Column(name, True) for name in ("Clusters", "Strata", "Correlation", "Mean")),
        *(Column(METHOD_NAMES[method], True) for method in Method),
        Column("No spread", True),
    )
    lines = (
        (
            *(str(world.clusters), str(world.strata), f"{world.correlation:g}", f"{world.mean:g}"),
            *(_covered(found[world, method]) for method in Method),
            f"{100 * found[world, Method.CLUSTER_T].none:.1f}",
        )
        for world in keys
    )
    notes = ("No spread: data sets in which every cluster has the same mean; all methods miss.",)
    return simple_table(name, title, columns, lines, notes)


def _order(world: World) -> tuple[float, ...]:
    return world.clusters, world.mean, world.rising or 0, world.correlation, world.strata


def _paired_table(rows: Sequence[Row]) -> Table:
    """Paired differences: a line for each world, methods across."""
    found = {(row.world, row.method): row for row in rows}
    keys = sorted(dict.fromkeys(row.world for row in rows), key=_order)
    heads = ("Clusters", "Strata", "Correlation", "Changed", "Rising")
    lines = (
        (
            *(str(world.clusters), str(world.strata), f"{world.correlation:g}"),
            *(f"{world.mean:g}", f"{world.rising:g}"),
            *(_covered(found[world, method]) for method in Method),
        )
        for world in keys
    )
    columns = (
        *(Column(name, True) for name in heads),
        *(Column(METHOD_NAMES[method], True) for method in Method),
    )
    return simple_table("differences", "Paired differences (%)", columns, lines)


def _covered(row: Row) -> str:
    return f"{100 * row.covered:.1f} ± {100 * row.error:.1f}"


def main(arguments: list[str]) -> int:
    """Writes page and table, or compares them with a run of another seed."""
    parser = argparse.ArgumentParser(prog="coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--data-sets", type=int, default=DATA_SETS)
    chosen = parser.parse_args(arguments)
    if chosen.check:
        stored = read_rows((DOCS / "coverage.csv").read_text(encoding="utf-8"))
        found = disagreements(stored, simulated(chosen.data_sets, SEED + 1))
        said = "\n".join(found) or "docs/coverage.csv agrees with a run of another seed"
        sys.stdout.write(f"{said}\n")
        return 1 if found else 0
    text = coverage_csv(simulated(chosen.data_sets))
    (DOCS / "coverage.csv").write_text(text, encoding="utf-8", newline="\n")
    (DOCS / "coverage.md").write_text(page(read_rows(text)), encoding="utf-8", newline="\n")
    sys.stdout.write("docs/coverage.csv and docs/coverage.md are written\n")
    return 0
