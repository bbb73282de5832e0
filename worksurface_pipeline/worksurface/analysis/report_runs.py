"""The runs of a report: read once, cell by cell; what a task's page shows of each is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory, Turn
from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Extract, Step, Steps, Tag, Tone
from worksurface_pipeline.site.runs import RunShelf, item_id
from worksurface_pipeline.worksurface.analysis.addresses import run_id
from worksurface_pipeline.worksurface.analysis.cost_table import RunCost, run_costs
from worksurface_pipeline.worksurface.analysis.report_model import ReportLimits, RunKey, run_key
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)

_EVIDENCE = frozenset({"document", "view_read", "node"})  # a view that is listed shows no row
_USUAL_ENDS = frozenset({"", "stop", "tool_calls"})
_SHOWN_IDS = 6  # ids of shown artifacts that are named per call
_ANSWER_CHARACTERS = 2_000  # of a submitted answer
_ERROR_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended; `turns` is their number, `answer` is cut when it is very long."""

    ended: str
    answer: str
    error: str
    is_forced: bool
    turns: int
    tokens: int | None
    origin: str


@dataclass(slots=True)
class RunsRead:
    """What was kept of the runs. `cut` counts texts that were cut, `foreign` runs of no task."""

    shelf: RunShelf = field(default_factory=RunShelf)
    ends: dict[RunKey, RunEnd] = field(default_factory=dict)
    costs: list[RunCost] = field(default_factory=list)
    texts: int = 0
    cut: int = 0
    foreign: int = 0


def read_runs(
    runs: Iterable[Trajectory],
    tasks: Iterable[AtomicTask],
    prices: Mapping[str, Price],
    limits: ReportLimits,
) -> RunsRead:
    """Go through the runs once; none of them is held as it came."""
    gold = {task.id: gold_artifacts(task) for task in tasks}
    read = RunsRead()
    for run in runs:
        read.costs.extend(run_costs((run,), prices))
        if run.task_id not in gold:
            read.foreign += 1
            continue  # counted: it has no page, for the benchmark holds no such task any more
        steps = tuple(_step(turn, gold[run.task_id], limits.characters) for turn in run.turns)
        name = run_id(run.model, run.setting, run.epoch)
        read.shelf.put(item_id(run.task_id), Steps(id=name, steps=steps))
        read.ends[run_key(run)] = _end(run)
        extracts = [one for step in steps for one in step.extracts]
        read.texts += len(extracts)
        read.cut += sum(one.cut > 0 for one in extracts)
    return read


def gold_artifacts(task: AtomicTask) -> frozenset[str]:
    """Ids of the documents, views and nodes that prove a task."""
    return frozenset(name for item in task.gold_evidence for name in _named(item))


def _named(item: object) -> Iterator[str]:
    if isinstance(item, RagEvidence):
        yield item.file
    elif isinstance(item, TableEvidence):
        yield item.table
    elif isinstance(item, GraphSetEvidence):
        yield from item.verified_complete_set
    elif isinstance(item, GraphPathEvidence):
        yield from item.graph_path[-1:]


def _end(run: Trajectory) -> RunEnd:
    why, outcome = plain_label(run.stop_reason.value), plain_label(run.outcome.value)
    answer = "" if run.answer is None else _cut(run.answer, _ANSWER_CHARACTERS)
    return RunEnd(
        ended=outcome if why == outcome else f"{outcome}: {why}",
        answer=answer,
        error=_cut(run.error, _ERROR_CHARACTERS),
        is_forced=run.is_forced_answer,
        turns=len(run.turns),
        tokens=run.tokens,
        origin=run.origin,
    )


def _cut(text: str, limit: int) -> str:
    shown, cut = bounded(text, limit)
    return f"{shown} … ({cut} more characters)" if cut else shown


def _step(turn: Turn, gold: frozenset[str], limit: int) -> Step:
    call = turn.call
    return Step(
        title=f"Turn {turn.index + 1}: {turn.kind}" + (f", {call.tool}" if call else ""),
        tags=tuple(_tags(turn, gold)),
        note=" · ".join(_notes(turn)),
        extracts=tuple(_extracts(turn, limit)),
    )


def _tags(turn: Turn, gold: frozenset[str]) -> Iterator[Tag]:
    if turn.problem:
        yield Tag(text=turn.problem, tone=Tone.WARN)
    call = turn.call
    if call is None:
        return
    if call.surface:
        yield Tag(text=call.surface)
    if call.is_error:
        yield Tag(text="failed call", tone=Tone.BAD)
    elif any(item.kind in _EVIDENCE and item.id in gold for item in call.shown):
        yield Tag(text="showed gold evidence", tone=Tone.GOOD)


def _notes(turn: Turn) -> Iterator[str]:
    usage = turn.usage
    if usage.prompt_tokens is not None and usage.completion_tokens is not None:
        yield f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out"
    elif turn.reply:
        yield "tokens not reported"
    if turn.attempts > 1:
        yield f"{turn.attempts} attempts"
    if turn.finish_reason not in _USUAL_ENDS:
        yield f"ended by {turn.finish_reason}"
    if turn.call is not None:
        ids = list(dict.fromkeys(shown.id for shown in turn.call.shown))
        if ids:
            more = f" and {len(ids) - _SHOWN_IDS} more" if len(ids) > _SHOWN_IDS else ""
            yield f"showed {', '.join(ids[:_SHOWN_IDS])}{more}"


def _extracts(turn: Turn, limit: int) -> Iterator[Extract]:
    call = turn.call
    given = None if call is None else _parsed(call.args)
    if turn.reply and not (call and _parsed(turn.reply) == {"tool": call.tool, "args": given}):
        yield _extract("Reply", turn.reply, limit)
    if call is not None:
        yield _extract("Call", _call_text(call, given), limit)
        yield _extract("Observation", call.observation, limit)


def _parsed(text: str) -> object:
    """The value of a JSON text; an agent of one's own may hand over what is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _call_text(call: ToolCall, given: object) -> str:
    """The arguments a line each where they are an object, so that a query reads as one."""
    if not isinstance(given, dict):
        return f"{call.tool} {call.args}"
    lines = (
        f"  {name}: {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in given.items()
    )
    return "\n".join((call.tool, *lines))


def _extract(label: str, text: str, limit: int) -> Extract:
    shown, cut = bounded(text, limit)
    return Extract(label=label, text=shown, cut=cut)
