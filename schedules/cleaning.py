"""`worksurface gc` and `worksurface prune`: what goes, and how many bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from assets.dynamic_keys import present_keys
from assets.partitions import sync_partitions
from resources.cleaning import garbage, prunable, removed
from resources.instance import open_instance
from resources.run_lock import cleaning_run
from resources.workbench import Workbench
from worksurface_pipeline.kernel.lake_gc import Garbage, remove

Say = Callable[[str], None]


def collect(bench: Workbench, is_dry: bool, say: Say) -> None:
    """Remove what nothing refers to, or only say what would go.

    Raises LakeError while a run or a server of an agent is at work.
    """
    if is_dry:
        _tell(tuple(garbage(bench)), "would be removed", say)
        return
    with cleaning_run(bench):
        found = tuple(garbage(bench))
        _remove(bench, found)
    _tell(found, "removed", say)


def prune(
    bench: Workbench, model: str, persona: str, with_journals: bool, is_dry: bool, say: Say
) -> None:
    """Remove what is stored of removed models and personas, and their keys in Dagster."""
    if is_dry:
        _tell(_of_removed(bench, model, persona, with_journals), "would be removed", say)
        for line in _dead_keys(bench):
            say(f"{line} would be removed")
        return
    with cleaning_run(bench):
        found = _of_removed(bench, model, persona, with_journals)
        keys = tuple(_dead_keys(bench))
        _remove(bench, found)
        _sync(bench)
    _tell(found, "removed", say)
    for line in keys:
        say(f"{line} removed")


def _of_removed(
    bench: Workbench, model: str, persona: str, with_journals: bool
) -> tuple[Garbage, ...]:
    """Of all that is removed, or of what was named."""
    gone = removed(bench)
    if model:
        gone = gone.of_model(model)
    elif persona:
        gone = gone.of_persona(persona)
    return tuple(prunable(bench, gone, with_journals))


def _remove(bench: Workbench, found: Sequence[Garbage]) -> None:
    for item in found:
        remove(bench.lake, item)


def _wanted_keys(bench: Workbench) -> dict[str, tuple[str, ...]]:
    frozen = bench.frozen()
    plan = bench.plan()
    return {
        "persona": frozen.personas if frozen else (),
        "model": tuple(sorted({cell.model for cell in plan.cells})),
        "auditor": plan.auditors,
    }


def _dead_keys(bench: Workbench) -> Iterator[str]:
    """Dagster's dynamic keys that stand for nothing any more."""
    wanted = _wanted_keys(bench)
    with open_instance(bench) as instance:
        for name, keys in wanted.items():
            for key in sorted(present_keys(instance, name) - set(keys)):
                yield f"Dagster's {name} key {key}"


def _sync(bench: Workbench) -> None:
    wanted = _wanted_keys(bench)
    with open_instance(bench) as instance:
        sync_partitions(instance, wanted["persona"], wanted["model"], wanted["auditor"])


def _tell(found: Sequence[Garbage], verb: str, say: Say) -> None:
    """A line a kind with count and bytes; the places of a few are named nowhere else."""
    counts = Counter(item.what for item in found)
    for what in sorted(counts):
        size = sum(item.size for item in found if item.what == what)
        say(f"{counts[what]} x {what}: {size:,} bytes")
    total = sum(item.size for item in found)
    say(f"{len(found)} places, {total:,} bytes {verb}" if found else "Nothing is there to remove")
