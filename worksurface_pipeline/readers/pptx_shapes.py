"""The shapes of a slide as Markdown: text, groups, tables, charts and diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.markdown import table

# Shapes whose tops differ by less (an eighth of an inch, in EMU) stand on one line.
_SAME_LINE = 914400 // 8
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
# Numbers of PP_PLACEHOLDER: what stands on every slide, and what holds a list.
_FURNITURE = frozenset({13, 14, 15, 16})
_BODY = frozenset({2, 5, 6, 7})
_GROUP = 6
_PICTURE = 13


def in_reading_order(shapes: Iterable[Any]) -> list[Any]:
    """Shapes from top to bottom, those on one line from left to right; no furniture."""
    kept = [shape for shape in shapes if _placeholder(shape) not in _FURNITURE]
    return sorted(kept, key=lambda shape: ((shape.top or 0) // _SAME_LINE, shape.left or 0))


def furniture_of(slide: Any) -> Iterator[str]:
    """Footer texts of a slide; slide numbers and dates say nothing."""
    for shape in slide.shapes:
        if _placeholder(shape) in _FURNITURE and shape.has_text_frame:
            text = one_line(shape.text_frame.text)
            if text and not text.isdecimal():
                yield text


def has_picture(shapes: Iterable[Any]) -> bool:
    """Whether a picture stands among the shapes or in one of their groups."""
    return any(
        shape.shape_type == _PICTURE or (shape.shape_type == _GROUP and has_picture(shape.shapes))
        for shape in shapes
    )


def shape_text(shape: Any) -> str:
    """The Markdown of one shape, "" if it shows no text."""
    if shape.shape_type == _GROUP:
        inner = (shape_text(member) for member in in_reading_order(shape.shapes))
        return "\n\n".join(text for text in inner if text)
    if getattr(shape, "has_table", False):
        return _table_text(shape.table)
    if getattr(shape, "has_chart", False):
        return _chart_text(shape.chart)
    if shape.has_text_frame:
        return _frame_text(shape.text_frame, is_list=_placeholder(shape) in _BODY)
    return _diagram_text(shape)


def _placeholder(shape: Any) -> int:
    """The number of a placeholder's type, 0 for any other shape."""
    return int(shape.placeholder_format.type or 0) if shape.is_placeholder else 0


def _frame_text(frame: Any, *, is_list: bool) -> str:
    paragraphs = [(paragraph.level, tidy(paragraph.text)) for paragraph in frame.paragraphs]
    filled = [(level, text) for level, text in paragraphs if text.strip()]
    if not is_list or len(filled) < 2:
        return "\n".join(text for _, text in filled)
    return "\n".join("  " * level + "- " + text.replace("\n", " ") for level, text in filled)


def _table_text(grid: Any) -> str:
    rows = [
        ["" if cell.is_spanned else cell.text_frame.text for cell in row.cells] for row in grid.rows
    ]
    return table([row for row in rows if any(text.strip() for text in row)])


def _chart_text(chart: Any) -> str:
    """A chart's title and the numbers behind it, one row a category."""
    title = one_line(chart.chart_title.text_frame.text) if _has_title(chart) else ""
    pieces = [title] if title else []
    for plot in chart.plots:
        names = [str(series.name or "") for series in plot.series]
        columns = [list(series.values) for series in plot.series]
        labels = [str(label) for label in plot.categories]
        height = max([len(labels), *map(len, columns)])
        rows = [
            [_item(labels, number), *(_item(column, number) for column in columns)]
            for number in range(height)
        ]
        pieces.append(table([["", *names], *rows]))
    return "\n\n".join(piece for piece in pieces if piece)


def _has_title(chart: Any) -> bool:
    return bool(chart.has_title) and bool(chart.chart_title.has_text_frame)


def _item(values: list[Any], number: int) -> str:
    """A label or number as short as it is exact; "" where there is none."""
    value = values[number] if number < len(values) else None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _diagram_text(shape: Any) -> str:
    """The words of a diagram (SmartArt), which stand in a part of their own."""
    links = shape._element.iter(f"{_DIAGRAM}relIds")
    lines: list[str] = []
    for link in links:
        part = shape.part.related_part(link.get(f"{_RELATION}dm"))
        lines.extend(_diagram_lines(part.blob))
    return "\n".join(f"- {line}" for line in lines)


def _diagram_lines(data: bytes) -> Iterator[str]:
    from defusedxml.ElementTree import fromstring

    for paragraph in fromstring(data).iter(f"{_DRAWING}p"):
        text = one_line("".join(part.text or "" for part in paragraph.iter(f"{_DRAWING}t")))
        if text:
            yield text
