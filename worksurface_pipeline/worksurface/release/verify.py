"""Verifying a release from its own folder alone: every file, every proof, every gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.integrity import file_problems, format_remarks
from worksurface_pipeline.worksurface.release.loading import load_surfaces
from worksurface_pipeline.worksurface.release.model import SERVED, ReleaseReport, TaskProblem
from worksurface_pipeline.worksurface.release.package import profile_folder
from worksurface_pipeline.worksurface.release.read import read_gold, read_manifest
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.replay import open_replayer
from worksurface_pipeline.worksurface.tasks.verify import proof_problems


def verify_release(release: Path) -> ReleaseReport:
    """Replay every proof and score every gold. Raises PackageError for what is no release."""
    refuse_links(release)
    manifest = read_manifest(release)
    tasks = read_gold(release)
    problems = list(file_problems(release, manifest))
    found = {item.task_id: [item.problem] for item in score_gold(tasks)}
    for persona in sorted({task.source.persona for task in tasks}):
        folder = release / SERVED / profile_folder(persona)
        surfaces, missing = load_surfaces(folder, persona)
        problems += [f"{persona}: {problem}" for problem in missing]
        own = [task for task in tasks if task.source.persona == persona]
        for name, said in _replay(own, surfaces).items():
            found.setdefault(name, []).extend(said)
    if len(tasks) != manifest.tasks:
        there = counted(len(tasks), "task is", "tasks are")
        problems.append(f"{there} there, {manifest.tasks} were released")
    return ReleaseReport(
        version=manifest.version,
        tasks=len(tasks),
        score=(len(tasks) - len(found)) / len(tasks) if tasks else 0.0,
        file_problems=tuple(problems),
        task_problems=tuple(
            TaskProblem(task=name, problems=tuple(said)) for name, said in sorted(found.items())
        ),
        remarks=format_remarks(manifest),
    )


def _replay(tasks: Sequence[AtomicTask], surfaces: Surfaces) -> Mapping[str, Sequence[str]]:
    with open_replayer(surfaces) as replayer:
        found = {task.id: proof_problems(task, replayer) for task in tasks}
    return {name: problems for name, problems in found.items() if problems}
