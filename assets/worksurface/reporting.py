"""Result tables, figures, and the report site."""

from collections.abc import Iterable, Iterator, Sequence

import dagster as dg

from assets.metadata import preview
from assets.publishing import Metadata, Published, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.program import program_version
from resources.workbench import Workbench
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.agents.condition import prices_in
from worksurface_pipeline.worksurface.analysis.figures import FigureSet, figure_set
from worksurface_pipeline.worksurface.analysis.paper_gather import artifacts_of, benchmark_facts
from worksurface_pipeline.worksurface.analysis.report import build_report
from worksurface_pipeline.worksurface.analysis.report_gold import (
    GoldFacts,
    after_placebo,
    later_refusals,
)
from worksurface_pipeline.worksurface.analysis.report_model import (
    MAIN_PAGE,
    Report,
    ReportInput,
    ReportLimits,
    RunFacts,
)
from worksurface_pipeline.worksurface.analysis.statistics import analysis_input
from worksurface_pipeline.worksurface.analysis.tables import result_tables as tables_of
from worksurface_pipeline.worksurface.necessity.summary import NecessitySummary
from worksurface_pipeline.worksurface.proposals.sets import PoolSet, ProposalSet
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, ScoreSet
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet
from worksurface_pipeline.worksurface.screening.sets import ScreenedSet, ScreeningReport
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.source.sets import FrozenSource, SharedContentSet
from worksurface_pipeline.worksurface.surfaces.sets import CoverageLedger, GraphSet, SurfaceBundle
from worksurface_pipeline.worksurface.sweep import TrajectorySet, sweep_id
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet, pooled
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet

GROUP = "report"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("result_tables", GROUP, "polars")
def result_tables(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    benchmark: Benchmark,
    shared_contents: SharedContentSet,
    source_lock: FrozenSource,
    pool: PoolSet,
    efficiency_budgets: BudgetSet,
    surface_bundle: Partitions[SurfaceBundle],
    graph: Partitions[GraphSet],
    scores: Partitions[ScoreSet],
) -> Published:
    """The paper's tables and all others, as CSV, LaTeX, Markdown and HTML."""
    bench = workbench.open()
    given = analysis_input(bench.settings, shared_contents.contents)

    def compute() -> ResultTables:
        artifacts, graphs = artifacts_of(surface_bundle), graph.values()
        facts = benchmark_facts(
            bench.settings, source_lock, artifacts, graphs, pool, efficiency_budgets
        )
        groups = tuple(scores.values())
        again = tuple(one for group in groups for one in group.again)
        return tables_of(_all_scores(groups), benchmark.tasks, given, facts, again)

    return publish(
        context,
        bench,
        compute,
        lambda value: {"tables": len(value.tables), "cells": _shown(value)},
    )


def _shown(value: ResultTables) -> dg.MarkdownMetadataValue:
    table = value.named("cells")
    return dg.MetadataValue.md(table.markdown if table else "nothing was scored")


@step_asset("figures", GROUP, "matplotlib")
def figures(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    benchmark: Benchmark,
    scores: Partitions[ScoreSet],
) -> Published:
    """Figures as SVG and PNG, each with the numbers behind it."""
    return publish(
        context,
        workbench.open(),
        lambda: figure_set(_all_scores(scores.values()), benchmark.tasks),
        lambda value: {
            "figures": len(value.figures),
            "preview": preview(("name", "title"), ((f.name, f.title) for f in value.figures)),
        },
    )


@step_asset("report", GROUP, "html")
def report(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    benchmark: Benchmark,
    result_tables: ResultTables,
    figures: FigureSet,
    pool: PoolSet,
    necessity_rates: NecessitySummary,
    agreement: ScreeningReport,
    candidates: Partitions[CandidateSet],
    proposals: Partitions[ProposalSet],
    placebo: Partitions[PlaceboSet],
    verified_tasks: Partitions[VerifiedSet],
    quarantine: Partitions[QuarantineSet],
    screened_tasks: Partitions[ScreenedSet],
    coverage_ledger: Partitions[CoverageLedger],
    graph: Partitions[GraphSet],
    surface_bundle: Partitions[SurfaceBundle],
    trajectories: Partitions[TrajectorySet],
    scores: Partitions[ScoreSet],
) -> Published:
    """A site of pages, readable offline, that leads from every score to its proof and its run."""
    bench = workbench.open()

    def compute() -> Report:
        derived = list(candidates.values())
        verified = list(verified_tasks.values())  # their refusals hold the candidates' too
        held = tuple(one for group in quarantine.values() for one in group.held)
        screened = list(screened_tasks.values())
        gold = GoldFacts(
            held=held,
            placebo=pooled([rate for group in placebo.values() for rate in group.rates]),
            placebo_limit=bench.settings.tasks.placebo_limit,
            proposals=tuple(proposals.values()),
            pool=pool,
            necessity=necessity_rates,
            agreement=agreement,
            card=next((group.card for group in screened), ""),
        )
        return build_report(
            ReportInput(
                run=run_facts(bench, scores.missing),
                tasks=benchmark.tasks,
                scores=_all_scores(scores.values()),
                trajectories=(t for g in trajectories.values() for t in g.trajectories),
                tables=result_tables,
                figures=figures,
                ledger=tuple(e for ledger in coverage_ledger.values() for e in ledger.entries),
                rubric_figures=after_placebo(derived, gold),
                refusals=(
                    *(item for group in verified for item in group.refusals),
                    *(one.refusal for one in pool.refusals),
                    *later_refusals(held),
                    *(item for group in screened for item in group.refused),
                ),
                graphs=tuple(graph.values()),
                bundles=surface_bundle.values(),
                gold=gold,
                prices=prices_in(bench.settings),
                limits=ReportLimits(characters=bench.settings.report.characters),
            )
        )

    return publish(context, bench, compute, _about_report)


def _about_report(value: Report) -> Metadata:
    return {
        "files": len(value.site.listing),
        "bytes": value.site.size,
        "bytes_of_first_page": value.site.size_of(MAIN_PAGE),
        "summary": dg.MetadataValue.md(value.markdown[:20_000]),
    }


def run_facts(bench: Workbench, absent: Sequence[str]) -> RunFacts:
    """What was run and what not: no path and no time, so that equal runs are equal."""
    settings = bench.settings
    frozen = bench.frozen()
    lock = frozen.lock if frozen else None
    condition = settings.condition.model_dump(mode="json")
    facts = [
        ("program", program_version()),
        ("workspace", bench.id),
        ("source", lock.repo if lock else ""),
        ("commit", lock.commit if lock else ""),
        ("tree digest", lock.tree_digest if lock else ""),
        ("models", ", ".join(model.id for model in settings.tested)),
        *_agents(settings),
        ("condition", ", ".join(f"{name}={value}" for name, value in condition.items())),
        ("sweep", sweep_id(settings.condition, settings.sweep.name)),
        ("scoring profile", settings.scoring.profile),
        ("weights", str(settings.scoring.weights)),
        ("reference cell", f"{settings.sweep.reference} S5"),
    ]
    cells = tuple(key.replace("|", " ") for key in absent)
    return RunFacts(workspace=bench.id, facts=tuple(facts), absent=cells)


def _agents(settings: Settings) -> Iterator[tuple[str, str]]:
    """Agents of the user's own, where there are any, with the versions they were run under."""
    if settings.agents:
        said = (f"{agent.model_id} version {agent.version}" for agent in settings.agents)
        yield "agents", ", ".join(said)


def _all_scores(groups: Iterable[ScoreSet]) -> tuple[Score, ...]:
    return tuple(score for group in groups for score in group.scores)
