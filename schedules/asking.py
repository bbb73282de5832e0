"""What a sensor or a schedule asks for, and remembers of it, so that nothing is asked for twice.

A run that is queued or going on is not asked for again. One that failed is asked for again at the
next change of what it is made from, else after a number of ticks that doubles each time: no run
is lost for ever, and none comes back at every tick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import dagster as dg
from pydantic import ValidationError

from resources.lake_shell import PARTITION_TAG
from worksurface_pipeline.kernel.frontier import Due, Layers
from worksurface_pipeline.kernel.model import Frozen

_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
_FIRST_PAUSE = 10  # ticks until a failed run is asked for again
_LONGEST_PAUSE = 320


class Asked(Frozen):
    """One request: of which job and partition, from what state, how often, at which tick last."""

    job: str
    partition: str
    state: str
    times: int
    tick: int

    @property
    def again_at(self) -> int:
        """The tick at which the same is asked for again if nothing came of it."""
        return self.tick + min(_FIRST_PAUSE << (self.times - 1), _LONGEST_PAUSE)


class Memory(Frozen):
    """A sensor's cursor: the number of its ticks, and what it has asked for that is still due."""

    tick: int = 0
    asked: tuple[Asked, ...] = ()


def remembered(cursor: str | None) -> Memory:
    """What a cursor holds; nothing, where an earlier version wrote it."""
    try:
        return Memory.model_validate_json(cursor) if cursor else Memory()
    except ValidationError:
        return Memory()


@dataclass(frozen=True, slots=True)
class Choice:
    """What of the due is asked for at a tick, what is held back and why, and what to remember."""

    chosen: tuple[Due, ...]
    held: tuple[str, ...]
    memory: Memory


def choose(
    due: Iterable[Due], memory: Memory, at_work: frozenset[tuple[str, str]], most: int
) -> Choice:
    """Choose at most `most` of what is due; `at_work` are jobs and partitions not finished yet."""
    tick = memory.tick + 1
    before = {(item.job, item.partition): item for item in memory.asked}
    chosen: list[Due] = []
    kept: list[Asked] = []
    held: list[str] = []
    for item in due:
        place = (item.job, item.partition)
        last = _same_state(before.get(place), item)
        reason = _reason(last, place in at_work, tick, len(chosen) >= most)
        if reason:
            held.append(f"{item.job}{f'[{item.partition}]' if item.partition else ''} {reason}")
            kept += [last] if last else []
            continue
        chosen.append(item)
        times = last.times + 1 if last else 1
        kept.append(
            Asked(job=item.job, partition=item.partition, state=item.state, times=times, tick=tick)
        )
    return Choice(tuple(chosen), tuple(held), Memory(tick=tick, asked=tuple(kept)))


def _same_state(last: Asked | None, item: Due) -> Asked | None:
    return last if last is not None and last.state == item.state else None


def _reason(last: Asked | None, is_at_work: bool, tick: int, is_full: bool) -> str:
    """Why something due is not asked for at this tick, "" if it is."""
    if is_at_work:
        return "is queued or at work"
    if last is not None and tick < last.again_at:
        return f"was asked for and did not succeed; asked again in {last.again_at - tick} ticks"
    return "waits for the next tick" if is_full else ""


def night_of(context: dg.ScheduleEvaluationContext) -> str:
    """The name of a night, under which its calls are booked: its planned date."""
    planned: datetime = context.scheduled_execution_time
    return f"night-{planned:%Y-%m-%d}"


def unfinished(
    instance: dg.DagsterInstance, keys: Mapping[str, str], layers: Layers
) -> frozenset[tuple[str, str]]:
    """Jobs and partitions of all runs that are queued or going on.

    `keys` gives the lake's key of a partition for Dagster's own. A run that was started from the
    page counts for the job of its name, or of its assets.
    """
    runs = instance.get_runs(dg.RunsFilter(statuses=_UNFINISHED))
    return frozenset(place for run in runs for place in _places(run, keys, layers))


def _places(
    run: dg.DagsterRun, keys: Mapping[str, str], layers: Layers
) -> Iterator[tuple[str, str]]:
    key = run.tags.get(PARTITION_TAG, "")
    partition = keys.get(key, key)
    names = {asset.path[-1] for asset in run.asset_selection or ()}
    for job, steps in layers:
        if run.job_name == job or names & set(steps):
            yield job, partition
