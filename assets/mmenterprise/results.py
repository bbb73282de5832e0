"""Results: tables, figures and the report's pages."""

import dagster as dg

from assets.metadata import preview
from assets.mm_step import mm_step_asset
from assets.publishing import Metadata, Published, publish
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_results import evaluation_of
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.results.figures import figures
from worksurface_pipeline.mmenterprise.results.tables import tables
from worksurface_pipeline.mmenterprise.schema.evaluation import Judgements, Retrieved
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.result_tables import ResultTables

GROUP = "mm_results"
Bench = dg.ResourceParam[MmWorkbenchResource]


@mm_step_asset("mm_tables", GROUP, "csv")
def mm_tables(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_seed_bundle: Partitions[SeedBundle],
    mm_records: Partitions[Writing],
    mm_retrieved: Partitions[Retrieved],
    mm_judgements: Partitions[Judgements],
) -> Published:
    """The paper's tables and all others, as CSV, LaTeX, Markdown and HTML."""
    bench = workbench.open()
    stored = (mm_benchmark, mm_seed_bundle, mm_records, mm_retrieved, mm_judgements)
    return publish(
        context,
        bench,
        lambda: tables(evaluation_of(bench, *stored)),
        lambda value: {"tables": len(value.tables), "cells": _shown(value)},
    )


def _shown(value: ResultTables) -> dg.MarkdownMetadataValue:
    table = value.named("cells")
    return dg.MetadataValue.md(table.markdown if table else "nothing was judged")


@mm_step_asset("mm_figures", GROUP, "matplotlib")
def mm_figures(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_seed_bundle: Partitions[SeedBundle],
    mm_records: Partitions[Writing],
    mm_retrieved: Partitions[Retrieved],
    mm_judgements: Partitions[Judgements],
) -> Published:
    """Figures as SVG and PNG, each with the numbers behind it."""
    bench = workbench.open()
    stored = (mm_benchmark, mm_seed_bundle, mm_records, mm_retrieved, mm_judgements)
    return publish(context, bench, lambda: figures(evaluation_of(bench, *stored)), _about_figures)


def _about_figures(value: FigureSet) -> Metadata:
    return {
        "figures": len(value.figures),
        "preview": preview(("name", "title"), ((f.name, f.title) for f in value.figures)),
    }
