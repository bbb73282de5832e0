"""The shapes of a slide in reading order, and their words: text, tables, charts, diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.readers.ooxml import Package, Relation
from worksurface_pipeline.readers.pptx_charts import chart_text
from worksurface_pipeline.readers.pptx_text import body_text, line_of, lines_of, table_text

# Shapes whose tops differ by less (an eighth of an inch, in EMU) stand on one line.
_SAME_LINE = 914400 // 8
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FURNITURE = frozenset({"sldNum", "hdr", "ftr", "dt"})
_TITLES = frozenset({"title", "ctrTitle"})
_LISTS = frozenset({"body", "obj"})
_SHAPES = frozenset(f"{_P}{name}" for name in ("sp", "grpSp", "graphicFrame", "pic", "cxnSp"))
# What a master calls the places that layouts and slides name otherwise.
_MASTER_KINDS = {"ctrTitle": "title", "subTitle": "body", "obj": "body"}

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a layout puts its placeholders, as (top, left) by their index, and by kind."""

    by_index: dict[str, Place]
    by_kind: dict[str, Place]


NO_LAYOUT = Layout({}, {})


def read_layout(root: Any, master: Layout = NO_LAYOUT) -> Layout:
    """The places of a layout, or of a master; what a layout leaves open its master states."""
    by_index: dict[str, Place] = {}
    by_kind = dict(master.by_kind)
    for shape in root.iter(f"{_P}sp"):
        kind, index = _placeholder(shape)
        place = _own_place(shape) or master.by_kind.get(_MASTER_KINDS.get(kind, kind))
        if kind and place:
            by_index.setdefault(index, place)
            by_kind[kind] = place
    return Layout(by_index, by_kind)


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: its tree, its relations and the layout under it."""

    package: Package
    root: Any
    relations: dict[str, Relation]
    layout: Layout

    @property
    def is_hidden(self) -> bool:
        """Whether the show leaves it out."""
        return self.root.get("show") in ("0", "false")

    @property
    def has_picture(self) -> bool:
        """Whether a picture stands on it."""
        return next(self.root.iter(f"{_P}pic"), None) is not None

    def title(self) -> str:
        """The words in the place of the title, on one line."""
        shape = self._title_shape()
        body = None if shape is None else shape.find(f"{_P}txBody")
        return "" if body is None else line_of(body)

    def texts(self) -> Iterator[str]:
        """The words of all shapes but the title, in reading order."""
        title = self._title_shape()
        for shape in self._in_order(self._tree()):
            if shape is not title:
                yield self._shape_text(shape)

    def furniture(self) -> Iterator[str]:
        """Footer texts; slide numbers say nothing."""
        for shape in self._tree().iter(f"{_P}sp"):
            body = shape.find(f"{_P}txBody")
            if _placeholder(shape)[0] in _FURNITURE and body is not None:
                text = line_of(body)
                if text and not text.isdecimal():
                    yield text

    def _tree(self) -> Any:
        return self.root.find(f"{_P}cSld/{_P}spTree")

    def _title_shape(self) -> Any:
        shapes = self._tree().iterchildren(f"{_P}sp")
        return next((shape for shape in shapes if _placeholder(shape)[0] in _TITLES), None)

    def _in_order(self, tree: Any) -> list[Any]:
        """Shapes from top to bottom, those on one line from left to right; no furniture."""
        kept = [shape for shape in _members(tree) if _placeholder(shape)[0] not in _FURNITURE]
        places = [self._place(shape) for shape in kept]
        order = sorted(range(len(kept)), key=lambda n: (places[n][0] // _SAME_LINE, places[n][1]))
        return [kept[number] for number in order]

    def _place(self, shape: Any) -> Place:
        own = _own_place(shape)
        if own is not None:
            return own
        kind, index = _placeholder(shape)
        by_kind = self.layout.by_kind.get(kind, (0, 0))
        return self.layout.by_index.get(index, by_kind) if kind else (0, 0)

    def _shape_text(self, shape: Any) -> str:
        if shape.tag == f"{_P}grpSp":
            inner = (self._shape_text(member) for member in self._in_order(shape))
            return "\n\n".join(text for text in inner if text)
        if shape.tag == f"{_P}graphicFrame":
            return self._frame_text(shape)
        body = shape.find(f"{_P}txBody")
        return "" if body is None else body_text(body, is_list=_placeholder(shape)[0] in _LISTS)

    def _frame_text(self, frame: Any) -> str:
        """What a frame holds: a table, a chart or a diagram (SmartArt)."""
        pieces = [table_text(grid) for grid in frame.iter(f"{_A}tbl")]
        for link in frame.iter(f"{_C}chart"):
            chart = self._part(link.get(f"{_R}id", ""))
            pieces.append("" if chart is None else chart_text(chart))
        for link in frame.iter(f"{_DIAGRAM}relIds"):
            diagram = self._part(link.get(f"{_R}dm", ""))
            lines = () if diagram is None else lines_of(diagram)
            pieces.append("\n".join(f"- {line}" for line in lines))
        return "\n\n".join(piece for piece in pieces if piece)

    def _part(self, key: str) -> Any:
        relation = self.relations.get(key)
        return None if relation is None else self.package.tree(relation.target)


def _members(tree: Any) -> Iterator[Any]:
    """The shapes right below a tree or group, the newest form of each."""
    for node in tree:
        if node.tag in _SHAPES:
            yield node
        elif node.tag == f"{_MC}AlternateContent":
            form = node.find(f"{_MC}Choice")
            yield from _members(node if form is None else form)


def _placeholder(shape: Any) -> tuple[str, str]:
    """Kind and index of a placeholder, ("", "") for any other shape."""
    for properties in shape.iterchildren():
        place = properties.find(f"{_P}nvPr/{_P}ph")
        return ("", "") if place is None else (place.get("type", "obj"), place.get("idx", "0"))
    return "", ""


def _own_place(shape: Any) -> Place | None:
    """(top, left) in EMU, None if the shape leaves it to its layout."""
    for path in (
        f"{_P}spPr/{_A}xfrm/{_A}off",
        f"{_P}xfrm/{_A}off",
        f"{_P}grpSpPr/{_A}xfrm/{_A}off",
    ):
        offset = shape.find(path)
        if offset is not None:
            return int(offset.get("y", "0")), int(offset.get("x", "0"))
    return None
