"""Screening a persona's candidates: ballots by auditor, then the vote. Gold is never touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.harness.panel.asking import ask_auditor
from worksurface_pipeline.harness.panel.ballots import Ballot, Failure
from worksurface_pipeline.harness.panel.families import family_warnings
from worksurface_pipeline.harness.panel.votes import Decision, decide, panel_agreement
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, QualityScreen, Refusal
from worksurface_pipeline.worksurface.screening.excerpts import index_sources
from worksurface_pipeline.worksurface.screening.lint import LINT_VERSION, lint_ballots
from worksurface_pipeline.worksurface.screening.prompt import CRITERIA, panel_task
from worksurface_pipeline.worksurface.screening.sets import (
    BallotSet,
    ItemVotes,
    LintVotes,
    ScreenedSet,
    ScreeningReport,
)
from worksurface_pipeline.worksurface.screening.showing import panel_items
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

BATCH_SIZE = 5
NOT_SCREENED = "not screened by models"


def model_ballots(
    tasks: Sequence[AtomicTask],
    surfaces: Surfaces,
    auditor: str,
    client: ModelClient,
    *,
    store: Blobs | None = None,
    batch_size: int = BATCH_SIZE,
    workers: int = 1,
) -> BallotSet:
    """One model's ballots on all candidates of a persona; resumable by item with a store."""
    task = panel_task(batch_size)
    items = tuple(panel_items(tasks, index_sources(surfaces)))
    return BallotSet(
        persona=surfaces.persona,
        auditor=auditor,
        prompt_version=task.prompt_version,
        is_model=True,
        ballots=ask_auditor(items, task, auditor, client, store=store, workers=workers),
    )


def rule_ballots(tasks: Sequence[AtomicTask], surfaces: Surfaces, auditor: str) -> BallotSet:
    """A rule-based auditor's ballots. Raises KeyError for a name that is none of theirs."""
    return BallotSet(
        persona=surfaces.persona,
        auditor=auditor,
        prompt_version=LINT_VERSION,
        is_model=False,
        ballots=lint_ballots(tasks, surfaces, auditor),
    )


def screen(tasks: Sequence[AtomicTask], ballot_sets: Sequence[BallotSet]) -> ScreenedSet:
    """The vote of three auditors on the candidates of one persona.

    Raises WorksurfaceError unless there are three auditors, PackageError when models and rules
    sit on one panel or a ballot is of a task that is no candidate.
    """
    is_model = _one_kind(ballot_sets)
    ballots = [ballot for one in ballot_sets for ballot in one.ballots]
    _same_tasks(tasks, ballots)
    auditors = tuple(one.auditor for one in ballot_sets)
    decisions = decide([task.id for task in tasks], ballots, auditors)
    pairs = tuple(zip(tasks, decisions, strict=True))
    by_item = _by_item(ballots)
    votes = tuple(_votes(item, is_model) for item in decisions)
    return ScreenedSet(
        passed=tuple(_stamped(task, item, is_model) for task, item in pairs if item.is_released),
        refused=tuple(
            _refusal(task, item, by_item) for task, item in pairs if not item.is_released
        ),
        votes=votes if is_model else (),
        lint_votes=() if is_model else tuple(_lint_votes(item) for item in decisions),
        auditors=auditors,
        is_model_screen=is_model,
        card=card_text(auditors, is_model=is_model),
    )


def report(
    tasks: Sequence[AtomicTask],
    ballot_sets: Sequence[BallotSet],
    *,
    models_under_test: Sequence[str] = (),
    families: Mapping[str, str] | None = None,
    seed: int = 0,
) -> ScreeningReport:
    """Agreement per criterion over all candidates of all personas, clustered by source task."""
    auditors = tuple(dict.fromkeys(one.auditor for one in ballot_sets))
    ballots = [ballot for one in ballot_sets for ballot in one.ballots]
    judges = auditors if _one_kind(ballot_sets) else ()
    kin = family_warnings(judges, models_under_test, families)
    lost = sum(one.unavailable for one in ballot_sets)
    spoilt = sum(ballot.failure is Failure.MALFORMED for ballot in ballots)
    return ScreeningReport(
        candidates=len(tasks),
        agreements=panel_agreement(
            [task.id for task in tasks],
            ballots,
            auditors,
            CRITERIA,
            clusters={task.id: task.source.task_id for task in tasks},
            seed=seed,
        ),
        warnings=(
            *(str(item) for item in kin),
            *([_lost(lost)] if lost else []),
            *([_spoilt(spoilt)] if spoilt else []),
        ),
    )


def _lost(number: int) -> str:
    many = counted(number, "ballot")
    return f"{many} failed for no fault of the item and left it out of the agreement: run again."


def _spoilt(number: int) -> str:
    many = counted(number, "ballot")
    return f"{many} could not be read: no pass, and a category of its own in the agreement."


def card_text(auditors: Sequence[str], *, is_model: bool) -> str:
    """The sentence for the card."""
    names = ", ".join(auditors)
    if is_model:
        return f"screened by {names}: strict passes of at least two of three, equal votes"
    return f"{NOT_SCREENED}; decided by rules ({names}), two of three"


def _one_kind(ballot_sets: Iterable[BallotSet]) -> bool:
    kinds = {one.is_model for one in ballot_sets}
    if len(kinds) > 1:
        raise PackageError(
            "Models and rules sit on one panel",
            where=", ".join(one.auditor for one in ballot_sets),
            remedy="Name three models in screening.auditors, or none",
        )
    return kinds == {True}


def _same_tasks(tasks: Sequence[AtomicTask], ballots: Sequence[Ballot]) -> None:
    strange = sorted({ballot.item for ballot in ballots} - {task.id for task in tasks})
    if strange:
        raise PackageError(
            f"{counted(len(strange), 'task')} with ballots and no candidate of that id",
            where=", ".join(strange[:3]),
            remedy="Build the ballots again from the present candidates",
        )


def _votes(item: Decision, is_model: bool) -> ItemVotes:
    return ItemVotes(
        task_id=item.item,
        passes=item.passes,
        auditors=item.auditors,
        is_released=item.is_released,
        is_core=item.is_core and is_model,
    )


def _lint_votes(item: Decision) -> LintVotes:
    return LintVotes(task_id=item.item, lint_votes=item.votes, auditors=item.auditors)


def _stamped(task: AtomicTask, item: Decision, is_model: bool) -> AtomicTask:
    """The task with its votes; rules leave `quality_screen` empty."""
    if not is_model:
        return task
    stamp = QualityScreen(strict_pass_votes=item.votes, models=item.auditors)
    return task.model_copy(update={"quality_screen": stamp})


def _by_item(ballots: Sequence[Ballot]) -> Mapping[str, list[Ballot]]:
    found: dict[str, list[Ballot]] = {}
    for ballot in ballots:
        found.setdefault(ballot.item, []).append(ballot)
    return found


def _refusal(task: AtomicTask, item: Decision, ballots: Mapping[str, Sequence[Ballot]]) -> Refusal:
    """Why an item fell: each auditor that did not pass it, and on what."""
    against = [one for one in ballots.get(task.id, ()) if one.auditor not in item.passes]
    said = {one.auditor: _objection(one) for one in against}
    reasons = [
        f"{name}: {said.get(name, 'no ballot')}"
        for name in item.auditors
        if name not in item.passes
    ]
    return Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason=f"screening, {item.votes} of {len(item.auditors)} strict passes; "
        + "; ".join(reasons),
    )


def _objection(ballot: Ballot) -> str:
    if ballot.failure is Failure.MALFORMED:
        return f"reply could not be read ({ballot.detail})"
    if ballot.failure is Failure.UNAVAILABLE:
        return f"call failed ({ballot.detail})"
    return ", ".join(
        f"{one.criterion} {'contradicted' if one.is_contradicted else one.verdict} ({one.reason})"
        for one in ballot.judgements
        if not one.is_pass
    )
