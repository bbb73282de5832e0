"""What a trajectory's tools showed, indexed once for all evidence items of its task.

Only successful calls show anything, and only what stood in an observation after truncation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.harness.trajectory import ToolCall
from worksurface_pipeline.worksurface.schema.surfaces import Surface


@dataclass(slots=True)
class Trace:
    """Documents with the stretches shown of them, views with the results read, and nodes.

    `described` are views whose description was shown, `used` the surfaces of calls that returned,
    `attempted` those of all calls; `failed` of `count` calls did not return.
    """

    documents: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    results: dict[str, list[str]] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=set)
    described: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    attempted: set[str] = field(default_factory=set)
    count: int = 0
    failed: int = 0


def read_trace(calls: Iterable[ToolCall]) -> Trace:
    """Index the calls of one trajectory."""
    trace = Trace()
    for call in calls:
        trace.count += 1
        if call.surface:
            trace.attempted.add(call.surface)
        if call.is_error:
            trace.failed += 1
        else:
            trace.used.add(call.surface)
            _add(trace, call)
    return trace


def _add(trace: Trace, call: ToolCall) -> None:
    take = _SHOWN.get(call.surface)
    if take is not None:
        take(trace, call)


def _documents(trace: Trace, call: ToolCall) -> None:
    for shown in call.shown:
        if shown.kind == "document":
            trace.documents.setdefault(shown.id, []).append((shown.start, shown.end))


def _views(trace: Trace, call: ToolCall) -> None:
    for shown in call.shown:
        if shown.kind == "view_read":
            trace.results.setdefault(shown.id, []).append(call.observation)
        elif shown.kind == "view_described":
            trace.described.add(shown.id)


def _nodes(trace: Trace, call: ToolCall) -> None:
    trace.nodes.update([shown.id for shown in call.shown if shown.kind == "node"])


_SHOWN: Mapping[str, Callable[[Trace, ToolCall], None]] = {
    Surface.RAG.value: _documents,
    Surface.TABLE.value: _views,
    Surface.GRAPH.value: _nodes,
}
