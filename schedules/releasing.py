"""`worksurface release`, `verify RELEASE` and `import RELEASE` as people see them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from resources.imported import store_release
from resources.runs import sweep_runs
from resources.toolboxes import SurfaceParts
from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.lake import WHOLE
from worksurface_pipeline.kernel.lake_paths import lake_error
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.hub.model import (
    UNKNOWN,
    Licences,
    Publication,
    require_licences,
)
from worksurface_pipeline.worksurface.release.importing import (
    Imported,
    is_imported,
    read_release,
)
from worksurface_pipeline.worksurface.release.model import MANIFEST, Manifest, ReleaseReport
from worksurface_pipeline.worksurface.release.read import read_challenges, read_manifest
from worksurface_pipeline.worksurface.release.ready import require_budgets, require_sound
from worksurface_pipeline.worksurface.release.scan.model import Allowance, Kind
from worksurface_pipeline.worksurface.release.scan.scan import read_allowances
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_BY_COMMAND = "allowed on the command line"


@dataclass(frozen=True, slots=True)
class Wish:
    """What one call of `worksurface release` asks for beyond the settings.

    `allowed` are kinds of findings that may pass; `has_runs` says that the sweep's runs go along.
    """

    allowed: tuple[Kind, ...] = ()
    is_unknown_licence_allowed: bool = False
    has_runs: bool = False


def release_benchmark(bench: Workbench, wish: Wish | None = None) -> tuple[Path, Manifest]:
    """Write the next version below the lake's `releases`; its folder and manifest.

    Raises PackageError while a task has no token budget, a licence is unknown, a proof fails or
    the scan finds what may not leave, or when nothing changed.
    """
    wished = wish or Wish()
    manifest = bench.lake.current("benchmark", WHOLE)
    if manifest is None:
        raise PackageError("There is no benchmark", remedy="Run `worksurface run` first")
    tasks = bench.lake.load(manifest, Benchmark).tasks
    about = _publication(bench, wished)
    require_licences(about.licences, is_unknown_allowed=wished.is_unknown_licence_allowed)
    require_budgets(about.budgets, {task.id for task in tasks})
    parts = _parts(bench)
    personas = [parts.of(name) for name in sorted({task.source.persona for task in tasks})]
    choice = bench.settings.release
    challenges = bench.settings_file.parent / choice.challenges
    draft = _releases(bench) / ".new"
    try:
        shutil.rmtree(draft, ignore_errors=True)
        written = write_release(
            draft,
            choice.benchmark,
            tasks,
            personas,
            previous=_last(bench),
            challenges=read_challenges(challenges) if choice.challenges else (),
            publication=about,
        )
        require_sound(verify_release(draft))
        return draft.rename(_releases(bench) / written.version), written
    except OSError as error:
        raise lake_error(error, str(draft), "write") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _publication(bench: Workbench, wish: Wish) -> Publication:
    """What the release says of itself, from settings, source and sweep."""
    choice = bench.settings.release
    frozen = bench.frozen()
    budgets = bench.lake.current("efficiency_budgets", WHOLE)
    named = tuple(Allowance(kind=kind, reason=_BY_COMMAND) for kind in wish.allowed)
    listed = bench.settings_file.parent / choice.allow
    return Publication(
        licences=Licences(choice.licence or UNKNOWN, choice.source_licence or UNKNOWN),
        authors=choice.authors,
        url=choice.url,
        lock=frozen.lock if frozen and not is_imported(frozen) else None,
        budgets=bench.lake.load(budgets, BudgetSet).budgets if budgets else (),
        allowed=(*(read_allowances(listed) if choice.allow else ()), *named),
        runs=sweep_runs(bench) if wish.has_runs else (),
    )


def release_lines(place: Path, manifest: Manifest) -> Iterator[str]:
    """What was released, and what changed."""
    tasks = counted(manifest.tasks, "task")
    yield f"{manifest.benchmark} {manifest.version}: {tasks}, {manifest.content}"
    if manifest.previous_version:
        kinds = [item.kind for item in manifest.changes]
        told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))
        yield f"Since {manifest.previous_version}: {told or 'no task changed'}"
    yield f"Release: {place}"


def report_lines(report: ReleaseReport) -> Iterator[str]:
    """Everything that does not stand in a release, then the sentence of it all."""
    yield from report.remarks
    yield from report.file_problems
    for item in report.task_problems:
        yield from (f"{item.task}: {problem}" for problem in item.problems)
    state = "every proof stands" if report.is_sound else "it does not stand"
    tasks = counted(report.tasks, "task")
    yield f"{tasks} of version {report.version}, gold {report.score:.3f}: {state}"


def import_into(bench: Workbench, root: Path) -> Imported:
    """Store a release in the workbench's lake."""
    release = read_release(root)
    store_release(bench, release)
    return release


def import_lines(release: Imported, root: Path) -> Iterator[str]:
    """What was taken over, and what comes next."""
    yield from release.remarks
    personas = counted(len(release.surfaces), "persona")
    yield f"{release.name}: {counted(len(release.tasks), 'task')} of {personas}"
    yield f'Next: worksurface run --workspace "{root}"'


def _parts(bench: Workbench) -> SurfaceParts:
    keys = bench.plan().personas
    return SurfaceParts(
        bench.lake.all_of("documents", keys, DocumentSet),
        bench.lake.all_of("tables", keys, TableSet),
        bench.lake.all_of("graph", keys, GraphSet),
        bench.lake.all_of("surface_bundle", keys, SurfaceBundle),
    )


def _releases(bench: Workbench) -> Path:
    folder = Path(bench.lake.path("releases"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _last(bench: Workbench) -> Path | None:
    """The folder of the newest version."""
    found = [path.parent for path in _releases(bench).glob(f"[0-9]*/{MANIFEST}")]
    return max(found, key=_version, default=None)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in read_manifest(folder).version.split("."))
