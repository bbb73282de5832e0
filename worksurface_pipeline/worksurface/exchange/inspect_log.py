"""A cell of a sweep as a log of Inspect, which `inspect view` and `inspect log` open.

No clock enters it: a trajectory does not say when it was run, so every log is dated as it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.hashing import canonical_json, digest_json
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.agents.prompts import question_prompt
from worksurface_pipeline.worksurface.exchange.extra import optional
from worksurface_pipeline.worksurface.exchange.inspect_messages import (
    messages_of,
    output_of,
    usage_of,
)
from worksurface_pipeline.worksurface.exchange.inspect_scores import cell_results, sample_scores
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.sets import CellKey
from worksurface_pipeline.worksurface.settings import Condition

UNDATED = "1970-01-01T00:00:00+00:00"
"""The date of a log whose time nobody told."""
_LIMITS = {StopReason.TURN_LIMIT: "turn", StopReason.TOKEN_LIMIT: "token"}


@dataclass(frozen=True, slots=True)
class CellLog:
    """What a log is made of: one cell, the tasks it ran, its runs and scores, and the condition."""

    benchmark: str
    cell: CellKey
    tasks: Sequence[AtomicTask]
    runs: Sequence[Trajectory]
    scores: Sequence[Score]
    condition: Condition
    created: str = UNDATED


def write_inspect_log(folder: Path, cell: CellLog, form: str = "eval") -> Path:
    """Write the log of a cell, in Inspect's form `eval` or `json`; its path.

    Raises SettingsError when Inspect is not installed. Equal cells give equal bytes in `json`; in
    `eval`, a zip archive, they are equal but for the times of its members.
    """
    log = optional("inspect_ai.log")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_stem(cell)}.{form}"
    log.write_eval_log(inspect_log(cell), str(path), format=form)
    return path


def inspect_log(cell: CellLog) -> Any:
    """The log of a cell as an `EvalLog`."""
    log = optional("inspect_ai.log")
    tasks = {task.id: task for task in cell.tasks}
    scores = {one.fingerprint: one for one in cell.scores}
    runs = sorted(cell.runs, key=lambda run: (run.task_id, run.epoch))
    known = [run for run in runs if run.task_id in tasks]
    samples = [
        _sample(run, tasks[run.task_id], scores.get(run.fingerprint), cell.condition)
        for run in known
    ]
    done = sum(run.outcome is not Outcome.ERRORED for run in known)
    return log.EvalLog(
        status="success",
        eval=_spec(cell, [task.id for task in cell.tasks]),
        results=cell_results(cell.scores, done) if cell.scores else None,
        stats=log.EvalStats(
            started_at=cell.created,
            completed_at=cell.created,
            model_usage=_total(cell.cell.model, samples),
        ),
        samples=samples,
    )


def _sample(run: Trajectory, task: AtomicTask, score: Score | None, condition: Condition) -> Any:
    log = optional("inspect_ai.log")
    question = question_prompt(task.public())
    usage = usage_of(run)
    return log.EvalSample(
        id=task.id,
        epoch=run.epoch + 1,  # Inspect counts from 1
        input=question,
        target=_target(task),
        messages=messages_of(run, question),
        output=output_of(run, usage),
        scores=sample_scores(score, run.answer) if score else None,
        metadata=_about(run, task),
        model_usage={run.model: usage} if usage else {},
        uuid=run.fingerprint,
        error=_error(run),
        limit=_limit(run, condition),
        turn_count=len(run.turns),
        token_limit=condition.trajectory_tokens,
    )


def _target(task: AtomicTask) -> str | list[str]:
    gold = task.gold_answer
    if isinstance(gold, tuple):
        return list(gold)
    return gold if isinstance(gold, str) else canonical_json(gold)


def _about(run: Trajectory, task: AtomicTask) -> dict[str, Any]:
    return {
        "persona": run.persona,
        "source_task": task.source.task_id,
        "task_type": task.task_type.value,
        "derivation": task.derivation.value,
        "required_surfaces": [surface.value for surface in task.required_surfaces],
        "exposed": list(run.exposed),
        "hinted": list(run.hinted),
        "outcome": run.outcome.value,
        "stop_reason": run.stop_reason.value,
        "is_forced_answer": run.is_forced_answer,
        "origin": run.origin,
    }


def _error(run: Trajectory) -> Any:
    if run.outcome is not Outcome.ERRORED:
        return None
    message = f"{run.stop_reason.value}: {run.error}"
    made = optional("inspect_ai.log").EvalError
    return made(message=message, traceback=message, traceback_ansi=message)


def _limit(run: Trajectory, condition: Condition) -> Any:
    kind = _LIMITS.get(run.stop_reason)
    if kind is None:
        return None
    limit = condition.turns if kind == "turn" else condition.trajectory_tokens
    return optional("inspect_ai.log").EvalSampleLimit(type=kind, limit=limit)


def _spec(cell: CellLog, ids: list[str]) -> Any:
    log = optional("inspect_ai.log")
    condition = cell.condition.model_dump(mode="json")
    name = f"{slug(cell.benchmark)}_{slug(cell.cell.setting)}"
    identity = digest_json([cell.benchmark, cell.cell.model_dump(mode="json"), condition])
    return log.EvalSpec(
        eval_id=identity,
        run_id=identity,
        created=cell.created,
        task=name,
        task_id=identity,
        dataset=log.EvalDataset(name=cell.benchmark, samples=len(ids), sample_ids=ids),
        model=cell.cell.model,
        config=log.EvalConfig(
            epochs=cell.condition.epochs,
            turn_limit=cell.condition.turns,
            token_limit=cell.condition.trajectory_tokens,
            time_limit=int(cell.condition.trajectory_seconds),
        ),
        metadata={"setting": cell.cell.setting, "condition": condition},
        task_args={"setting": cell.cell.setting},
    )


def _total(model: str, samples: Sequence[Any]) -> Mapping[str, Any]:
    used = [sample.model_usage[model] for sample in samples if model in sample.model_usage]
    if not used:
        return {}
    made = optional("inspect_ai.model").ModelUsage
    fields = ("input_tokens", "output_tokens", "total_tokens")
    return {model: made(**{name: sum(getattr(one, name) for one in used) for name in fields})}


def _stem(cell: CellLog) -> str:
    """A name of the shape that Inspect lists: date, task, id; the id tells equal slugs apart."""
    date = cell.created.replace(":", "-").replace("+", "-")
    task = slug(f"{cell.cell.model} {cell.cell.setting}").replace("_", "-")
    return f"{date}_{task}_{digest_json(cell.cell.model_dump(mode='json'))[:12]}"
