"""Where the nodes of a small graph stand: a band per source task, a column per kind of node.

From left to right: what files became, input files, output files. An input stands beside what it
became; files of other personas have a band of their own at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

WIDTH = 1180.0
TOP = 96.0
ROW = 24.0
BOX_HEIGHT = 19.0
BAND_HEAD = 28.0
BAND_FOOT = 10.0
# Left edge and width of the columns; between them runs what connects them.
COLUMNS = {"artifact": (64.0, 280.0), "input": (410.0, 280.0), "output": (880.0, 248.0)}

_COLUMN_OF = {
    "document": "artifact",
    "view": "artifact",
    "picture": "artifact",
    "schema_group": "artifact",
    "output": "output",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A node's box: its kind, label, column, left edge and middle."""

    id: str
    kind: str
    label: str
    column: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Band:
    """A source task with the stretch that its nodes take."""

    title: str
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything in its place."""

    nodes: Mapping[str, Placed]
    bands: tuple[Band, ...]
    height: float


def lay_out(graph: GraphSet) -> Layout:
    """Places of all nodes, the same for equal graphs."""
    by_task: dict[str, list[GraphNode]] = defaultdict(list)
    for node in graph.nodes:
        by_task[node.task_id].append(node)
    became = _became(graph.edges)
    nodes: dict[str, Placed] = {}
    bands, top = [], TOP
    for task in sorted(by_task, key=natural_key):
        placed, height = _band(by_task[task], became, top + BAND_HEAD)
        nodes.update(placed)
        bands.append(Band(_title(task, by_task[task]), top, height))
        top += height + BAND_FOOT
    elsewhere = sorted(_ends(graph.edges) - {node.id for node in graph.nodes})
    if elsewhere:
        rows = [(name, "elsewhere", name) for name in elsewhere]
        nodes.update(_column("input", rows, top + BAND_HEAD))
        height = BAND_HEAD + ROW * len(rows) + BAND_FOOT
        bands.append(Band("Files of other personas", top, height))
        top += height + BAND_FOOT
    return Layout(nodes, tuple(bands), top + BAND_FOOT)


def _band(
    nodes: Sequence[GraphNode], became: Mapping[str, Sequence[str]], top: float
) -> tuple[dict[str, Placed], float]:
    """The nodes of one task, and the height of its band."""
    labels = {node.id: node for node in nodes}
    inputs = [node for node in nodes if node.kind in ("input", "unknown_file")]
    placed: dict[str, Placed] = {}
    row = 0.0
    for node in inputs:
        own = [labels[name] for name in became.get(node.id, ()) if name in labels]
        placed.update(_column("artifact", [_row(item) for item in own], top + row * ROW))
        middle = row + (max(len(own), 1) - 1) / 2
        placed.update(_column("input", [_row(node)], top + middle * ROW))
        row += max(len(own), 1)
    groups = [_row(node) for node in nodes if node.kind == "schema_group"]
    placed.update(_column("artifact", groups, top + row * ROW))
    row += len(groups)
    outputs = [_row(node) for node in nodes if node.kind == "output"]
    first = max(row - len(outputs), 0.0) / 2
    placed.update(_column("output", outputs, top + first * ROW))
    rows = max(row, float(len(outputs)), 1.0)
    return placed, BAND_HEAD + rows * ROW + BAND_FOOT


def _column(
    column: str, rows: Sequence[tuple[str, str, str]], top: float
) -> Iterator[tuple[str, Placed]]:
    x, width = COLUMNS[column]
    for number, (name, kind, label) in enumerate(rows):
        y = top + number * ROW + ROW / 2
        yield name, Placed(name, kind, label, column, x, y, width)


def _row(node: GraphNode) -> tuple[str, str, str]:
    is_artifact = _COLUMN_OF.get(node.kind) == "artifact" and node.kind != "schema_group"
    label = node.label.removeprefix(f"t{node.task_id}__") if is_artifact else node.label
    return node.id, node.kind, label


def _became(edges: Sequence[GraphEdge]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        if edge.relation == "projected_as":
            found[edge.source].append(edge.target)
    return {source: sorted(targets) for source, targets in found.items()}


def _ends(edges: Sequence[GraphEdge]) -> set[str]:
    return {end for edge in edges for end in (edge.source, edge.target)}


def _title(task: str, nodes: Sequence[GraphNode]) -> str:
    inputs = sum(node.kind == "input" for node in nodes)
    outputs = sum(node.kind == "output" for node in nodes)
    return f"Task {task} requires {inputs} files and produces {outputs}"
