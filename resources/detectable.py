"""What a sweep can find before it is paid for: least detectable differences of its contrasts.

Reads the stored benchmark and, where both cells of a step were scored before, their scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from resources.workbench import Workbench
from worksurface_pipeline.kernel.resampling import design
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast, contrasts
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.power import (
    Detectable,
    Shape,
    assumed,
    measured_one,
)
from worksurface_pipeline.worksurface.analysis.study import study, task_values
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TaskType
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

Step = tuple[str, str]
_METRICS = ("answer",)


def detectable(bench: Workbench, cells: Sequence[tuple[str, str]]) -> tuple[Detectable, ...]:
    """Of every confirmatory contrast of which both cells (model, setting) are asked for.

    Measured where an earlier sweep scored both, else from the benchmark's design and assumptions.
    """
    manifest = bench.lake.current("benchmark")
    wanted = tuple(_wanted(bench, cells))
    if manifest is None or not wanted:
        return ()
    shape = shape_of(bench.lake.load(manifest, Benchmark).tasks)
    return tuple(
        one for model, step in wanted for one in _of_step(bench, model, step, shape, len(wanted))
    )


def shape_of(tasks: Iterable[AtomicTask]) -> Shape:
    """Source tasks of the answerable tasks, with their sizes and strata."""
    own = [task.source for task in tasks if task.task_type is not TaskType.ABSTAIN]
    sizes = Counter(source.task_id for source in own)
    plan = design({source.task_id: source.persona for source in own})
    return Shape(tuple(sizes[name] for name in plan.clusters), len(set(plan.strata.tolist())))


def _wanted(bench: Workbench, cells: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Step]]:
    present = set(cells)
    for model in sorted({model for model, _ in cells if not is_self_test(model)}):
        for before, after in bench.settings.analysis.confirmatory:
            if {(model, before.value), (model, after.value)} <= present:
                yield model, (before.value, after.value)


def _of_step(
    bench: Workbench, model: str, step: Step, shape: Shape, tests: int
) -> tuple[Detectable, ...]:
    chosen = bench.settings.analysis
    found = _earlier(bench, model, step)
    if found is not None and found.scored.standard_error:
        return (measured_one(found, chosen, tests),)
    return assumed(model, step, shape, chosen, tests) if shape.sizes else ()


def _earlier(bench: Workbench, model: str, step: Step) -> Contrast | None:
    """The contrast as the stored scores of both cells have it."""
    parts = [_scores(bench, Cell(model, setting)) for setting in step]
    if not all(parts):
        return None
    frame = comparable(score_frame([score for part in parts for score in part]))
    if frame.is_empty():
        return None
    made = study(frame, bench.settings.analysis)
    found = contrasts(made, task_values(frame, _METRICS), _METRICS)
    own = (one for one in found if (one.step.before, one.step.after) == step)
    return next(own, None)


def _scores(bench: Workbench, cell: Cell) -> tuple[Score, ...]:
    manifest = bench.lake.current("scores", cell.key)
    return bench.lake.load(manifest, ScoreSet).scores if manifest else ()
