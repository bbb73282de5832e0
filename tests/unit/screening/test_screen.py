"""Screening of derived tasks: what is shown, how rules and models vote, what the set says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from tests.unit.harness.panel_builders import asked
from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage
from worksurface_pipeline.kernel.errors import ModelUnavailableError, PackageError, WorksurfaceError
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.review.returned import import_votes
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, GoldAnswer, QualityScreen
from worksurface_pipeline.worksurface.screening.audit import plan_human_audit, stratum_of
from worksurface_pipeline.worksurface.screening.excerpts import index_sources
from worksurface_pipeline.worksurface.screening.panel import RULE_AUDITORS, panel_of
from worksurface_pipeline.worksurface.screening.plants import plants
from worksurface_pipeline.worksurface.screening.prompt import CRITERION_NAMES, panel_task
from worksurface_pipeline.worksurface.screening.screen import (
    model_ballots,
    report,
    rule_ballots,
    screen,
)
from worksurface_pipeline.worksurface.screening.sets import BallotSet, ScreenedSet
from worksurface_pipeline.worksurface.screening.showing import panel_items, read_answer
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

NOTE = document(
    "terms.md", "# Terms\n\nA late delivery earns a weekly credit of 2.5 % of its price.\n"
)
MODELS = ("x/gpt-4o", "y/claude-3", "z/qwen-3")


@cache
def made() -> tuple[tuple[AtomicTask, ...], Surfaces]:
    rubrics = [
        "States that 40 shipments were made.",
        "States that the total weight is 820 kg.",
        "States that the weekly credit is 2.5 %.",
        "States that 9 shipments were late.",
    ]
    task, surfaces = world(rubrics, [shipments()], [NOTE])
    found = verify_tasks(derive_candidates([task], surfaces, DerivationPolicy()), surfaces)
    return found.tasks, surfaces


class Auditor:
    """Says yes to all, but `verdict` on `criterion` of the items in `against`."""

    def __init__(self, against: Sequence[str] = (), verdict: str = "no", is_dead: bool = False):
        self.against = {f"Question: {question}" for question in against}
        self.verdict = verdict
        self.is_dead = is_dead

    def complete(self, request: ModelRequest) -> ModelReply:
        if self.is_dead:
            raise ModelUnavailableError("no network")
        parts = request.messages[-1].content.split("Item ")[1:]
        fields = {part.split("\n")[0]: self._judged(part) for part in parts}
        return ModelReply(text=canonical_json(fields), usage=Usage())

    def _judged(self, part: str) -> dict[str, Any]:
        is_bad = part.split("\n")[1] in self.against
        verdicts = {name: "yes" for name in CRITERION_NAMES}
        if is_bad:
            verdicts["natural"] = self.verdict
        return {name: {"verdict": one, "reason": "I see."} for name, one in verdicts.items()}


def by_models(*auditors: Auditor) -> list[BallotSet]:
    tasks, surfaces = made()
    return [
        model_ballots(tasks, surfaces, name, one)
        for name, one in zip(MODELS, auditors, strict=True)
    ]


def by_rules(tasks: Sequence[AtomicTask]) -> list[BallotSet]:
    return [rule_ballots(tasks, made()[1], name) for name in RULE_AUDITORS]


def test_the_world_has_tasks_of_all_kinds_that_the_tests_need() -> None:
    kinds = {task.answer_type for task in made()[0]}
    assert {AnswerType.NUMBER, AnswerType.LIST, AnswerType.ABSTAIN} <= kinds


def test_rules_release_sound_tasks_without_a_stamp() -> None:
    tasks, _ = made()
    found = screen(tasks, by_rules(tasks))
    assert found.passed == tasks
    assert all(task.quality_screen == QualityScreen() for task in found.passed)
    assert (found.votes, found.core, found.is_model_screen) == ((), (), False)
    assert found.card.startswith("not screened by models")
    assert len(found.lint_votes) == len(tasks)
    assert ScreenedSet.from_files(dict(found.to_files()).__getitem__) == found


FAULTS = ("wrong_number", "answer_in_question", "surface_named", "idle_surface", "second_question")


@pytest.mark.parametrize("fault", [pytest.param(name, id=name) for name in FAULTS])
def test_rules_refuse_most_planted_faults(fault: str) -> None:
    planted = [one.task for task in made()[0] for one in plants(task, 1) if one.fault == fault]
    refused = screen(planted, by_rules(planted)).refused
    assert planted
    assert len(refused) >= 0.8 * len(planted)
    assert all(one.reason.startswith("screening, ") for one in refused)


def test_planted_faults_change_only_what_they_say() -> None:
    for task in made()[0]:
        for one in plants(task, 1):
            assert one.task != task
            assert one.task.gold_evidence == task.gold_evidence
        if task.answer_type is AnswerType.ABSTAIN:
            assert plants(task, 1) == ()


@pytest.mark.parametrize(
    ("against", "verdict", "is_released", "is_core"),
    [
        pytest.param((), "no", True, True, id="three-of-three"),
        pytest.param((0,), "no", True, False, id="first-against"),
        pytest.param((2,), "no", True, False, id="last-against"),
        pytest.param((0, 1), "no", False, False, id="two-against"),
        pytest.param((0, 1), "unsure", False, False, id="two-unsure"),
        pytest.param((0, 1), "maybe", False, False, id="two-malformed"),
    ],
)
def test_models_have_equal_votes(
    against: tuple[int, ...], verdict: str, is_released: bool, is_core: bool
) -> None:
    tasks, _ = made()
    first = tasks[0]
    auditors = [Auditor([first.question] if n in against else [], verdict) for n in range(3)]
    found = screen(tasks, by_models(*auditors))
    passed = {task.id: task for task in found.passed}
    assert (first.id in passed, first.id in found.core) == (is_released, is_core)
    assert all(task.id in found.core for task in tasks[1:])
    if is_released:
        stamp = QualityScreen(strict_pass_votes=3 - len(against), models=MODELS)
        assert passed[first.id].quality_screen == stamp
    else:
        assert MODELS[0] in found.refused[0].reason
    assert found.lint_votes == ()


def test_screening_changes_nothing_of_a_task_but_its_stamp() -> None:
    tasks, _ = made()
    found = screen(tasks, by_models(Auditor(), Auditor(), Auditor()))
    bare = [task.model_copy(update={"quality_screen": QualityScreen()}) for task in found.passed]
    assert tuple(bare) == tasks


def test_failed_calls_are_no_passes_and_are_told() -> None:
    tasks, _ = made()
    sets = by_models(Auditor(), Auditor(is_dead=True), Auditor(is_dead=True))
    assert screen(tasks, sets).passed == ()
    assert "call failed" in screen(tasks, sets).refused[0].reason
    found = report(tasks, sets)
    assert f"{2 * len(tasks)} ballots failed" in found.warnings[-1]
    assert {one.n_left_out for one in found.agreements} == {len(tasks)}


@pytest.mark.parametrize(
    ("gold", "shown"),
    [
        pytest.param("Halvik", "Halvik", id="text without quotes"),
        pytest.param("a.csv; 3", "a.csv; 3", id="composite"),
        pytest.param(("a.csv", "b, c.csv"), "a.csv\nb, c.csv", id="a line for each item"),
        pytest.param(12.5, "12.5", id="number"),
        pytest.param(True, "true", id="boolean"),
    ],
)
def test_people_read_an_answer_without_the_marks_of_json(gold: GoldAnswer, shown: str) -> None:
    task = made()[0][0].model_copy(update={"gold_answer": gold, "answer_unit": ""})
    assert read_answer(task) == shown
    assert read_answer(task.model_copy(update={"answer_unit": "kg"})) == f"{shown} (kg)"


def test_the_report_is_over_all_candidates_and_warns_of_kin() -> None:
    tasks, _ = made()
    sets = by_models(Auditor([tasks[0].question]), Auditor(), Auditor())
    found = report(tasks, sets, models_under_test=("anthropic/claude-opus",))
    natural = next(one for one in found.agreements if one.criterion == "natural")
    assert natural.agreement.n_items == len(tasks)
    assert natural.agreement.unanimity.count == len(tasks) - 1
    assert found.warnings == (
        "The auditor y/claude-3 and the model under test anthropic/claude-opus are both anthropic.",
    )


def test_rules_and_models_never_share_a_panel() -> None:
    tasks, surfaces = made()
    mixed = [*by_rules(tasks)[:2], model_ballots(tasks, surfaces, "m", Auditor())]
    with pytest.raises(PackageError, match="one panel"):
        screen(tasks, mixed)
    with pytest.raises(WorksurfaceError, match="3 different auditors"):
        screen(tasks, by_rules(tasks)[:2])
    with pytest.raises(PackageError, match="no candidate"):
        screen(tasks[1:], by_rules(tasks))
    assert (panel_of(()), panel_of(MODELS)) == (RULE_AUDITORS, MODELS)


def test_an_auditor_sees_question_gold_proof_and_source_in_inert_tags() -> None:
    tasks, surfaces = made()
    texts = {one.id: one.text for one in panel_items(tasks, index_sources(surfaces))}
    for task in tasks:
        assert f"Question: {task.question}\n" in texts[task.id]
        assert texts[task.id].count("<source>") == len(task.gold_evidence)
    on_terms = next(
        task
        for task in tasks
        if task.required_surfaces == (Surface.RAG,) and task.answer_type is not AnswerType.ABSTAIN
    )
    assert "A late delivery earns" in texts[on_terms.id]
    system = panel_task(5).instructions
    assert [name for name in CRITERION_NAMES if name not in system] == []


def test_the_audit_is_stratified_blind_and_goes_round() -> None:
    tasks, surfaces = made()
    sources = {surfaces.persona: index_sources(surfaces)}
    audit = plan_human_audit(tasks[:-3], tasks[-3:], sources, seed=1, total=8, planted_count=4)
    origins = [entry.origin for entry in audit.entries]
    assert {"sampled", "planted", "refused"} == set(origins)
    drawn = {stratum_of(task) for task in tasks}
    assert {entry.item.stratum for entry in audit.entries} <= drawn
    assert all(entry.expected_no for entry in audit.entries if entry.origin == "planted")
    assert import_votes(audit, {}).violations


def test_the_handles_of_a_request_are_those_that_are_parsed() -> None:
    assert asked("Item 1\nabc\n\nItem 2\ndef") == {"1": "abc", "2": "def"}
