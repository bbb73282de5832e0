"""`worksurface mm gc`: what nothing refers to goes, and how many bytes."""

from __future__ import annotations

from collections.abc import Iterator

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


def _garbage(bench: MmWorkbench) -> Iterator[Garbage]:
    yield from idle_attempts(bench.lake, STEPS)
    yield from whole(bench.lake, "latest.new", "a report cut short")
