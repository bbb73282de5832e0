"""A run as the public release writes it: one JSON object a line, `<model>/<setting>.jsonl`.

Its fields: id, setting, model, chosen_surfaces, rag_files, tables, graph_nodes, answer (text),
total_tokens, tool_trace, question_text, output_text, and error where a run crashed. An entry of
`tool_trace` has tool, args, surface and `result`, a summary of what the tool returned: the names of
the files found, the columns of a view, `{"n_rows": n}`, node ids (of a search 10, of a traversal 20
at most), or a text for a refusal. Observations and replies are not kept, nor are failed calls of a
tool that does not exist. `docs/interchange.md` says what of it becomes what.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict, JsonValue

from worksurface_pipeline.harness.trajectory import Outcome, ToolCall, Trajectory
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE

UNRECORDED = "unrecorded"
"""The tool of a call of which a record says no more than the surface it went to."""
_FORBIDDEN = "rejected_non_select"


class PublicCall(BaseModel):
    """One entry of a tool trace; what else it may hold is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    tool: str
    args: dict[str, JsonValue] = {}
    surface: str = ""
    result: JsonValue = None

    @property
    def is_error(self) -> bool:
        """Whether the tool refused or failed: a summary that is a text says so."""
        return isinstance(self.result, str)

    @property
    def names(self) -> tuple[str, ...]:
        """The files, columns or nodes that the summary names."""
        return tuple(map(str, self.result)) if isinstance(self.result, list) else ()


class PublicTrace(BaseModel):
    """One run; what else it may hold is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    setting: str
    model: str
    chosen_surfaces: tuple[str, ...] = ()
    rag_files: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    graph_nodes: tuple[str, ...] = ()
    answer: JsonValue = None
    total_tokens: int = 0
    tool_trace: tuple[PublicCall, ...] = ()
    question_text: str = ""
    output_text: JsonValue = None
    error: str | None = None


def public_trace(run: Trajectory, question: str, files: Mapping[str, str]) -> PublicTrace:
    """A run of ours as a public trace; `files` gives the source file of a document."""
    calls = [call for call in run.calls if call.surface]
    text = _answer_text(run)
    error = f"{run.stop_reason.value}: {run.error}" if run.outcome is Outcome.ERRORED else None
    return PublicTrace(
        id=run.task_id,
        setting=run.setting,
        model=run.model,
        chosen_surfaces=tuple(sorted(run.attempted_surfaces)),
        rag_files=_shown(calls, ("document",), files),
        tables=_shown(calls, ("view_described", "view_read"), {}),
        graph_nodes=_shown(calls, ("node",), {}),
        answer=text,
        total_tokens=run.tokens or 0,
        tool_trace=tuple(_public_call(call, files) for call in calls),
        question_text=question,
        output_text=text,
        error=error,
    )


def trace_line(trace: PublicTrace) -> bytes:
    """A trace as a line of JSON; `error` stands in it only where a run crashed."""
    skipped = {"error"} if trace.error is None else set()
    value = trace.model_dump(mode="json", exclude=skipped)
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"


def _answer_text(run: Trajectory) -> str:
    """Lists and objects as JSON, a text as it is, no answer as "" and an abstention as its word."""
    if run.outcome is Outcome.ABSTAINED:
        return INSUFFICIENT_EVIDENCE
    if run.answer is None:
        return ""
    try:
        value = json.loads(run.answer)
    except ValueError:
        return run.answer
    return value if isinstance(value, str) else run.answer


def _shown(
    calls: Iterable[ToolCall], kinds: tuple[str, ...], names: Mapping[str, str]
) -> tuple[str, ...]:
    found = {one.id for call in calls for one in call.shown if one.kind in kinds}
    return tuple(sorted({names.get(one, one) for one in found}))


def _public_call(call: ToolCall, files: Mapping[str, str]) -> PublicCall:
    args = json.loads(call.args)
    return PublicCall(
        tool=call.tool,
        args=args if isinstance(args, dict) else {},
        surface=call.surface,
        result=f"error:{call.observation}" if call.is_error else _summary(call, files),
    )


def _summary(call: ToolCall, files: Mapping[str, str]) -> JsonValue:
    shown = list(dict.fromkeys(files.get(one.id, one.id) for one in call.shown))
    if call.surface == Surface.TABLE and any(one.kind == "view_read" for one in call.shown):
        return {"views": list(shown)}
    return list(shown)
