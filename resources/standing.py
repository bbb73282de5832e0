"""How a part of a cell stands before it runs: what of it is new, changed or kept, and why.

A part is never published, so the lake says nothing of what it was made from. What each part began
with is noted beside the ledgers; the next one is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from resources.cells import cell_folder, cell_work, earlier_journals
from resources.workbench import Workbench
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.segments import JournalKey
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.lake_paths import encode_key
from worksurface_pipeline.kernel.lineage import Basis, explain
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import SweepItem

PARTS = "side/parts"
"""Where the notes lie, below it by sweep name and model as journals and ledgers do."""
_CHANGED = "changed"
_ERRORED = "in error before"
_KEPT = "kept"
_UNNAMED = "sweep"  # the folder of a sweep without a name
_UNKNOWN = "its task, surfaces or settings are others than those of the kept trajectories"


@dataclass(frozen=True, slots=True)
class Due:
    """Trajectories without a finished record: those that ended in an error, and the others."""

    errored: tuple[RunKey, ...]
    never_ran: tuple[RunKey, ...]


def due(bench: Workbench, cell: Cell, keys: Iterable[RunKey]) -> Due:
    """What of a cell its journal does not hold as finished."""
    state = Journal(cell_folder(bench, cell)).state()
    pending = still_pending(keys, state)
    return Due(
        errored=tuple(key for key in pending if key.journal_key in state.errors),
        never_ran=tuple(key for key in pending if key.journal_key not in state.errors),
    )


def keys_of(
    bench: Workbench,
    cell: Cell,
    items: tuple[SweepItem, ...],
    digests: Mapping[tuple[str, str], str],
) -> tuple[RunKey, ...]:
    """Every trajectory of these tasks; `digests` are those of their scopes."""
    pairs = cell_work(bench, cell, items, digests).keys()
    return tuple(key for key, _ in pairs)


def standing(
    bench: Workbench, cell: Cell, keys: Sequence[RunKey], *, is_forced: bool
) -> Iterator[str]:
    """What of the keys is new, changed, in error or kept as one line, and lines on why."""
    counts = _counts(bench, cell, keys)
    kinds = ("new", _CHANGED, _ERRORED, _KEPT)
    shown = ", ".join(f"{counts[kind]} {kind}" for kind in kinds if counts[kind])
    again = ", all to run by --force" if is_forced else ""
    yield f"{cell.key}: of {counted(counts.total(), 'trajectory', 'trajectories')} {shown}{again}"
    if counts[_CHANGED]:
        reasons = _reasons(bench, cell) or (_UNKNOWN,)
        yield from (f"    because {reason}" for reason in reasons)


def note_part(bench: Workbench, cell: Cell) -> None:
    """Note what a part of the cell is made from now."""
    basis = bench.plan().basis(STEPS["trajectories"], cell.key)
    bench.lake.put(_place(bench, cell), canonical_json(basis).encode())


def _counts(bench: Workbench, cell: Cell, keys: Sequence[RunKey]) -> Counter[str]:
    own = Journal(cell_folder(bench, cell)).state()
    others = [journal.state() for _, journal in earlier_journals(bench, cell)]
    done = frozenset[JournalKey]().union(own.done, *(state.done for state in others))
    errors = chain(own.errors, *(state.errors for state in others))
    known = {(key.task_id, key.epoch) for key in chain(done, errors)}

    def kind(key: RunKey) -> str:
        if key.journal_key in done:
            return _KEPT
        if key.journal_key in own.errors:
            return _ERRORED
        return _CHANGED if (key.task_id, key.epoch) in known else "new"

    return Counter(map(kind, keys))


def _reasons(bench: Workbench, cell: Cell) -> tuple[str, ...]:
    """Why the cell is another than the last part of it, else than what is published."""
    plan, step = bench.plan(), STEPS["trajectories"]
    noted = _noted(bench, cell)
    found = explain(noted, plan.basis(step, cell.key)) if noted else ()
    return found or (
        plan.reasons(step, cell.key) if bench.lake.current(step.name, cell.key) else ()
    )


def _noted(bench: Workbench, cell: Cell) -> Basis | None:
    data = bench.lake.peek(_place(bench, cell))
    try:
        return Basis.model_validate_json(data) if data else None
    except ValueError:
        return None  # a damaged note only tells no reason; the part writes it anew


def _place(bench: Workbench, cell: Cell) -> str:
    sweep = bench.settings.sweep.name or _UNNAMED
    return f"{PARTS}/{encode_key(sweep)}/{encode_key(cell.model)}/{cell.setting}.json"
