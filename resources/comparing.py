"""The sides of a comparison: a sweep of this workspace by id or name, or the folder of a release.

A sweep is read from its journals and scored here, under the benchmark and profile in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from resources.asked import read_asked
from resources.naming import split_name, sweep_folder
from resources.workbench import Workbench
from worksurface_pipeline.harness.segments import Head, Place, heads, read_at
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import LakeError, SettingsError
from worksurface_pipeline.worksurface.analysis.compare_model import Side, SideRun
from worksurface_pipeline.worksurface.asked import (
    INTERFACE,
    PROMPT,
    Asked,
    AskedTask,
    epochs_of,
    gold_digest,
)
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.profiles import Weights
from worksurface_pipeline.worksurface.scoring.score import score_trajectory
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

Noted = tuple[Asked, AskedTask]


@dataclass(frozen=True, slots=True)
class _InForce:
    """What runs are scored against now."""

    tasks: Mapping[str, AtomicTask]
    golds: Mapping[str, str]
    budgets: Mapping[str, Budget]
    profile: str
    weights: Weights
    interface: str

    def gold(self, run: SideRun) -> str:
        """The digest of the gold that a run is scored against."""
        return self.golds[run.score.task_id]

    def scored(self, run: Trajectory, noted: Noted | None) -> SideRun:
        """A run with its score and what is noted of it."""
        asked, task = noted or (None, None)
        interface = dict(asked.made).get(INTERFACE, "").strip('"') if asked else ""
        score = score_trajectory(
            self.tasks[run.task_id],
            run,
            self.budgets.get(run.task_id),
            self.profile,
            interface or self.interface,
            weights=self.weights,
        )
        return SideRun(
            score=score,
            made=asked.made if asked else (),
            gold=task.gold if task else "",
            scope=task.scope if task else "",
            returned=run.returned,
        )


def sweep_side(bench: Workbench, name: str) -> Side:
    """A sweep by its id, its name, or either with "@" and the version of its prompts.

    Raises SettingsError for a name that no sweep or several bear, and LakeError where there is no
    benchmark to score under.
    """
    plain, prompt = split_name(bench, name)
    folder = sweep_folder(bench, plain)
    force = _in_force(bench)
    runs: list[SideRun] = []
    unknown: set[str] = set()
    prompts: set[str] = set()
    for cell in sorted(path for path in folder.glob("*/*") if path.is_dir()):
        notes = _by_fingerprint(read_asked(cell))
        prompts.update(dict(asked.made).get(PROMPT, "") for asked, _ in notes.values())
        for run in _newest(cell, notes, prompt):
            if run.task_id in force.tasks:
                runs.append(force.scored(run, notes.get(run.fingerprint)))
            else:
                unknown.add(run.task_id)
    if not runs and not unknown:
        raise _empty(folder.name, prompt, prompts)
    regilded = {run.score.task_id for run in runs if run.gold not in ("", force.gold(run))}
    return Side(
        name=name,
        runs=tuple(runs),
        unknown=tuple(sorted(unknown)),
        regilded=tuple(sorted(regilded)),
    )


def _empty(sweep: str, prompt: str, prompts: set[str]) -> SettingsError:
    if not prompt:
        return SettingsError("The sweep holds no run", where=sweep, remedy="Run it first")
    known = ", ".join(sorted(prompts)) or "none"
    return SettingsError(
        f"The sweep holds no run under prompt version {prompt!r}",
        where=sweep,
        remedy=f"The versions noted there are: {known}",
    )


def _in_force(bench: Workbench) -> _InForce:
    manifest = bench.lake.current("benchmark")
    if manifest is None:
        raise LakeError(
            "There is no benchmark to score under",
            where=bench.lake.root,
            remedy="Run `worksurface build` first",
        )
    budgets = bench.lake.current("efficiency_budgets")
    settings = bench.settings
    tasks = bench.lake.load(manifest, Benchmark).tasks
    return _InForce(
        tasks={task.id: task for task in tasks},
        golds={task.id: gold_digest(task) for task in tasks},
        budgets=bench.lake.load(budgets, BudgetSet).by_task if budgets else {},
        profile=settings.scoring.profile,
        weights=Weights(**settings.scoring.weights.model_dump()),
        interface=settings.condition.interface.value,
    )


def _by_fingerprint(notes: Iterable[Asked]) -> dict[str, Noted]:
    """Every run's note; of several the one that was asked last."""
    return {
        fingerprint: (asked, task)
        for asked in sorted(notes, key=lambda note: note.order)
        for task in asked.tasks
        for fingerprint in task.fingerprints
    }


def _newest(cell: Path, notes: Mapping[str, Noted], prompt: str) -> Iterator[Trajectory]:
    """The run that counts of every task and epoch: what was asked last, and no error if it can.

    With a `prompt`, only runs that are noted as asked under that version.
    """
    found: dict[tuple[str, int], tuple[tuple[int, bool], Place]] = {}
    epochs = epochs_of(asked for asked, _ in notes.values())
    for head, place in _records(cell, notes):
        noted = notes.get(head.fingerprint)
        if prompt and (noted is None or dict(noted[0].made).get(PROMPT) != prompt):
            continue  # a run under other prompts is of another side
        if head.epoch >= epochs:
            continue  # a repeat for the noise floor is none of the sweep's epochs
        rank = (noted[0].order if noted else 0, not place.is_error)
        key = (head.task_id, head.epoch)
        if key not in found or rank >= found[key][0]:
            found[key] = (rank, place)
    for key in sorted(found):
        yield read_at(found[key][1])


def _records(cell: Path, notes: Mapping[str, Noted]) -> Iterator[tuple[Head, Place]]:
    """The records of a cell's journal, and of other sweeps' what it was asked and never ran anew.

    A cell that was kept as it was has no journal of its own, and its errors are kept too.
    """
    own = list(_heads(cell))
    yield from own
    wanted = notes.keys() - {head.fingerprint for head, _ in own}
    others = cell.parents[2].glob(f"*/{escape(cell.parent.name)}/{escape(cell.name)}")
    for other in sorted(path for path in others if path != cell) if wanted else ():
        for head, place in _heads(other):
            if head.fingerprint in wanted and not (own and place.is_error):
                yield head, place


def _heads(cell: Path) -> Iterator[tuple[Head, Place]]:
    torn: list[str] = []  # the last line of a run that was killed: it never counted
    for segment in sorted(cell.glob("segment-*.jsonl")):
        yield from heads(segment, torn)
