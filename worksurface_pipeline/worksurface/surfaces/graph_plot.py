"""A picture of a persona's graph: every node and edge of a small one, the tasks of a large one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge
from worksurface_pipeline.worksurface.surfaces import plot_svg as svg
from worksurface_pipeline.worksurface.surfaces.graph_layout import (
    BOX_HEIGHT,
    ROW,
    WIDTH,
    Band,
    Placed,
    lay_out,
)
from worksurface_pipeline.worksurface.surfaces.graph_style import FILLS, ODD, STROKES, legend, line
from worksurface_pipeline.worksurface.surfaces.graph_tasks import plot_tasks
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

MOST_NODES = 150
"""Above this many nodes the labels of a plot could no longer be read on a page."""

# How far an arc between two boxes of one column bends out: at least, by row, at most.
_LEAST_BEND, _BEND_BY_ROW = 26.0, 9.0
_MOST_BEND = {"artifact": 40.0, "input": 150.0, "output": 30.0}
# Moves the arcs of a relation out, and their ends up or down, so that none hides another.
_APART = {"mentions": (0.0, 4.0), "depends_on": (16.0, -4.0), "version_of": (34.0, 0.0)}
_PAD = 8.0
_ODD_FLAGS = frozenset({"reversed", "two_way", "duplicate", "dangling", "self_loop"})


def plot_graph(graph: GraphSet, most_nodes: int = MOST_NODES) -> str:
    """The graph of one persona as SVG; equal graphs give equal bytes."""
    persona = persona_of(graph)
    if len(graph.nodes) > most_nodes:
        return plot_tasks(graph, persona)
    layout = lay_out(graph)
    parts = [
        *_head(graph, persona),
        *(_band(band) for band in layout.bands),
        *_edges(graph, layout.nodes),
        *(_node(node) for _, node in sorted(layout.nodes.items())),
    ]
    return svg.document(WIDTH, layout.height, f"Graph of {persona}", parts)


def persona_of(graph: GraphSet) -> str:
    """Whose graph it is; "" for an empty one."""
    return graph.nodes[0].persona if graph.nodes else ""


def _head(graph: GraphSet, persona: str) -> Iterator[str]:
    counts = f"{len(graph.nodes)} nodes, {len(graph.edges)} edges"
    odd = f", {len(graph.reports)} oddities (edges in red)" if graph.reports else ""
    yield svg.text(20, 26, persona.replace("_", " "), size="16", weight="600")
    yield svg.text(WIDTH - 20, 26, counts + odd, svg.SOFT, anchor="end")
    yield from legend(graph, 20, 48, WIDTH - 20)


def _band(band: Band) -> str:
    return svg.group(
        [
            svg.box(12, band.top, WIDTH - 24, band.height, "#f7f9fa", stroke=svg.LINE),
            svg.text(22, band.top + 18, band.title, weight="600"),
        ]
    )


def _node(node: Placed) -> str:
    fill, border = FILLS[node.kind]
    dashes = "3 2" if node.kind in ("unknown_file", "elsewhere", "schema_group") else ""
    top = node.y - BOX_HEIGHT / 2
    label = svg.fitted(node.label, node.width - 2 * _PAD)
    parts = [
        svg.box(node.x, top, node.width, BOX_HEIGHT, fill, stroke=border, stroke_dasharray=dashes),
        svg.text(node.x + _PAD, node.y + 4, label),
    ]
    return svg.group(parts, node.id)


def _edges(graph: GraphSet, nodes: Mapping[str, Placed]) -> Iterator[str]:
    """Quiet relations first, so that they lie under the others."""
    order = list(STROKES)[::-1]
    shown = [edge for edge in graph.edges if edge.relation in STROKES]
    for edge in sorted(shown, key=lambda edge: order.index(edge.relation)):
        source, target = nodes.get(edge.source), nodes.get(edge.target)
        if source and target:  # a task's edges to its files are its band
            yield _edge(edge, source, target)


def _edge(edge: GraphEdge, source: Placed, target: Placed) -> str:
    is_odd = not _ODD_FLAGS.isdisjoint(edge.flags)
    data, is_left = _curve(edge, source, target)
    parts = [line(data, edge.relation, is_odd)]
    stroke = STROKES[edge.relation]
    is_arc = source.column == target.column
    if stroke.is_directed:
        tip = target.x if not is_left else target.x + target.width
        y = target.y + (_APART.get(edge.relation, (0.0, 0.0))[1] if is_arc else 0.0)
        parts.append(svg.arrow_head(tip, y, is_left, ODD if is_odd else stroke.colour))
    return svg.group(parts, f"{edge.source} {edge.relation} {edge.target}: {edge.reason}")


def _curve(edge: GraphEdge, source: Placed, target: Placed) -> tuple[str, bool]:
    """The curve's data, and whether it comes in from the right (its head then points left)."""
    if source.column == target.column:
        return _arc(edge.relation, source, target), source.column != "artifact"
    if source.x < target.x:
        start, end = source.x + source.width, target.x
        bend = (end - start) / 2
        return _cubic(start, source.y, end, target.y, bend, -bend), False
    start, end = source.x, target.x + target.width
    bend = (start - end) / 2
    return _cubic(start, source.y, end, target.y, -bend, bend), True


def _arc(relation: str, source: Placed, target: Placed) -> str:
    """Between two boxes of one column: at their left for artifacts, else at their right."""
    out, down = _APART.get(relation, (0.0, 0.0))
    rows = abs(source.y - target.y) / ROW
    bend = min(_LEAST_BEND + _BEND_BY_ROW * rows + out, _MOST_BEND[source.column])
    if source.column == "artifact":
        return _cubic(source.x, source.y, target.x, target.y, -bend, -bend)
    x = source.x + source.width
    return _cubic(x, source.y + down, x, target.y + down, bend, bend)


def _cubic(x: float, y: float, to_x: float, to_y: float, bend: float, to_bend: float) -> str:
    points = (x, y, x + bend, y, to_x + to_bend, to_y, to_x, to_y)
    a, b, *rest = (svg.number(value) for value in points)
    return f"M{a} {b}C{' '.join(rest)}"
