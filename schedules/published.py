"""What a run of wing one publishes: the report's pages, tables and figures, as they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from resources.workbench import Workbench
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.site.outputs import output_files
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.figures import FigureSet
from worksurface_pipeline.worksurface.analysis.report_model import Report

SITE = "report"
"""The folder of the report's pages."""


def published_files(bench: Workbench) -> Iterator[tuple[str, bytes]]:
    """The valid report, tables and figures, by relative name."""
    yield from chain(_report(bench.lake), _outputs(bench.lake))


def _report(lake: Lake) -> Iterator[tuple[str, bytes]]:
    """Names and contents of what people open: the site's folder, and the report as Markdown."""
    report = lake.current("report")
    if report is not None:
        value = lake.load(report, Report)
        yield from ((f"{SITE}/{name}", data) for name, data in value.site.contents())
        yield "report.md", value.markdown.encode()


def _outputs(lake: Lake) -> Iterator[tuple[str, bytes]]:
    """Names and contents of what people take into a paper."""
    tables, figures = lake.current("result_tables"), lake.current("figures")
    yield from output_files(
        lake.load(tables, ResultTables) if tables else ResultTables(),
        lake.load(figures, FigureSet) if figures else FigureSet(),
    )
