"""How relations and kinds of nodes look in every plot of a graph, and the legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.surfaces import plot_svg as svg
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet


@dataclass(frozen=True, slots=True)
class Stroke:
    """A relation's line: colour, width, dashes, whether it has a direction, and what it says."""

    colour: str
    width: float
    dashes: str
    is_directed: bool
    meaning: str


STROKES = {
    "supports_output": Stroke("#2a6fdb", 1.3, "", True, "input to output"),
    "depends_on": Stroke("#d9730d", 1.5, "", True, "as the source lists it"),
    "mentions": Stroke("#7a3fb5", 1.3, "5 3", True, "text names file"),
    "version_of": Stroke("#14804a", 2.2, "", True, "newer to older"),
    "schema_overlap": Stroke("#0e7f96", 1.4, "2 3", False, "columns in common"),
    "shared_artifact": Stroke("#c2185b", 1.8, "8 3", False, "equal content"),
    "projected_as": Stroke("#aab3bc", 1.0, "", False, "file to document or view"),
}
"""Lines in the order of the legend; the edges of a task to its files are its band."""

FILLS = {
    "input": ("#ffffff", "#7c8792"),
    "output": ("#fff4dc", "#c98a1b"),
    "document": ("#eaf1fc", "#9db9e6"),
    "view": ("#e3f4ea", "#8fc8a6"),
    "picture": ("#f6ecdf", "#d3b48a"),
    "schema_group": ("#e0f3f6", "#0e7f96"),
    "unknown_file": ("#fdecea", "#b3261e"),
    "elsewhere": ("#f7e6ee", "#c2185b"),
}
"""Fill and border of each kind of node; a file of another persona is `elsewhere`."""

ODD = "#b3261e"
_ITEM_GAP = 18.0


def legend(graph: GraphSet, x: float, y: float, right: float) -> Iterator[str]:
    """The kinds and relations that occur, with their counts, in two lines."""
    kinds = Counter(node.kind for node in graph.nodes)
    at = x
    for kind in (kind for kind in FILLS if kinds[kind]):
        fill, border = FILLS[kind]
        words = f"{kind.replace('_', ' ')} {kinds[kind]}"
        yield svg.box(at, y - 9, 14, 11, fill, stroke=border)
        yield svg.text(at + 19, y, words, svg.SOFT)
        at += 19 + svg.width_of(words) + _ITEM_GAP
    relations = Counter(edge.relation for edge in graph.edges)
    at, line = x, y + 19
    for relation in (relation for relation in STROKES if relations[relation]):
        words = f"{relation} {relations[relation]} ({STROKES[relation].meaning})"
        length = 30 + svg.width_of(words)
        if at + length > right:
            at, line = x, line + 17
        yield _sample(relation, at, line - 4)
        yield svg.text(at + 30, line, words, svg.SOFT)
        at += length + _ITEM_GAP


def _sample(relation: str, x: float, y: float) -> str:
    stroke = STROKES[relation]
    parts = [line(f"M{svg.number(x)} {svg.number(y)}h24", relation)]
    if stroke.is_directed:
        parts.append(svg.arrow_head(x + 26, y, False, stroke.colour))
    return svg.group(parts)


def line(data: str, relation: str, is_odd: bool = False) -> str:
    """The line of a relation; red where the source's edge is odd."""
    stroke = STROKES[relation]
    colour = ODD if is_odd else stroke.colour
    return svg.path(
        data, colour, stroke_width=svg.number(stroke.width), stroke_dasharray=stroke.dashes
    )
