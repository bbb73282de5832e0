"""Scores of one cell under the profile and weights of the settings."""

import dagster as dg

from assets.metadata import bar_plot, counts, preview
from assets.publishing import NOTE, Metadata, Published, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.rescored import note_rescoring
from worksurface_pipeline.worksurface.analysis.frames import mean_of, score_frame
from worksurface_pipeline.worksurface.items import tasks_under
from worksurface_pipeline.worksurface.scoring.profiles import Weights
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet
from worksurface_pipeline.worksurface.sweep import TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_METRICS = ("route_f1", "evidence", "answer", "efficiency", "aggregate")


@step_asset("scores", "scores", "polars")
def scores(
    context: dg.AssetExecutionContext,
    workbench: dg.ResourceParam[WorkbenchResource],
    benchmark: Benchmark,
    trajectories: TrajectorySet,
    efficiency_budgets: BudgetSet,
) -> Published:
    """Route, Evidence, Answer, Efficiency and their aggregate, one record a task and epoch."""
    bench = workbench.open()
    settings = bench.settings
    cell = next(cell for cell in bench.plan().cells if cell.key == partition_of(context))

    def compute() -> ScoreSet:
        value = score_cell(
            tasks_under(benchmark.tasks, settings.condition.interface, cell.setting),
            trajectories.trajectories,
            efficiency_budgets,
            CellKey(model=cell.model, setting=cell.setting),
            profile=settings.scoring.profile,
            interface=settings.condition.interface,
            epochs=settings.condition.epochs,
            weights=Weights(**settings.scoring.weights.model_dump()),
            again=trajectories.again,
        )
        changed = note_rescoring(bench, cell, value)
        if changed is not None:
            context.add_output_metadata({"rescored": len(changed.flips), NOTE: str(changed)})
        return value

    return publish(context, bench, compute, _about_scores)


def _about_scores(value: ScoreSet) -> Metadata:
    return {
        "scores": len(value.scores),
        "repeats": len(value.again),
        "by_status": counts(score.status for score in value.scores),
        "by_outcome": counts(score.outcome for score in value.scores),
        "preview": preview(
            ("task", *_METRICS),
            ((s.task_id, *(getattr(s, name) for name in _METRICS)) for s in value.scores),
        ),
        "plot": bar_plot("mean over scored", _means(value)),
    }


def _means(value: ScoreSet) -> dict[str, float]:
    frame = score_frame(value.scores)
    means = {name: mean_of(frame, name).value for name in _METRICS}
    return {name: mean for name, mean in means.items() if mean is not None}
