"""The picture of a large graph: its source tasks, what each holds, and what they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.worksurface.source.ids import natural_key
from worksurface_pipeline.worksurface.surfaces import plot_svg as svg
from worksurface_pipeline.worksurface.surfaces.graph_style import FILLS, ODD, STROKES
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

WIDTH = 1180.0
# More rows than this are put together in the last one.
_MOST_ROWS = 60
_TOP, _ROW, _BAR = 104.0, 22.0, 14.0
_LABEL_X, _BAR_X, _BAR_WIDTH = 196.0, 204.0, 330.0
_COUNT_X, _COUNT_STEP = 590.0, 98.0
# Room at the left for arcs between tasks that share content.
_ARC_X, _MOST_BEND = 76.0, 58.0
_SHOWN = (
    "supports_output",
    "depends_on",
    "mentions",
    "version_of",
    "schema_overlap",
    "shared_artifact",
)
_BAR_KINDS = ("input", "document", "view", "picture", "output", "unknown_file", "schema_group")


@dataclass(slots=True)
class _Row:
    """One task, or all that have no row of their own."""

    name: str
    kinds: Counter[str] = field(default_factory=Counter)
    relations: Counter[str] = field(default_factory=Counter)
    odd: int = 0


def plot_tasks(graph: GraphSet, persona: str) -> str:
    """A row per source task: bars of its nodes, counts of its edges, arcs where tasks share."""
    tasks = sorted({node.task_id for node in graph.nodes}, key=natural_key)
    row_of = {task: min(number, _MOST_ROWS - 1) for number, task in enumerate(tasks)}
    if len(tasks) <= _MOST_ROWS:
        row_of = {task: number for number, task in enumerate(tasks)}
    rows, arcs = _counted(graph, tasks, row_of)
    height = _TOP + _ROW * len(rows) + 20
    most = max((sum(row.kinds.values()) for row in rows), default=1)
    parts = [
        *_head(graph, persona, len(tasks)),
        *_arcs(arcs),
        *(part for number, row in enumerate(rows) for part in _row(number, row, most)),
    ]
    return svg.document(WIDTH, height, f"Tasks of {persona}", parts)


def _counted(
    graph: GraphSet, tasks: Sequence[str], row_of: Mapping[str, int]
) -> tuple[list[_Row], Counter[tuple[int, int]]]:
    names: dict[int, list[str]] = defaultdict(list)
    for task in tasks:
        names[row_of[task]].append(task)
    rows = [
        _Row(f"Task {held[0]}" if len(held) == 1 else f"{len(held)} more tasks")
        for _, held in sorted(names.items())
    ]
    of_node = {node.id: row_of[node.task_id] for node in graph.nodes}
    arcs: Counter[tuple[int, int]] = Counter()
    for node in graph.nodes:
        rows[of_node[node.id]].kinds[node.kind] += node.kind in _BAR_KINDS
    for edge in graph.edges:
        ends = sorted({of_node[end] for end in (edge.source, edge.target) if end in of_node})
        for number in ends:
            rows[number].relations[edge.relation] += 1
        if len(ends) > 1:
            arcs[ends[0], ends[1]] += 1
    for report in graph.reports:
        rows[row_of[report.task_id]].odd += 1
    return rows, arcs


def _head(graph: GraphSet, persona: str, tasks: int) -> Iterator[str]:
    said = f"{tasks} tasks, {len(graph.nodes)} nodes, {len(graph.edges)} edges"
    yield svg.text(20, 26, persona.replace("_", " "), size="16", weight="600")
    yield svg.text(WIDTH - 20, 26, said, svg.SOFT, anchor="end")
    kinds = Counter(node.kind for node in graph.nodes)
    at = 20.0
    for kind in (kind for kind in _BAR_KINDS if kinds[kind]):
        fill, border = FILLS[kind]
        words = f"{kind.replace('_', ' ')} {kinds[kind]}"
        yield svg.box(at, 39, 14, 11, fill, stroke=border)
        yield svg.text(at + 19, 48, words, svg.SOFT)
        at += 37 + svg.width_of(words)
    yield svg.text(20, 68, "Arcs join tasks that hold equal files.", svg.SOFT)
    for place, relation in enumerate(_SHOWN):
        x = _COUNT_X + place * _COUNT_STEP
        words = relation.replace("_", " ")
        yield svg.text(x, _TOP - 12, words, STROKES[relation].colour, anchor="end")
    yield svg.text(WIDTH - 20, _TOP - 12, "oddities", ODD, anchor="end")


def _row(number: int, row: _Row, most: int) -> Iterator[str]:
    y = _TOP + number * _ROW
    yield svg.path(f"M{_ARC_X} {svg.number(y + _ROW)}H{WIDTH - 12}", svg.LINE, stroke_width="0.6")
    label = svg.fitted(row.name, _LABEL_X - _ARC_X - 24)
    yield svg.text(_LABEL_X, y + 15, label, anchor="end")
    yield from _bar(y + (_ROW - _BAR) / 2, row, most)
    for place, relation in enumerate(_SHOWN):
        if row.relations[relation]:
            x = _COUNT_X + place * _COUNT_STEP
            yield svg.text(x, y + 15, f"{row.relations[relation]:,}", anchor="end")
    if row.odd:
        yield svg.text(WIDTH - 20, y + 15, f"{row.odd:,}", ODD, anchor="end")


def _bar(y: float, row: _Row, most: int) -> Iterator[str]:
    x, unit = _BAR_X, _BAR_WIDTH * 0.9 / max(most, 1)
    for kind in _BAR_KINDS:
        width = row.kinds[kind] * unit
        if width:
            fill, border = FILLS[kind]
            hint = f"{row.name}: {kind.replace('_', ' ')} {row.kinds[kind]}"
            yield svg.group([svg.box(x, y, width, _BAR, fill, stroke=border, rx="1")], hint)
            x += width
    yield svg.text(x + 5, y + 11, f"{row.kinds.total():,}", svg.SOFT)


def _arcs(arcs: Counter[tuple[int, int]]) -> Iterator[str]:
    stroke = STROKES["shared_artifact"]
    for (one, other), count in sorted(arcs.items()):
        first, last = _TOP + (one + 0.5) * _ROW, _TOP + (other + 0.5) * _ROW
        bend = min(14 + 3 * (other - one), _MOST_BEND)
        left = svg.number(_ARC_X + 20 - bend)
        start = f"M{_ARC_X + 20} {svg.number(first)}"
        data = f"{start}C{left} {svg.number(first)} {left} {svg.number(last)} {_ARC_X + 20} "
        width = svg.number(min(0.8 + 0.3 * count, 4))
        line = svg.path(data + svg.number(last), stroke.colour, stroke_width=width, opacity="0.7")
        yield svg.group([line], f"{count} equal files")
