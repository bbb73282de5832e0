"""Verifying a release from its own folder alone: every file, every proof, every gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from worksurface_pipeline.worksurface.release.integrity import file_problems, format_remarks
from worksurface_pipeline.worksurface.release.loading import load_surfaces
from worksurface_pipeline.worksurface.release.model import SERVED, ReleaseReport, TaskProblem
from worksurface_pipeline.worksurface.release.package import profile_folder
from worksurface_pipeline.worksurface.release.read import read_gold, read_manifest
from worksurface_pipeline.worksurface.release.ties import tie_problems
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.run import findings_of
from worksurface_pipeline.worksurface.tasks.replay import open_replayer


def verify_release(release: Path) -> ReleaseReport:
    """Replay every proof and score every gold. Raises PackageError for what is no release."""
    refuse_links(release)
    manifest = read_manifest(release)
    tasks = read_gold(release)
    problems = list(file_problems(release, manifest))
    said_of_lists, untied = tie_problems(release, manifest, tasks)
    problems += said_of_lists
    found = {item.task: list(item.problems) for item in untied}
    for item in score_gold(tasks):
        found.setdefault(item.task_id, []).append(item.problem)
    for persona in sorted({task.source.persona for task in tasks}):
        folder = release / SERVED / profile_folder(persona)
        surfaces, missing = load_surfaces(folder, persona)
        problems += [f"{persona}: {problem}" for problem in missing]
        own = [task for task in tasks if task.source.persona == persona]
        for name, said in _replay(own, surfaces).items():
            found.setdefault(name, []).extend(said)
    return ReleaseReport(
        version=manifest.version,
        tasks=len(tasks),
        score=(len(tasks) - len(found)) / len(tasks) if tasks else 0.0,
        file_problems=tuple(dict.fromkeys(problems)),
        task_problems=tuple(
            TaskProblem(task=name, problems=tuple(said)) for name, said in sorted(found.items())
        ),
        remarks=format_remarks(manifest),
    )


def _replay(tasks: Sequence[AtomicTask], surfaces: Surfaces) -> Mapping[str, Sequence[str]]:
    with open_replayer(surfaces) as replayer:
        context = Context(replayer=replayer)
        found = {task.id: [one.detail for one in findings_of(task, context)] for task in tasks}
    return {name: problems for name, problems in found.items() if problems}
