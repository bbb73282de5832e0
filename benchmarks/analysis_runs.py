"""The analysis suite's trajectories: turns, calls and usages that do as the truth says."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks import analysis_observations as observed
from benchmarks.analysis_observations import Texts
from benchmarks.analysis_truth import SURFACES, CellTruth, used_surfaces
from worksurface_pipeline.harness.agent.protocol import Observation
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import (
    Outcome,
    StopReason,
    ToolCall,
    Trajectory,
    Turn,
)
from worksurface_pipeline.kernel.hashing import canonical_json, digest_text
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tools.observations import compact, failure

_SYSTEM, _QUESTION = 700, 60  # tokens before the first reply
_CHARACTERS_PER_TOKEN = 4
_FAILED_CALL = 0.08  # of the queries; they are sent again
_REFUSED = failure("Parser Error: syntax error at end of input")
_Step = tuple[str, dict[str, str], Observation]
"""Tool, arguments, and what is seen."""
_LOST = (  # how runs without a right answer may end, by share
    (0.05, Outcome.ABSTAINED, StopReason.ABSTAINED),
    (0.08, Outcome.MODEL_FAILED, StopReason.UNPARSABLE),
    (0.12, Outcome.LIMITED, StopReason.TURN_LIMIT),
)


@dataclass(slots=True)
class _Run:
    """Turns so far, and the tokens that the next prompt has."""

    draw: random.Random
    prompt: int = _SYSTEM + _QUESTION
    turns: list[Turn] = field(default_factory=list)

    def add(self, kind: str, reply: str, call: ToolCall | None = None) -> None:
        """One turn; the next prompt holds its reply and its observation too."""
        said = max(1, len(reply) // _CHARACTERS_PER_TOKEN) + self.draw.randint(0, 60)
        forced = kind == "forced"
        usage = Usage() if forced else Usage(prompt_tokens=self.prompt, completion_tokens=said)
        turn = Turn(
            index=len(self.turns),
            kind=kind,
            reply="" if forced else reply,
            usage=usage,
            call=call,
            model_returned="" if forced else "simulated-2026",
            finish_reason="" if forced else "stop",
        )
        self.turns.append(turn)
        shown = len(call.observation) if call else 0
        self.prompt += (0 if forced else said) + shown // _CHARACTERS_PER_TOKEN


def make_runs(
    cell: CellTruth, tasks: Sequence[AtomicTask], texts: Texts, seed: int
) -> Iterator[Trajectory]:
    """The trajectories of a cell, by task."""
    for place, task in enumerate(tasks):
        draw = random.Random(f"{seed} {cell.key} {task.id}")
        yield _trajectory(cell, task, place, texts, draw)


def _trajectory(
    cell: CellTruth, task: AtomicTask, place: int, texts: Texts, draw: random.Random
) -> Trajectory:
    required = tuple(name for name in SURFACES if name in task.required_surfaces)
    used = used_surfaces(cell.setting, required, bool(cell.is_routed[place]))
    run = _Run(draw)
    if cell.setting == "S3":
        run.add("route", json.dumps({"route": used[0]}))
    for surface in used:
        shown = [item for item in task.gold_evidence if item.surface == surface]
        _explore(run, surface, shown if cell.is_shown[place] else [], texts, cell.setting == "S2")
    outcome, reason, answer = _ending(cell, task, place, draw)
    if outcome is not Outcome.ERRORED:
        run.add("final", json.dumps({"final_answer": json.loads(answer or "null")}))
    told = cell.setting in ("S5", "S6")
    exposed = {"S1": (), "S2": ("rag",), "S3": used, "S5": required}
    return Trajectory(
        fingerprint=digest_text(f"{cell.key} {task.id}"),
        task_id=task.id,
        persona=task.source.persona,
        model=cell.model,
        setting=cell.setting,
        epoch=0,
        outcome=outcome,
        stop_reason=reason,
        answer=answer,
        exposed=exposed.get(cell.setting, SURFACES),
        hinted=required if told else (),
        turns=tuple(run.turns),
        error="the endpoint did not answer" if outcome is Outcome.ERRORED else "",
    )


def _explore(
    run: _Run, surface: str, items: Sequence[Evidence], texts: Texts, is_forced: bool
) -> None:
    """Calls to one surface; the last one shows `items`, where there are any."""
    steps = list(_STEPS[surface](run.draw, items, texts))
    for tool, args, seen in steps[-1:] if is_forced else steps:
        call = ToolCall(
            tool=tool,
            surface=surface,
            args=canonical_json(args),
            observation=seen.text,
            is_error=seen.is_error,
            shown=seen.shown,
        )
        reply = json.dumps({"tool": tool, "args": args})
        run.add("forced" if is_forced else "tool", reply, call)


def _searches(draw: random.Random, items: Sequence[Evidence], texts: Texts) -> Iterator[_Step]:
    for wanted in ([], [], items):
        query = {"query": draw.choice(texts.names).replace("_", " ")}
        yield "kb_search", query, observed.search(draw, wanted, texts)


def _queries(draw: random.Random, items: Sequence[Evidence], texts: Texts) -> Iterator[_Step]:
    known = [item.table for item in items if isinstance(item, TableEvidence)]
    view = known[0] if known else f"t0__{draw.choice(texts.names)}"
    yield "table_list", {}, observed.views(draw, view, texts)
    yield "table_describe", {"view": view}, observed.description(draw, view, texts)
    if draw.random() < _FAILED_CALL:
        yield "table_query", {"sql": f'SELECT sum("amount") FROM "{view}" GROUP BY'}, _REFUSED
    yield (
        "table_query",
        {"sql": f'SELECT DISTINCT "status" FROM "{view}"'},
        observed.rows(draw, view, []),
    )
    query = {"sql": f'SELECT sum("amount") FROM "{view}" WHERE "status" = \'open\''}
    yield "table_query", query, observed.rows(draw, view, items)


def _walks(draw: random.Random, items: Sequence[Evidence], texts: Texts) -> Iterator[_Step]:
    query = {"query": draw.choice(texts.names)}
    yield "graph_search_entities", query, observed.nodes(draw, texts)
    for wanted in ([], items):
        node = {"node": draw.choice(texts.names)}
        yield "graph_neighbors", node, observed.edges(draw, texts, wanted)


_STEPS: Mapping[str, Callable[[random.Random, Sequence[Evidence], Texts], Iterator[_Step]]] = {
    "rag": _searches,
    "table": _queries,
    "graph": _walks,
}


def _ending(
    cell: CellTruth, task: AtomicTask, place: int, draw: random.Random
) -> tuple[Outcome, StopReason, str | None]:
    if cell.is_error[place]:
        return Outcome.ERRORED, StopReason.MODEL_UNAVAILABLE, None
    if cell.is_right[place]:
        return Outcome.ANSWERED, StopReason.ANSWERED, compact(_right(task, draw))
    chance = draw.random()
    for share, outcome, reason in _LOST:
        if chance < share:
            return outcome, reason, None
    return Outcome.ANSWERED, StopReason.ANSWERED, compact(_wrong(task, draw))


def _right(task: AtomicTask, draw: random.Random) -> object:
    """The gold in one of the forms in which agents give it."""
    gold = task.gold_answer
    if isinstance(gold, bool):
        return gold if draw.random() < 0.5 else ("yes" if gold else "no")
    if isinstance(gold, int):
        return gold if draw.random() < 0.8 else f"{gold:,}"
    if isinstance(gold, tuple):
        return draw.sample(gold, len(gold))
    return gold if draw.random() < 0.5 else str(gold).upper()


def _wrong(task: AtomicTask, draw: random.Random) -> object:
    """An answer of the gold's type that no profile takes for it."""
    gold = task.gold_answer
    if isinstance(gold, bool):
        return not gold
    if isinstance(gold, int):
        return 3 * gold + draw.randint(1, 9)
    if isinstance(gold, tuple):
        return [f"unrelated {number}" for number in range(draw.randint(1, 4))]
    return "none of these"
