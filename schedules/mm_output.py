"""What a run of wing two leaves for people: the report, tables and figures at a stable place."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import chain
from pathlib import Path

from resources.mm_workbench import MmWorkbench
from schedules.aligned import aligned
from schedules.exported import export_files
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.mmenterprise.pages.addresses import FRONT
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.files import SiteFiles
from worksurface_pipeline.site.outputs import INDEX, output_files
from worksurface_pipeline.site.result_tables import ResultTables

_SITE = "report"  # the folder of the report's pages, below the stable place


def published_files(bench: MmWorkbench) -> Iterator[tuple[str, bytes]]:
    """The valid report, tables and figures, by relative name."""
    yield from chain(_pages(bench.lake), _outputs(bench.lake))


def export_mm_report(bench: MmWorkbench) -> Path:
    """Copy the valid report, tables and figures to a stable place; the path of what to open."""
    folder = export_files(bench.lake, published_files(bench))
    page = folder / _SITE / FRONT
    return page if page.exists() else folder / INDEX


def _pages(lake: Lake) -> Iterator[tuple[str, bytes]]:
    report = lake.current("mm_report")
    if report is not None:
        site = lake.load(report, SiteFiles)
        yield from ((f"{_SITE}/{name}", data) for name, data in site.contents())


def _outputs(lake: Lake) -> Iterator[tuple[str, bytes]]:
    tables, figures = lake.current("mm_tables"), lake.current("mm_figures")
    yield from output_files(
        lake.load(tables, ResultTables) if tables else ResultTables(),
        lake.load(figures, FigureSet) if figures else FigureSet(),
    )


_SHOWN: Mapping[str, str] = {
    "extraction": "extr.",
    "attribution": "attr.",
    "computation": "comput.",
    "comparison": "compar.",
    "interpretation": "interp.",
    "cross_source_conflict": "cross",
    "temporal_conflict": "temp.",
    "unanswerable": "unans.",
    "overall": "all",
}
_COUNTED = ("scored", "unscored", "errors")


def mm_summary(tables: ResultTables) -> Iterator[str]:
    """The short table at the end of a run: one line a cell, shares right in per cent."""
    cells = tables.named("cells")
    groups: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in csv.DictReader(StringIO(cells.csv)) if cells else ():
        key = (row["model"], f"{row['k']}@{row['retriever']}")
        groups.setdefault(key, {})[row["bucket"]] = row
    heads = ("model", "units", *_SHOWN.values(), "n", "unsc.", "err.")
    return aligned(heads, [_line(key, rows) for key, rows in groups.items()])


def _line(key: tuple[str, str], rows: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    figures = (_figure(rows[name]["value"] if name in rows else "") for name in _SHOWN)
    whole = rows.get("overall", {})
    return (*key, *figures, *(whole.get(name, "") for name in _COUNTED))


def _figure(text: str) -> str:
    return f"{100 * float(text):.1f}" if text else "\u2013"
