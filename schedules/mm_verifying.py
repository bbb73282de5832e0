"""`worksurface mm verify`: every gold derived anew from its ledger, every stored file digested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from resources.mm_projects import scenes_of
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.steps import LAYERS
from worksurface_pipeline.mmenterprise.writing.model import Writing

_MAKING = ("mm_register", "mm_workspace", "mm_ask", "mm_assemble")
_MADE = tuple(name for job, names in LAYERS if job in _MAKING for name in names)


@dataclass(frozen=True, slots=True)
class MmVerification:
    """What was derived anew, and every problem as a sentence."""

    questions: int
    files: int
    problems: tuple[str, ...]

    def __str__(self) -> str:
        what = f"{counted(self.questions, 'gold')} derived anew, {counted(self.files, 'file')} read"
        if self.problems:
            return f"{what}: {counted(len(self.problems), 'problem')}"
        return f"{what}: all are as stored"


def verify_mm(bench: MmWorkbench) -> MmVerification:
    """Verify the stored benchmark. Raises PackageError when there is none."""
    manifest = bench.lake.current("mm_benchmark")
    if manifest is None:
        raise PackageError(
            "There is no benchmark to verify",
            where=bench.lake.root,
            remedy="Run `worksurface mm questions` first",
        )
    plan = bench.plan()
    questions = bench.lake.load(manifest, MmBenchmark).questions
    files = tuple(_files(plan))
    problems = (*_stale(plan), *filter(None, files), *_golds(bench, plan, questions))
    return MmVerification(len(questions), len(files), problems)


def _stale(plan: MmPlan) -> Iterator[str]:
    for item in plan.stale(_MADE):
        place = f"{item.step}[{item.partition}]" if item.partition else item.step
        yield f"{place} is stale ({item.reasons[0]}): run `worksurface mm questions` first."


def _files(plan: MmPlan) -> Iterator[str]:
    """For each stored file of the valid attempts "", or what differs."""
    for name in plan.steps:
        for partition in plan.partitions(plan.steps[name]):
            manifest = plan.lake.current(name, partition)
            if manifest is not None:
                wrong = tuple(plan.lake.problems(manifest))
                yield from wrong
                yield from ("" for _ in range(len(manifest.files) - len(wrong)))


def _golds(bench: MmWorkbench, plan: MmPlan, questions: tuple[MmQuestion, ...]) -> Iterator[str]:
    records = bench.lake.all_of("mm_records", plan.projects, Writing)
    scenes = scenes_of(records, bench.settings.workspace.seed)
    for item in questions:
        if item.project not in scenes:
            yield f"Question {item.id} is of the project {item.project}, which is not stored."
        elif problem := _gold_problem(scenes[item.project], item):
            yield problem


def _gold_problem(scene: Scene, item: MmQuestion) -> str:
    """What is wrong with a gold or its evidence, "" if nothing is."""
    found = answer(scene.ledger, item.query)
    if found != item.gold:
        return f"Question {item.id}: the ledger says {found!r} and the gold is {item.gold!r}."
    known = {unit.id for unit in scene.units.units}
    absent = sorted(
        {unit for units in (item.evidence, *item.alternatives) for unit in units} - known
    )
    return f"Question {item.id} cites {', '.join(absent)}, which is no unit." if absent else ""
