"""Reading runs of the public release as trajectories of ours, to score them again.

What a record does not say stays unsaid: there are no replies and no observations, so span-level
evidence is not known, and only the sum of the tokens is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import (
    Outcome,
    StopReason,
    ToolCall,
    Trajectory,
    Turn,
)
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.hashing import canonical_json, digest_json
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.exchange.public_trace import (
    UNRECORDED,
    PublicCall,
    PublicTrace,
)
from worksurface_pipeline.worksurface.release.read import lines_of, read_bytes
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE

ORIGIN = "release-1.0"
"""The origin of a trajectory that was read from the public release."""
_ALL = tuple(surface.value for surface in Surface)
_HINTED = frozenset({"S5", "S6"})


_SHOWN_AS = {"rag": "document", "table": "view_described", "graph": "node"}


def read_traces(path: Path, tasks: Mapping[str, AtomicTask]) -> Iterator[Trajectory]:
    """The runs of one file. `tasks` say which surfaces S5 and S6 were told.

    Raises PackageError naming the line for what is no trace.
    """
    for number, line in lines_of(read_bytes(path)):
        where = f"{path.parent.name}/{path.name}, line {number}"
        try:
            trace = PublicTrace.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the line as a whole"
            raise PackageError(f"This is no trace: {place}: {first['msg']}", where=where) from error
        yield trajectory_of(trace, tasks.get(trace.id))


def trajectory_of(trace: PublicTrace, task: AtomicTask | None) -> Trajectory:
    """One run as a record of ours; without its task it says nothing of persona and hints."""
    outcome, stop = _ending(trace)
    required = tuple(surface.value for surface in task.required_surfaces) if task else ()
    return Trajectory(
        fingerprint=digest_json([ORIGIN, trace]),
        task_id=trace.id,
        persona=task.source.persona if task else "",
        model=trace.model,
        setting=trace.setting,
        epoch=0,
        outcome=outcome,
        stop_reason=stop,
        answer=_answer(trace.answer) if outcome is Outcome.ANSWERED else None,
        exposed=_exposed(trace, required),
        hinted=required if trace.setting in _HINTED else (),
        turns=tuple(_turns(trace)),
        error=trace.error or "",
        origin=ORIGIN,
    )


def _ending(trace: PublicTrace) -> tuple[Outcome, StopReason]:
    if trace.error:
        return Outcome.ERRORED, StopReason.AGENT_FAULT
    text = trace.answer.strip() if isinstance(trace.answer, str) else trace.answer
    if text in (None, ""):
        return Outcome.MODEL_FAILED, StopReason.EMPTY
    if text == INSUFFICIENT_EVIDENCE:
        return Outcome.ABSTAINED, StopReason.ABSTAINED
    return Outcome.ANSWERED, StopReason.ANSWERED


def _answer(answer: JsonValue) -> str:
    """JSON text: the reference kept lists and objects as JSON, all else as its text."""
    if not isinstance(answer, str):
        return canonical_json(answer)
    try:
        value = json.loads(answer)
    except (ValueError, RecursionError):
        value = None
    return canonical_json(value if isinstance(value, (list, dict)) else answer)


def _exposed(trace: PublicTrace, required: tuple[str, ...]) -> tuple[str, ...]:
    """What the setting exposes; of S3, which routes by itself, what the run turned to."""
    by_setting = {"S1": (), "S2": ("rag",), "S3": trace.chosen_surfaces, "S5": required}
    return by_setting.get(trace.setting, _ALL)


def _turns(trace: PublicTrace) -> Iterator[Turn]:
    """A turn for each call, then one for the answer, which carries the sum of the tokens."""
    calls = list(_calls(trace))
    for index, call in enumerate(calls):
        yield Turn(index=index, kind="call", reply="", usage=Usage(), call=call)
    known = Usage(prompt_tokens=trace.total_tokens, completion_tokens=0)
    yield Turn(
        index=len(calls),
        kind="final",
        reply=trace.output_text if isinstance(trace.output_text, str) else "",
        usage=known if trace.total_tokens else Usage(),
    )


def _calls(trace: PublicTrace) -> Iterator[ToolCall]:
    """The calls with what each showed.

    A summary is cut, the record's own lists are not: what no call names was shown by some call of
    its surface, and stands with the last that succeeded.
    """
    shown = [_shown(call, trace) for call in trace.tool_trace]
    named = {one.id for each in shown for one in each}
    last = {call.surface: place for place, call in enumerate(trace.tool_trace) if not call.is_error}
    for place, call in enumerate(trace.tool_trace):
        rest = _rest(call.surface, trace, named) if last.get(call.surface) == place else ()
        yield _call(call, (*shown[place], *rest))
    tried = {call.surface for call in trace.tool_trace}
    for surface in trace.chosen_surfaces:
        if surface not in tried:
            yield _call(PublicCall(tool=UNRECORDED, surface=surface), _rest(surface, trace, named))


def _rest(surface: str, trace: PublicTrace, named: set[str]) -> tuple[Shown, ...]:
    listed = {"rag": trace.rag_files, "table": trace.tables, "graph": trace.graph_nodes}
    names = sorted(set(listed.get(surface, ())) - named)
    return tuple(Shown(kind=_SHOWN_AS[surface], id=name) for name in names)


def _call(call: PublicCall, shown: tuple[Shown, ...]) -> ToolCall:
    return ToolCall(
        tool=call.tool,
        surface=call.surface,
        args=canonical_json(call.args),
        observation=canonical_json(call.result),
        is_error=call.is_error,
        shown=shown,
    )


def _shown(call: PublicCall, trace: PublicTrace) -> tuple[Shown, ...]:
    kind, names = _named(call, trace)
    return tuple(Shown(kind=kind, id=name) for name in names)


def _named(call: PublicCall, trace: PublicTrace) -> tuple[str, tuple[str, ...]]:
    """What kind of artifact a call showed, and which of the record's it names."""
    if call.surface == Surface.RAG:
        return "document", call.names
    if call.surface == Surface.GRAPH:
        start = call.args.get("node")
        own = (start,) if isinstance(start, str) and start in trace.graph_nodes else ()
        return "node", tuple(dict.fromkeys((*own, *call.names)))
    if call.tool == "table_list":
        return "view_listed", call.names
    if call.tool == "table_describe":
        view = call.args.get("view")
        return "view_described", (view,) if isinstance(view, str) and view in trace.tables else ()
    sql = str(call.args.get("sql", ""))
    return "view_read", tuple(name for name in trace.tables if has_token(sql, name))
