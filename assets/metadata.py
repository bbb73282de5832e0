"""Materialization metadata: counts, failures by reason, ten-row previews and small plots."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dagster as dg

PREVIEW_ROWS = 10
_CELL = 80  # characters of a preview cell


def preview(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> dg.MarkdownMetadataValue:
    """The first ten rows as a Markdown table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for _, row in zip(range(PREVIEW_ROWS), rows, strict=False):
        lines.append("| " + " | ".join(_cell(value) for value in row) + " |")
    return dg.MetadataValue.md("\n".join(lines))


def counts(values: Iterable[object]) -> dg.JsonMetadataValue:
    """How often each value occurs, most frequent first."""
    found = Counter(str(value) for value in values)
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return dg.MetadataValue.json(dict(ordered))


def bar_plot(title: str, values: Mapping[str, float]) -> dg.MarkdownMetadataValue:
    """A small horizontal bar chart as an inline picture."""
    from matplotlib.figure import Figure  # half a second to import, wanted only here

    names = list(values)
    figure = Figure(figsize=(5.0, 0.6 + 0.28 * max(len(names), 1)), layout="constrained")
    axes = figure.subplots()
    axes.barh(names[::-1], [values[name] for name in names[::-1]], color="#4269d0")
    axes.set_title(title, fontsize=9)
    axes.tick_params(labelsize=8)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=80, metadata={"Software": None})
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{data})")


def svg_plot(title: str, svg: str) -> dg.MarkdownMetadataValue:
    """An SVG of the library as an inline picture."""
    data = base64.b64encode(svg.encode("utf-8")).decode("ascii")
    return dg.MetadataValue.md(f"![{title}](data:image/svg+xml;base64,{data})")


def count_plot(title: str, values: Iterable[object]) -> dg.MarkdownMetadataValue:
    """A bar chart of how often each value occurs."""
    found = Counter(str(value) for value in values)
    return bar_plot(title, {name: float(found[name]) for name in sorted(found)})


def _cell(value: Any) -> str:
    text = str(value).replace("|", "\\|").replace("\n", " ")
    return text if len(text) <= _CELL else text[: _CELL - 1] + "…"
