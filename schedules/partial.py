"""A part of a sweep: some cells, some tasks, or all of them anew.

What is run is kept in the journals, where the whole sweep finds it. The asset of a cell is written
only once its journal holds every trajectory of it: a part is never published, and so never scored
as if it were the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from resources.run_lock import sole_run
from resources.standing import Due, due, note_part, standing
from resources.sweeping import sweep_cell
from resources.toolboxes import SurfaceParts, stored_parts
from resources.workbench import Workbench, require_key
from schedules.shares import Part, Share, Tasks, share_of
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.sweep import TrajectorySet

Say = Callable[[str], None]
NO_ERRORS = (
    "No trajectory of what was asked for ended in an error; nothing was run. What never ran is left"
    " to a sweep without --retry-errors."
)


@dataclass(frozen=True, slots=True)
class PartDone:
    """What is to be published of it, as keys of cells, and failures.

    Journals of `complete` cells are complete and newer than what is published. Of `to_retry` only
    trajectories in error are left, so that publishing them runs these and nothing else.
    """

    complete: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    to_retry: tuple[str, ...] = ()


def run_part(bench: Workbench, part: Part, say: Say) -> PartDone:
    """Run the part of every cell asked for on the stored benchmark; a failed cell stops no other.

    Raises SettingsError where nothing matches, LakeError without a benchmark or while another run
    is at work.
    """
    plan = bench.plan()
    cells = part.selection.cells(plan.cells)
    for model in dict.fromkeys(cell.model for cell in cells):
        require_key(bench, model)
    parts = stored_parts(bench.lake, plan.personas)
    stored = Tasks.stored(bench, parts)
    shares = [share_of(bench, cell, part, stored) for cell in cells]
    stale = frozenset(item.partition for item in plan.stale(("trajectories",)))
    work = _Work(bench, parts, stale, part, say)
    with sole_run(bench):
        for share in shares:
            work.take(share)
    if part.only_errors and not work.has_found:
        say(NO_ERRORS)
    return PartDone(tuple(work.complete), tuple(work.failures), tuple(work.to_retry))


@dataclass(slots=True)
class _Work:
    """The cells of a part, one after the other, and what came of them."""

    bench: Workbench
    parts: SurfaceParts
    stale: frozenset[str]
    part: Part
    say: Say
    complete: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    to_retry: list[str] = field(default_factory=list)
    has_found: bool = False

    def take(self, share: Share) -> None:
        """Run a share now, or leave it to the publishing of its cell, or say why neither."""
        if self.part.only_errors:
            self.has_found |= bool(share.keys)
            if self._is_left_to_others(share):
                return
        if share.keys:
            self._attempt(share)

    def _is_left_to_others(self, share: Share) -> bool:
        """Whether the errors of a cell are not for a part to run again."""
        left = due(self.bench, share.cell, share.whole)
        server = self._server(share.cell) if share.keys else ""
        if server:
            again = f"`worksurface serve {server}` hands them out again"
            self.say(f"{share.cell.key}: {len(share.keys)} trajectories in error; {again}")
        if left.never_ran or not self._is_for_publishing(share, left, server):
            return bool(server)
        self.to_retry.append(share.cell.key)
        self.has_found = True
        return True

    def _server(self, cell: Cell) -> str:
        """The id of an agent that comes to us, "" for all that are run from here."""
        agent = self.bench.settings.agent(cell.model)
        return "" if agent is None or agent.entry else agent.id

    def _is_for_publishing(self, share: Share, left: Due, server: str) -> bool:
        """Whether publishing a cell runs just what is asked for, or collects what came since."""
        if share.keys and not server:
            return not (self.part.selection.is_part or self.part.is_forced)
        return self._publishes_errors(share.cell) and bool(server or not left.errored)

    def _publishes_errors(self, cell: Cell) -> bool:
        """Whether what is published of a cell holds errors, whatever its journal holds by now."""
        manifest = self.bench.lake.current("trajectories", cell.key)
        return manifest is not None and dict(manifest.slices).get("errors", "0") != "0"

    def _attempt(self, share: Share) -> None:
        """Run a share; a failure is said and counted, and stops no other cell."""
        cell = share.cell
        try:
            has_run = self._run(share)
        except WorksurfaceError as error:
            self.failures.append(str(error))
            self.say(f"{cell.key}: FAILED {error}")
            return
        left = due(self.bench, cell, share.whole)
        if left.never_ran or left.errored:
            self.say(f"    kept in the journal and not published: {'; '.join(_open(left))}")
        elif has_run or cell.key in self.stale:
            self.complete.append(cell.key)

    def _run(self, share: Share) -> bool:
        """Run the items of one cell; whether anything had to run."""
        bench, cell, is_forced = self.bench, share.cell, self.part.is_forced
        for line in standing(bench, cell, share.keys, is_forced=is_forced):
            self.say(line)
        note_part(bench, cell)
        value, kept = sweep_cell(
            bench, cell, share.items, self.parts, is_forced=is_forced, only=share.only
        )
        told = replace(kept, errors=0)  # the outcomes name them
        self.say(f"{cell.key}: {len(share.items)} tasks, {told}; {_outcomes(value)}")
        return kept.ran + kept.taken_over > 0


def _open(left: Due) -> Iterator[str]:
    """What keeps a cell from being published, and what runs it."""
    if left.never_ran:
        yield (
            f"{len(left.never_ran)} trajectories of the cell are not there yet;"
            " `worksurface sweep` runs them"
        )
    if left.errored:
        yield (
            f"{len(left.errored)} trajectories of the cell are in error;"
            " `worksurface sweep --retry-errors` runs them again"
        )


def _outcomes(value: TrajectorySet) -> str:
    counts = Counter(run.outcome.value for run in value.every)
    return ", ".join(f"{counts[name]} {name}" for name in sorted(counts))
