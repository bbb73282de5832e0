"""The numbers behind a chart, as a table with one row a category and one column a series."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.markdown import table
from worksurface_pipeline.readers.pptx_text import lines_of

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_CACHES = tuple(f"{_C}{name}" for name in ("strCache", "numCache", "strLit", "numLit"))
_DATE_FORMAT = re.compile(r"y+.*m|m+.*y|d+.*m|m+.*d", re.IGNORECASE)
# The day before the first of Excel's days, as it counts from March 1900 on.
_DAY_ZERO = date(1899, 12, 30)
_LAST_DAY = 2_958_465
_LARGEST = 1e15

Points = Mapping[int, str]


def chart_text(root: Any) -> str:
    """A chart's title and tables, one for each kind of plot in it."""
    chart = root.find(f"{_C}chart")
    if chart is None:
        return ""
    pieces = [_title(chart), *map(_plot_text, _plots(chart))]
    return "\n\n".join(piece for piece in pieces if piece)


def _title(chart: Any) -> str:
    title = chart.find(f"{_C}title")
    if title is None:
        return ""
    return " ".join(lines_of(title)) or one_line(title.findtext(f".//{_C}v") or "")


def _plots(chart: Any) -> Iterator[list[Any]]:
    """The series of each plot that has some."""
    for plot in chart.find(f"{_C}plotArea"):
        series = plot.findall(f"{_C}ser")
        if series:
            yield series


def _plot_text(series: Sequence[Any]) -> str:
    names = [one_line(item.findtext(f"{_C}tx//{_C}v") or "") for item in series]
    values = [_points(_first(item, "val", "yVal"), is_value=True) for item in series]
    labels = next(filter(None, (_labels(_first(item, "cat", "xVal")) for item in series)), {})
    places = sorted({place for points in (labels, *values) for place in points})
    rows = [
        [labels.get(place, ""), *(points.get(place, "") for points in values)] for place in places
    ]
    return table([["", *names], *rows])


def _first(item: Any, *names: str) -> Any:
    found = (item.find(f"{_C}{name}") for name in names)
    return next((node for node in found if node is not None), None)


def _labels(node: Any) -> Points:
    """Categories; those of several levels are joined, the outermost first."""
    levels = [] if node is None else list(node.iter(f"{_C}lvl"))
    if not levels:
        return _points(node, is_value=False)
    inner, *outer = [dict(_raw_points(level)) for level in levels]
    return {
        place: " / ".join([*(_reaching(level, place) for level in reversed(outer)), text])
        for place, text in inner.items()
    }


def _reaching(level: Points, place: int) -> str:
    """The text of an outer level that spans down to `place`."""
    return level.get(max((start for start in level if start <= place), default=-1), "")


def _points(node: Any, *, is_value: bool) -> Points:
    cache = None if node is None else next(node.iter(*_CACHES), None)
    if cache is None:
        return {}
    form = cache.findtext(f"{_C}formatCode") or ""
    is_date = not is_value and _DATE_FORMAT.search(form) is not None
    return {place: _day(text) if is_date else _short(text) for place, text in _raw_points(cache)}


def _raw_points(cache: Any) -> Iterator[tuple[int, str]]:
    for point in cache.iter(f"{_C}pt"):
        yield int(point.get("idx", "0")), one_line(point.findtext(f"{_C}v") or "")


def _short(text: str) -> str:
    """A whole number without its `.0`; all else as it is written."""
    head, dot, tail = text.partition(".")
    is_whole = dot and not tail.strip("0") and head.lstrip("-").isdecimal()
    return head if is_whole and abs(int(head)) < _LARGEST else text


def _day(text: str) -> str:
    """A date that the chart keeps as a number of days."""
    whole = _short(text)
    if not whole.isdecimal() or not 0 < int(whole) <= _LAST_DAY:
        return text
    return (_DAY_ZERO + timedelta(days=int(whole))).isoformat()
