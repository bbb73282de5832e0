"""Results: tables, figures and the report's pages."""

import dagster as dg

from assets.metadata import preview
from assets.mm_step import mm_step_asset
from assets.publishing import Metadata, Published, publish
from resources.mm_evaluation import judging_model
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_people import tables_of_people
from resources.mm_projects import logs_of, scenes_of
from resources.mm_report import site_input
from resources.mm_results import by_key, evaluation_of
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.judging.calibration import Calibration, calibrate
from worksurface_pipeline.mmenterprise.judging.labels import read_labels
from worksurface_pipeline.mmenterprise.pages.addresses import FRONT
from worksurface_pipeline.mmenterprise.pages.site import site
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.mmenterprise.results.figures import figures
from worksurface_pipeline.mmenterprise.results.tables import tables
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements, Retrieved
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.tables import validation_tables
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals
from worksurface_pipeline.mmenterprise.writing.tables import writing_tables
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.files import SiteFiles, pack
from worksurface_pipeline.site.result_tables import ResultTables

GROUP = "mm_results"
Bench = dg.ResourceParam[MmWorkbenchResource]


@mm_step_asset("mm_calibration", GROUP, "json")
def mm_calibration(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_records: Partitions[Writing],
) -> Published:
    """How far exact matching and the judging model agree with the labels of people."""
    bench = workbench.open()

    def compute() -> Calibration:
        labels = read_labels(bench.labels(), bench.labels_place)
        if not labels:
            return Calibration()
        seed = bench.settings.workspace.seed
        with judging_model(bench, "the labelled answers") as judge:
            scenes = scenes_of(mm_records, seed)
            return calibrate(scenes, mm_benchmark.questions, labels, judge, seed)

    return publish(context, bench, compute, _about_calibration)


def _about_calibration(value: Calibration) -> Metadata:
    return {
        "answers": value.answers,
        "lines": preview(
            ("decider", "type", "decided", "standing"),
            ((one.decider, one.type, one.decided, one.standing) for one in value.lines),
        ),
    }


@mm_step_asset("mm_tables", GROUP, "csv")
def mm_tables(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_seed_bundle: Partitions[SeedBundle],
    mm_records: Partitions[Writing],
    mm_retrieved: Partitions[Retrieved],
    mm_judgements: Partitions[Judgements],
    mm_validation: Partitions[Validation],
    mm_proposals: Partitions[Proposals],
    mm_calibration: Calibration,
) -> Published:
    """The paper's tables and all others, as CSV, LaTeX, Markdown and HTML."""
    bench = workbench.open()
    stored = (mm_benchmark, mm_seed_bundle, mm_records, mm_retrieved, mm_judgements)

    def compute() -> ResultTables:
        found = tables(evaluation_of(bench, *stored, mm_calibration))
        more = (
            *writing_tables(logs_of(mm_records), by_key(mm_proposals)),
            *validation_tables(by_key(mm_validation)),
            *tables_of_people(bench),
        )
        return ResultTables(tables=(*found.tables, *more))

    return publish(
        context,
        bench,
        compute,
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


@mm_step_asset("mm_report", GROUP, "html")
def mm_report(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_seeds: FrozenSeeds,
    mm_seed_bundle: Partitions[SeedBundle],
    mm_records: Partitions[Writing],
    mm_record_checks: Partitions[RecordFindings],
    mm_questions: Partitions[QuestionDrafts],
    mm_validation: Partitions[Validation],
    mm_retrieved: Partitions[Retrieved],
    mm_answers: Partitions[Answers],
    mm_judgements: Partitions[Judgements],
    mm_tables: ResultTables,
    mm_figures: FigureSet,
) -> Published:
    """Pages, readable offline, that lead from every number to its question and its evidence."""
    bench = workbench.open()

    def compute() -> SiteFiles:
        given = site_input(
            bench,
            mm_benchmark,
            mm_seeds,
            mm_seed_bundle,
            mm_records,
            mm_record_checks,
            mm_questions,
            mm_validation,
            mm_retrieved,
            mm_answers,
            mm_judgements,
            mm_tables,
            mm_figures,
        )
        return pack(site(given))

    return publish(context, bench, compute, _about_report)


def _about_report(value: SiteFiles) -> Metadata:
    return {
        "files": len(value.listing),
        "bytes": value.size,
        "bytes_of_first_page": value.size_of(FRONT),
    }
