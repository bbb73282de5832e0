"""`worksurface mm verify`: golds derived anew, evidence and absences checked, every file read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from resources.mm_proofs import proof_problems
from resources.mm_workbench import MmWorkbench
from schedules.exported import published_problems
from schedules.mm_output import published_files
from worksurface_pipeline.kernel.errors import LakeError, PackageError
from worksurface_pipeline.kernel.lake_checks import check_stored
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.steps import LAYERS, STEPS

_MAKING = ("mm_register", "mm_workspace", "mm_ask", "mm_assemble")
_MADE = tuple(name for job, names in LAYERS if job in _MAKING for name in names)
_PUBLISH = "Publish it anew: `worksurface mm run`"


@dataclass(frozen=True, slots=True)
class MmVerification:
    """What was derived anew and read, and every problem as a sentence."""

    questions: int
    files: int
    problems: tuple[str, ...]

    def __str__(self) -> str:
        golds = counted(self.questions, "gold")
        files = counted(self.files, "file")
        what = f"{golds} derived anew and held against all records, {files} read"
        if self.problems:
            return f"{what}: {counted(len(self.problems), 'problem')}"
        return f"{what}: all are as stored"


def verify_mm(bench: MmWorkbench) -> MmVerification:
    """Verify what is stored and published. Raises PackageError when there is no benchmark."""
    stored = check_stored(bench.lake, STEPS)
    published = tuple(published_problems(bench.lake, lambda: published_files(bench), _PUBLISH))
    problems = [*stored.problems, *filter(None, published)]
    questions = 0
    try:
        benchmark = _benchmark(bench)
        problems += [*_stale(bench.plan()), *proof_problems(bench, benchmark)]
        questions = len(benchmark.questions)
    except (LakeError, PackageError) as error:
        if not problems:
            raise
        problems.append(f"No gold was derived anew: {error}")
    return MmVerification(questions, stored.files + len(published), tuple(problems))


def _benchmark(bench: MmWorkbench) -> MmBenchmark:
    manifest = bench.lake.current("mm_benchmark")
    if manifest is None:
        raise PackageError(
            "There is no benchmark to verify",
            where=bench.lake.root,
            remedy="Run `worksurface mm questions` first",
        )
    return bench.lake.load(manifest, MmBenchmark)


def _stale(plan: MmPlan) -> Iterator[str]:
    for item in plan.stale(_MADE):
        place = f"{item.step}[{item.partition}]" if item.partition else item.step
        yield f"{place} is stale ({item.reasons[0]}): run `worksurface mm questions` first."
