"""`worksurface gc` and `worksurface prune`: what goes, and how many bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.dynamic_keys import present_keys
from assets.partitions import sync_partitions
from resources.cleaning import garbage, prunable, removed
from resources.instance import open_instance
from resources.run_lock import cleaning_run
from resources.workbench import Workbench
from schedules.garbage_lines import Say, tell
from worksurface_pipeline.kernel.lake_gc import Garbage, remove


def collect(bench: Workbench, is_dry: bool, say: Say) -> None:
    """Remove what nothing refers to, or only say what would go.

    Raises LakeError while a run or a server of an agent is at work.
    """
    if is_dry:
        tell(tuple(garbage(bench)), "would be removed", say)
        return
    with cleaning_run(bench):
        found = tuple(garbage(bench))
        _remove(bench, found)
    tell(found, "removed", say)


def prune(
    bench: Workbench, model: str, persona: str, with_journals: bool, is_dry: bool, say: Say
) -> None:
    """Remove what is stored of removed models and personas, and their keys in Dagster."""
    if is_dry:
        tell(_of_removed(bench, model, persona, with_journals), "would be removed", say)
        for line in _dead_keys(bench):
            say(f"{line} would be removed")
        return
    with cleaning_run(bench):
        found = _of_removed(bench, model, persona, with_journals)
        keys = tuple(_dead_keys(bench))
        _remove(bench, found)
        _sync(bench)
    tell(found, "removed", say)
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
