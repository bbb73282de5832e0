"""What a trajectory's tools showed, indexed once for all evidence items of its task.

Only successful calls show anything, and only what stood in an observation after truncation.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    surface = call.surface
    for shown in call.shown:
        kind = shown.kind
        if kind == "document" and surface == Surface.RAG:
            trace.documents.setdefault(shown.id, []).append((shown.start, shown.end))
        elif kind == "node" and surface == Surface.GRAPH:
            trace.nodes.add(shown.id)
        elif kind == "view_read" and surface == Surface.TABLE:
            trace.results.setdefault(shown.id, []).append(call.observation)
        elif kind == "view_described" and surface == Surface.TABLE:
            trace.described.add(shown.id)
