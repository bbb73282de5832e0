"""What all personas' tasks come together in: procedures, the pool of candidates, the benchmark."""

from collections.abc import Iterator

import dagster as dg

from assets.metadata import bar_plot, count_plot, counts, preview
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.workbench import Workbench
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.worksurface.proposals.filling import fill_pool, pool_policy
from worksurface_pipeline.worksurface.proposals.own import read_questions, unknown_tasks
from worksurface_pipeline.worksurface.proposals.procedures import find_procedures, with_skills
from worksurface_pipeline.worksurface.proposals.sets import PoolSet, ProcedureSet
from worksurface_pipeline.worksurface.screening.sets import ScreenedSet
from worksurface_pipeline.worksurface.source.sets import SourceTaskSet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark, assemble
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet, pooled
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet

GROUP = "tasks"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("procedures", GROUP, "json")
def procedures(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: Partitions[SourceTaskSet],
) -> Published:
    """What rubrics of several source tasks ask alike, as texts without any task's values."""
    return publish(
        context,
        workbench.open(),
        lambda: find_procedures([task for one in source_tasks.values() for task in one.tasks]),
        _about_procedures,
    )


def _about_procedures(value: ProcedureSet) -> Metadata:
    return {
        "procedures": len(value.procedures),
        "preview": preview(
            ("name", "source tasks", "rubrics", "text"),
            ((one.name, len(one.tasks), one.rubrics, one.text) for one in value.procedures),
        ),
    }


@step_asset("pool", GROUP, "json")
def pool(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    verified_tasks: Partitions[VerifiedSet],
    placebo: Partitions[PlaceboSet],
) -> Published:
    """The candidates: gates over all personas, then quotas of each combination of surfaces."""
    bench = workbench.open()
    choice = bench.settings.tasks

    def compute() -> PoolSet:
        tasks = [task for one in verified_tasks.values() for task in one.tasks]
        rates = pooled([rate for one in placebo.values() for rate in one.rates])
        policy = pool_policy(choice.pool, choice.seed)
        return fill_pool(tasks, rates, choice.placebo_limit, policy)

    return publish(context, bench, compute, lambda value: _about_pool(value, bench))


def _about_pool(value: PoolSet, bench: Workbench) -> Metadata:
    strata = {one.stratum: float(one.taken) for one in value.strata}
    return {
        NOTE: "; ".join(_said(value, bench)),
        "tasks": len(value.tasks),
        "by_persona": counts(task.source.persona for task in value.tasks),
        "gates": preview(
            ("gate", "seen", "refused"), ((one.gate, one.seen, one.refused) for one in value.gates)
        ),
        "strata": preview(
            ("stratum", "available", "quota", "taken"),
            ((one.stratum, one.available, one.quota, one.taken) for one in value.strata),
        ),
        "plot": bar_plot("candidates by surfaces", strata),
    }


def _said(value: PoolSet, bench: Workbench) -> Iterator[str]:
    """What a person should know of the pool in one line."""
    yield f"{len(value.tasks)} candidates, {len(value.refusals)} refused"
    questions = read_questions(bench.questions(), bench.settings.proposals.questions)
    frozen = bench.frozen()
    yield from unknown_tasks(questions, frozen.tasks if frozen else ())


@step_asset("benchmark", GROUP, "json")
def benchmark(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    screened_tasks: Partitions[ScreenedSet],
    procedures: ProcedureSet,
) -> Published:
    """The released tasks in one order, each with its procedures; a double id stops the build."""
    missing = list(screened_tasks.missing)
    return publish(
        context,
        workbench.open(),
        lambda: assemble(with_skills(one.passed, procedures) for one in screened_tasks.values()),
        lambda value: {**_about_benchmark(value), "missing_personas": missing},
    )


def _about_benchmark(value: Benchmark) -> Metadata:
    return {
        "tasks": len(value.tasks),
        "by_persona": counts(task.source.persona for task in value.tasks),
        "by_type": counts(task.task_type for task in value.tasks),
        "by_answer_type": counts(task.answer_type for task in value.tasks),
        "plot": count_plot("task type", (task.task_type for task in value.tasks)),
    }
