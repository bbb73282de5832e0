"""The cell of an agent that comes to us: its trajectories are collected, never run from here."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import still_pending
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.sweep import CellWork, Kept, TrajectorySet, take_over


def collect_cell(
    work: CellWork, journal: Journal, earlier: Iterable[tuple[str, Journal]], server: str
) -> tuple[TrajectorySet, Kept]:
    """The whole cell as its journal and earlier sweeps hold it; errors are taken as they are.

    Raises WorksurfaceError ("n of m tasks answered") while some have no record; `server` is the
    command that serves the rest.
    """
    pairs = work.keys()
    keys = [key for key, _ in pairs]
    taken = take_over(still_pending(keys, journal.state()), journal, earlier)
    records = {record.fingerprint: record for record in journal.read()}
    found = [records[key.fingerprint] for key in keys if key.fingerprint in records]
    if len(found) < len(keys):
        raise WorksurfaceError(
            f"{work.cell.key}: {len(found)} of {len(keys)} tasks answered",
            remedy=f"Start `{server}`, let the agent work, and run again",
        )
    value = work.gathered(found)
    again = f"`{server}` hands them out again"
    return value, Kept(len(found) - taken, taken, 0, errors=value.errors, again=again)
