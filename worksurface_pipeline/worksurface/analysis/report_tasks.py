"""The tasks of a report: question, gold, proof, and a row for each of their runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.site.labels import NO_ROUTE, percent, plain_label
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Extract, Fact, Item, RunRow, Tag
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.addresses import run_id
from worksurface_pipeline.worksurface.analysis.labels import setting_label, task_type_label
from worksurface_pipeline.worksurface.analysis.report_model import RunKey, run_key
from worksurface_pipeline.worksurface.analysis.report_proofs import Shown, proof
from worksurface_pipeline.worksurface.analysis.report_runs import RunEnd
from worksurface_pipeline.worksurface.analysis.report_states import diagnosis_tags, state_tag
from worksurface_pipeline.worksurface.necessity.relabel import interface_of
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, GateFinding, Quarantined

_GOLD_CHARACTERS = 4_000  # of a gold answer
_HEADS = ("Answer", "Evidence", "Span", "Route F1", "Eff.", "Agg.", "Tokens", "Turns")

_ALSO = ("answer", "evidence", "route_f1", "aggregate")  # of the other profiles

ScoresByTask = Mapping[str, Sequence[Score]]


def scores_by_task(scores: Iterable[Score]) -> ScoresByTask:
    """Scores of each task, by model, setting and epoch."""
    groups: dict[str, list[Score]] = {}
    for score in sorted(scores, key=run_key):
        groups.setdefault(score.task_id, []).append(score)
    return groups


def in_order(tasks: Iterable[AtomicTask]) -> list[AtomicTask]:
    """Tasks by persona, source task (numbers as numbers), type and id."""

    def key(task: AtomicTask) -> tuple[str, int, str, str, str]:
        source = task.source.task_id
        number = int(source) if source.isascii() and source.isdigit() else 0
        return (task.source.persona, number, source, task.task_type.value, task.id)

    return sorted(tasks, key=key)


def task_item(
    task: AtomicTask, scores: Sequence[Score], ends: Mapping[RunKey, RunEnd], shown: Shown
) -> Item:
    """The page of a task."""
    rows = tuple(_row(score, ends.get(run_key(score))) for score in scores)
    return _item(item_id(task.id), task, shown).model_copy(update={"heads": _HEADS, "runs": rows})


def held_once(held: Iterable[Quarantined]) -> tuple[Quarantined, ...]:
    """Each task once, with the findings of all gates that held it back."""
    found: dict[str, Quarantined] = {}
    for one in held:
        before = found.get(one.task.id)
        findings = (*before.findings, *one.findings) if before else one.findings
        found[one.task.id] = one.model_copy(update={"findings": findings})
    return tuple(found.values())


def held_item(held: Quarantined, shown: Shown) -> Item:
    """The page of a task that a gate held back: what was found comes before its proof."""
    findings = tuple(
        Extract(label=f"{_found(one)} ({one.checked.value})", text=one.detail)
        for one in held.findings
    )
    item = _item(held_id(held), held.task, shown)
    tags = (Tag.model_validate({"text": "held back", "tone": "warn"}), *item.tags)
    return item.model_copy(update={"extracts": findings, "tags": tags})


def _found(one: GateFinding) -> str:
    """The gate with its reason, and the interface under which it was found where there are two."""
    interface = interface_of(one)
    where = f" under the interface {interface}" if interface else ""
    return f"{plain_label(one.gate)}: {one.reason}{where}"


def held_id(held: Quarantined) -> str:
    """The id of the page of a held task: no released one has it, whatever tasks are called."""
    return item_id(f"held back {held.task.id}")


def _item(name: str, task: AtomicTask, shown: Shown) -> Item:
    persona = task.source.persona
    return Item(
        id=name,
        name=f"Task {task.id}",
        title=task.question,
        tags=(
            Tag(text=task_type_label(task.task_type.value)),
            Tag(text=plain_label(persona)),
            Tag(text=plain_label(task.derivation.value)),
        ),
        facts=tuple(Fact(name=label, text=text) for label, text in _facts(task)),
        proofs=tuple(proof(item, persona, shown) for item in task.gold_evidence),
    )


def gold_text(task: AtomicTask, limit: int = _GOLD_CHARACTERS) -> str:
    """The gold answer as JSON with its unit, cut where it is very long."""
    gold, cut = bounded(json.dumps(task.gold_answer, ensure_ascii=False), limit)
    unit = f" {task.answer_unit}" if task.answer_unit else ""
    return f"{gold}{' …' if cut else ''}{unit}"


def _facts(task: AtomicTask) -> Iterator[tuple[str, str]]:
    yield "Gold", gold_text(task)
    yield "Answer type", task.answer_type.value
    yield "Required surfaces", ", ".join(task.required_surfaces) or NO_ROUTE
    if task.required_sealed != task.required_surfaces:
        yield "Required when sealed", ", ".join(task.required_sealed) or NO_ROUTE
    if task.gold_tools:
        yield "Gold tools", ", ".join(task.gold_tools)
    yield "Source task", task.source.task_id
    if task.source.rubric_refs:
        yield "Rubrics", ", ".join(map(str, task.source.rubric_refs))
    if task.original_question is not None:
        yield "Asked before rewording", task.original_question
    if task.quality_screen.strict_pass_votes is not None:
        votes = task.quality_screen
        yield "Strict votes", f"{votes.strict_pass_votes} of {len(votes.models)}"
    if task.notes:
        yield "Notes", task.notes


def _row(score: Score, end: RunEnd | None) -> RunRow:
    shares = (
        *(score.answer, score.evidence, score.span_evidence),
        *(score.route_f1, score.efficiency, score.aggregate),
    )
    epoch = f", epoch {score.epoch}" if score.epoch else ""
    return RunRow(
        id=run_id(score.model, score.setting, score.epoch),
        group=score.model,
        name=setting_label(score.setting) + epoch,
        tags=(state_tag(score), *diagnosis_tags(score)),
        figures=(
            *map(percent, shares),
            NO_ROUTE if score.tokens is None else f"{score.tokens:,}",
            str(score.turns),
        ),
        facts=tuple(Fact(name=name, text=text) for name, text in _run_facts(score, end)),
    )


def _run_facts(score: Score, end: RunEnd | None) -> Iterator[tuple[str, str]]:
    if end is not None:
        yield from _end_facts(end)
    elif score.status != SCORED:
        yield "Ended", score.status
    if score.departure is not None:
        departure = score.departure
        kind = plain_label(departure.kind.value)
        yield "Earliest observed departure", f"turn {departure.turn + 1}, {kind}: {departure.what}"
    yield from _score_facts(score)


def _end_facts(end: RunEnd) -> Iterator[tuple[str, str]]:
    said = " (given on the last request)" if end.is_forced else ""
    yield "Answer", (end.answer or "none") + said
    yield "Ended", end.ended
    if end.error:
        yield "Error", end.error
    if end.origin:
        yield "Taken over from", end.origin


def _score_facts(score: Score) -> Iterator[tuple[str, str]]:
    yield "Calls", f"{score.tool_calls}, {score.tool_errors} of them failed"
    if score.has_unneeded_call:
        yield "Unneeded call", "to a surface that the task does not require"
    if score.answer_matched_share is not None:
        yield "Matched share of the answer", f"{percent(score.answer_matched_share)} %"
    if score.budget_tokens is not None:
        yield "Token budget", f"{score.budget_tokens:,}"
    for other in score.also:
        shares = ((name, getattr(other, name)) for name in _ALSO)
        said = ", ".join(f"{plain_label(name)} {percent(share)}" for name, share in shares)
        yield f"Under {other.profile}", f"{said} %"
    if score.unscored:
        yield "Unscored", "; ".join(score.unscored)
