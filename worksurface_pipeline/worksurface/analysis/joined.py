"""Source tasks that share content, as one cluster: a sensitivity run of the intervals.

Tasks over the same file may be right or wrong together, whichever source task they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import networkx as nx
import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.site.interval_cells import METHOD_HEAD, interval_text, method_values
from worksurface_pipeline.site.labels import is_self_test, percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast, contrasts
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.steps import Kind
from worksurface_pipeline.worksurface.analysis.study import Study, columns_of
from worksurface_pipeline.worksurface.schema.source import SharedContent
from worksurface_pipeline.worksurface.tasks.graph_shared import task_of

Line = tuple[str, str, Estimate, Estimate]
"""Model, what is estimated, and its estimates over source tasks and over joined ones."""


def joined_clusters(contents: Iterable[SharedContent]) -> dict[str, str]:
    """The cluster of each source task that shares a content with another: all their names."""
    graph: nx.Graph[str] = nx.Graph()
    for content in contents:
        tasks = sorted({task_of(member) for member in content.members} - {""})
        nx.add_path(graph, tasks)
    parts = [sorted(part) for part in nx.connected_components(graph)]
    return {task: "+".join(part) for part in parts if len(part) > 1 for task in part}


def joined_lines(made: Study, joined: Study, values: pl.DataFrame) -> tuple[Line, ...]:
    """Answer of every cell and every confirmatory difference, under both clusterings."""
    keys = ("model", "setting")
    apart = made.estimates(columns_of(made, values, keys, ("answer",)))
    together = joined.estimates(columns_of(joined, values, keys, ("answer",)))
    cells = sorted(apart, key=lambda item: (is_self_test(item[0][0]), item))
    found = [(key[0], setting_label(key[1]), apart[key, n], together[key, n]) for key, n in cells]
    pairs = zip(_confirmatory(made, values), _confirmatory(joined, values), strict=True)
    found += [(one.model, _name(one), one.scored, other.scored) for one, other in pairs]
    return tuple(found)


def _confirmatory(made: Study, values: pl.DataFrame) -> list[Contrast]:
    found = contrasts(made, values)
    return [one for one in found if one.step.kind is Kind.CONFIRMATORY]


def _name(one: Contrast) -> str:
    return f"{one.step.before} → {one.step.after}, difference"


def joined_table(lines: Sequence[Line], made: Study, joined: Study) -> Table:
    """Both intervals of Answer side by side."""
    method = made.settings.method
    numbers = ("Answer", "By source task", "Joined")
    rows = (
        (
            model,
            Row(
                (
                    Cell(what),
                    Cell(percent(apart.value)),
                    Cell(interval_text(apart.bounds[method])),
                    Cell(interval_text(together.bounds[method])),
                )
            ),
        )
        for model, what, apart, together in lines
    )
    return Table(
        name="joined_clusters",
        title="Sensitivity: source tasks that share content as one cluster (%)",
        columns=(Column("Setting or step"), *(Column(name, True) for name in numbers)),
        groups=grouped(rows),
        notes=(
            f"{len(made.plan.clusters)} source tasks make {len(joined.plan.clusters)} clusters: "
            f"{_parts(joined.cluster_of)}. A finding that hangs on the clustering is none.",
        ),
    )


def joined_csv(lines: Sequence[Line]) -> str:
    """One line per figure and clustering, with all intervals."""
    head = ("model", "what", "clusters", "n_clusters", "value", *METHOD_HEAD)
    rows = (
        (model, what, name, one.clusters, one.value, *method_values(one))
        for model, what, apart, together in lines
        for name, one in (("source task", apart), ("joined", together))
    )
    return to_csv(head, rows)


def _parts(cluster_of: Mapping[str, str]) -> str:
    several = sorted({name for task, name in cluster_of.items() if name != task})
    return ", ".join(several)
