"""The graphs of a report: a picture per persona, and what is odd in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.table import Column, Table, simple_table
from worksurface_pipeline.worksurface.surfaces.graph_plot import persona_of, plot_graph
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet


@dataclass(frozen=True, slots=True)
class GraphPart:
    """The graph of a persona: its picture as a file of the site, and what a page shows of it."""

    persona: str
    title: str
    file: tuple[str, bytes]
    body: Markup


def graph_parts(graphs: Sequence[GraphSet], limit: int) -> Iterator[GraphPart]:
    """A part for each persona, by name."""
    for graph in sorted(graphs, key=persona_of):
        persona = persona_of(graph)
        title = f"{len(graph.nodes)} nodes, {len(graph.edges)} edges"
        table = pieces.table_html(oddity_table(graph, limit)) if graph.reports else Markup("")
        file = f"figures/graph-{short(digest_text(persona))}.svg"
        shown = pieces.picture(file, f"Graph of {plain_label(persona)}: {title}", table)
        yield GraphPart(persona, title, (file, pieces.visible(plot_graph(graph)).encode()), shown)


def oddity_table(graph: GraphSet, limit: int) -> Table:
    """What is odd in a graph; at most `limit` rows, saying how many are left out."""
    rows = ((item.task_id, plain_label(item.kind), item.detail) for item in graph.reports[:limit])
    left = len(graph.reports) - limit
    notes = (f"{left} more stand in the graph's reports.",) if left > 0 else ()
    columns = (Column("Source task"), Column("Kind"), Column("What is odd"))
    title = f"{len(graph.reports)} oddities; no edge was dropped"
    return simple_table("oddities", title, columns, rows, notes)
