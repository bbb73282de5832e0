"""What an in-process run of a job says: what was computed, notes, failures as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import dagster as dg

from assets.publishing import NOTE
from worksurface_pipeline.kernel.errors import WorksurfaceError

_INTERRUPTS = frozenset({"DagsterExecutionInterruptedError", "KeyboardInterrupt"})


def split(result: dg.ExecuteInProcessResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The steps that were computed, and those whose stored value was kept."""
    computed: list[str] = []
    reused: list[str] = []
    for event in result.get_asset_materialization_events():
        materialization = event.step_materialization_data.materialization
        is_reused = materialization.metadata["reused"].value
        (reused if is_reused else computed).append(str(materialization.asset_key.path[-1]))
    return tuple(computed), tuple(reused)


def notes(result: dg.ExecuteInProcessResult) -> dict[str, str]:
    """What a step wants said of itself, by step."""
    notes = {}
    for event in result.get_asset_materialization_events():
        materialization = event.step_materialization_data.materialization
        if NOTE in materialization.metadata:
            notes[str(materialization.asset_key.path[-1])] = str(
                materialization.metadata[NOTE].value
            )
    return notes


def failures(result: dg.ExecuteInProcessResult) -> Iterable[str]:
    """Each failed step with the sentence of what went wrong."""
    for event in result.all_node_events:
        if event.is_step_failure:
            yield f"{event.step_key}: {_root_message(event.step_failure_data.error)}"


def is_interrupted(result: dg.ExecuteInProcessResult) -> bool:
    """Dagster turns a signal into a failed step; the whole run has to end then.

    The class of what was raised decides: an error's text may well name another.
    """
    return any(
        error.cls_name in _INTERRUPTS
        for event in result.all_node_events
        if event.is_step_failure
        for error in _chain(event.step_failure_data.error)
    )


def _chain(error: Any) -> Iterator[Any]:
    """A Dagster error and what caused it, outermost first."""
    while error is not None:
        yield error
        error = error.cause


def _root_message(error: Any) -> str:
    """The first message of ours in a Dagster error chain, else the innermost; no traceback."""
    messages = [str(one.message).strip() for one in _chain(error)]
    ours = next((message for message in messages if _is_ours(message)), None)
    return ours.partition(": ")[2] if ours is not None else messages[-1]


def _is_ours(message: str) -> bool:
    name = message.partition(":")[0].rpartition(".")[2]
    return name in {kind.__name__ for kind in _kinds(WorksurfaceError)}


def _kinds(kind: type[WorksurfaceError]) -> Iterator[type[WorksurfaceError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _kinds(child)
