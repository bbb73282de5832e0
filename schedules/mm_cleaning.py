"""`worksurface mm gc` and `mm prune`: what goes, and how many bytes."""

from __future__ import annotations

from collections.abc import Iterator

from assets.dynamic_keys import present_keys
from assets.mm_partitions import mm_keys, sync_mm_partitions
from resources.instance import open_instance
from resources.mm_cleaning import mm_prunable, mm_removed
from resources.mm_workbench import MmWorkbench
from resources.run_lock import cleaning_run
from schedules.garbage_lines import Say, tell
from worksurface_pipeline.kernel.lake_gc import Garbage, idle_attempts, remove, whole
from worksurface_pipeline.mmenterprise.steps import STEPS


def collect_mm(bench: MmWorkbench, is_dry: bool, say: Say) -> None:
    """Remove superseded attempts, or only say what would go; journals and paid replies stay.

    Raises LakeError while a run is at work.
    """
    if is_dry:
        tell(tuple(_garbage(bench)), "would be removed", say)
        return
    with cleaning_run(bench):
        found = tuple(_garbage(bench))
        for item in found:
            remove(bench.lake, item)
    tell(found, "removed", say)


def prune_mm(
    bench: MmWorkbench, model: str, project: str, with_journals: bool, is_dry: bool, say: Say
) -> None:
    """Remove what is stored of removed projects, retrievers and cells, and their keys in Dagster.

    Raises LakeError while a run is at work, SettingsError for what is still in use.
    """
    if is_dry:
        tell(_of_removed(bench, model, project, with_journals), "would be removed", say)
        for line in _dead_keys(bench):
            say(f"{line} would be removed")
        return
    with cleaning_run(bench):
        found = _of_removed(bench, model, project, with_journals)
        keys = tuple(_dead_keys(bench))
        for item in found:
            remove(bench.lake, item)
        with open_instance(bench) as instance:
            sync_mm_partitions(instance, bench.plan(), _projects(bench), is_exact=True)
    tell(found, "removed", say)
    for line in keys:
        say(f"{line} removed")


def _of_removed(
    bench: MmWorkbench, model: str, project: str, with_journals: bool
) -> tuple[Garbage, ...]:
    """Of all that is removed, or of what was named."""
    gone = mm_removed(bench)
    if model:
        gone = gone.of_model(model)
    elif project:
        gone = gone.of_project(project)
    return tuple(mm_prunable(bench, gone, with_journals))


def _dead_keys(bench: MmWorkbench) -> Iterator[str]:
    """Dagster's dynamic keys that stand for nothing any more."""
    with open_instance(bench) as instance:
        for definition, keys in mm_keys(bench.plan(), _projects(bench)):
            name = str(definition.name)
            for key in sorted(present_keys(instance, name) - set(keys)):
                yield f"Dagster's {name} key {key}"


def _projects(bench: MmWorkbench) -> tuple[str, ...]:
    frozen = bench.frozen()
    return frozen.ids if frozen else ()


def _garbage(bench: MmWorkbench) -> Iterator[Garbage]:
    yield from idle_attempts(bench.lake, STEPS)
    yield from whole(bench.lake, "latest.new", "a report cut short")
