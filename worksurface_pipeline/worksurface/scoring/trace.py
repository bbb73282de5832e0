"""What a trajectory's tools showed, indexed once for all evidence items of its task.

Only successful calls count, and only what stood in an observation after truncation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from worksurface_pipeline.harness.trajectory import ToolCall
from worksurface_pipeline.worksurface.schema.surfaces import Surface


@dataclass(frozen=True, slots=True)
class Trace:
    """Documents with the stretches shown of them, views with the results read, and nodes."""

    documents: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    results: dict[str, list[str]] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=set)


def read_trace(calls: Iterable[ToolCall]) -> Trace:
    """Index the calls of one trajectory."""
    trace = Trace()
    for call in calls:
        if not call.is_error:
            _add(trace, call)
    return trace


def _add(trace: Trace, call: ToolCall) -> None:
    for shown in call.shown:
        if shown.kind == "document" and call.surface == Surface.RAG:
            trace.documents.setdefault(shown.id, []).append((shown.start, shown.end))
        elif shown.kind == "view_read" and call.surface == Surface.TABLE:
            trace.results.setdefault(shown.id, []).append(call.observation)
        elif shown.kind == "node" and call.surface == Surface.GRAPH:
            trace.nodes.add(shown.id)
