"""Golds, evidence and absences of a stored benchmark, each derived anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from resources.mm_projects import scenes_of
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.again import checked_again
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.writing.model import Writing


def proof_problems(bench: MmWorkbench, benchmark: MmBenchmark) -> Iterator[str]:
    """What is wrong with golds, with their evidence, and with what is said to be absent.

    Raises LakeError where a ledger or the units of a project cannot be read.
    """
    projects = {item.project for item in benchmark.questions}
    records = bench.lake.all_of("mm_records", projects, Writing)
    scenes = scenes_of(records, bench.settings.workspace.seed)
    for item in benchmark.questions:
        if item.project not in scenes:
            yield f"Question {item.id} is of the project {item.project}, which is not stored."
        elif problem := _gold_problem(scenes[item.project], item):
            yield problem
    yield from _against_all(records, scenes, benchmark)


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


def _against_all(
    records: Partitions[Writing], scenes: Mapping[str, Scene], benchmark: MmBenchmark
) -> Iterator[str]:
    """Each question against all records of its project, each absence against those of all."""
    hay = haystack_of([(scene.ledger, scene.units) for _, scene in sorted(scenes.items())])
    for key, scene in sorted(scenes.items()):
        try:
            project = Bench(scene, records.get(key).records)
        except LakeError as error:
            yield f"The evidence of project {key} was not checked: {error}"
            continue
        for item in benchmark.of(key):
            yield from checked_again(project, item, hay)
