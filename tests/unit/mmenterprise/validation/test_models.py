"""Validation with a scripted model on 127.0.0.1: fix, drop, re-check, replies outside it all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.endpoint import FakeEndpoint, HttpAnswer, chat, fake_endpoint
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import gateway
from tests.unit.mmenterprise.validation.projects import Questions, simulated, small
from tests.unit.mmenterprise.validation.test_offline import of
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.settings import ValidationChoice
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Cause,
    Decision,
    Match,
    Stage,
    StageVerdict,
    Validation,
)
from worksurface_pipeline.mmenterprise.validation.panel import Clients
from worksurface_pipeline.mmenterprise.validation.validate import validate

SETTINGS = ValidationChoice(solver="local", comparer="local", auditor="local", attempts=2)
NONE: dict[str, Any] = {"answer": None, "records": [], "is_as_good": False}
PASS: dict[str, Any] = {
    "competing": NONE,
    "unsupported": [],
    "is_status_right": True,
    "is_sufficient": True,
    "verdict": "pass",
    "category": "none",
    "fix": None,
    "reason": "All is well.",
}
Reply = Mapping[str, Any] | str
Script = Callable[[str, str, int], Reply]


def stage_of(body: Mapping[str, Any]) -> str:
    """Which stage asks, by its system prompt."""
    told = body["messages"][0]["content"]
    starts = {"answer a question": "solver", "compare one": "comparer", "audit one": "auditor"}
    return next(stage for words, stage in starts.items() if words in told[:40])


def scripted(script: Script) -> Callable[[Mapping[str, Any], int], HttpAnswer]:
    """A plan: `script` gets the stage, all text of the request, and its number in the stage."""
    counts: dict[str, int] = {}

    def plan(body: Mapping[str, Any], _number: int) -> HttpAnswer:
        stage = stage_of(body)
        counts[stage] = counts.get(stage, 0) + 1
        reply = script(stage, json.dumps(body["messages"]), counts[stage])
        return chat(reply if isinstance(reply, str) else json.dumps(reply))

    return plan


def answered(answer: str) -> dict[str, Any]:
    return {"answer": answer, "is_settled": True, "reason": "It says so."}


def mending(category: str, **fix: Any) -> dict[str, Any]:
    """An audit that wants an edit."""
    whole = {"question": None, "gold": None, "add_records": [], **fix}
    return {**PASS, "verdict": "fix", "category": category, "fix": whole}


def run(
    questions: Questions, script: Script, pictures: Pictures | None = None
) -> tuple[Validation, FakeEndpoint]:
    """The validation of questions of the small project, and what the endpoint was asked."""
    bench = small()[0]
    with fake_endpoint(scripted(script)) as endpoint:
        model = gateway(endpoint.base, FakeClock())
        clients = Clients(model, model, model, pictures)
        return validate(bench.scene, bench.records, questions, clients, SETTINGS), endpoint


def asked(name: str = "n") -> MmQuestion:
    """A question of the small project on what applies after a correction."""
    return of(small()[1], "which_applies", name)


def said(found: Validation, stage: Stage) -> list[StageVerdict]:
    return [one for one in found.verdicts if one.stage is stage and one.by is By.MODEL]


def test_a_model_that_agrees_changes_nothing() -> None:
    item = asked()
    found, endpoint = run(
        (item,), lambda stage, _t, _n: PASS if stage == "auditor" else answered("43")
    )
    assert found.kept == (item,)
    assert [stage_of(body) for body in endpoint.requests] == ["solver", "auditor"]
    solver, auditor = (json.dumps(body["messages"]) for body in endpoint.requests)
    assert "Right answer" not in solver
    assert "The budget of pilot is 9000" not in solver
    assert "The budget of pilot is 9000" in auditor
    assert "Answered from the cited records alone: 43" in auditor


def test_a_better_wording_is_taken_over_and_checked_again() -> None:
    item = asked()
    wording = "After all corrections, what is the number of answers of the survey?"

    def script(stage: str, text: str, _number: int) -> Reply:
        if stage != "auditor":
            return answered("43")
        return PASS if wording in text else mending("ambiguous_question", question=wording)

    found, endpoint = run((item,), script)
    assert [kept.question for kept in found.kept] == [wording]
    assert found.kept[0].gold == item.gold
    assert (found.fixed[0].by, found.fixed[0].is_kept) == (By.MODEL, True)
    assert len(endpoint.requests) == 4


@pytest.mark.parametrize(
    ("fix", "category"),
    [
        ({"question": "What is the budget of the pilot?"}, Category.AMBIGUOUS),
        ({"question": "Is the number of answers of the survey 43?"}, Category.LEAK),
    ],
    ids=["asks something else", "gives it away"],
)
def test_a_wording_that_the_ledger_does_not_bear_out_drops_the_question(
    fix: dict[str, Any], category: Category
) -> None:
    def script(stage: str, _text: str, number: int) -> Reply:
        if stage != "auditor":
            return answered("43")
        return mending("ambiguous_question", **fix) if number == 1 else PASS

    found, _ = run((asked(),), script)
    assert [(drop.category, drop.by) for drop in found.dropped] == [(category, By.LEDGER)]
    assert [mend.is_kept for mend in found.fixed] == [False]


def test_no_gold_comes_from_a_model() -> None:
    found, endpoint = run(
        (asked(),),
        lambda stage, _t, _n: (
            mending("gold_wrong", gold="48") if stage == "auditor" else answered("48")
        ),
    )
    assert found.kept == ()
    assert "the ledger does not give the proposed gold '48'" in found.dropped[0].reason
    assert [(one.outcome, one.cause) for one in said(found, Stage.COMPARISON)] == [
        (Match.MISMATCH, Cause.DIFFERENT_VALUE)
    ]
    assert [stage_of(body) for body in endpoint.requests] == ["solver", "auditor"]


def test_a_wrong_gold_becomes_the_ledgers_whatever_the_model_says() -> None:
    wrong = asked().model_copy(update={"gold": "48"})
    found, _ = run((wrong,), lambda stage, _t, _n: PASS if stage == "auditor" else answered("48"))
    assert [kept.gold for kept in found.kept] == ["43"]
    assert found.fixed[0].by is By.LEDGER


def test_a_record_is_added_where_the_ledger_bears_it_out() -> None:
    item = asked()
    number = 0

    def script(stage: str, text: str, _number: int) -> Reply:
        nonlocal number
        if stage != "auditor":
            return answered("43")
        shown = json.loads(text)[1]["content"].split("=== Record ")
        number = next(at for at, block in enumerate(shown) if "not 48" in block and "43" in block)
        cited = shown[-1].split("Cited records: ")[1]
        return (
            PASS
            if "," in cited.split("\n")[0]
            else mending("evidence_insufficient", add_records=[number + 1])
        )

    found, _ = run((item,), script)
    assert len(found.kept) == 1
    assert set(item.evidence) < set(found.kept[0].evidence)
    assert found.kept[0].alternatives[0] == found.kept[0].evidence


def test_a_model_drops_a_question() -> None:
    reply = {**PASS, "verdict": "drop", "category": "ambiguous_question", "reason": "Which one?"}
    found, _ = run(
        (asked(),), lambda stage, _t, _n: reply if stage == "auditor" else answered("43")
    )
    assert [(drop.by, drop.reason) for drop in found.dropped] == [(By.MODEL, "Which one?")]


def test_one_fix_is_all_that_a_question_gets() -> None:
    wording = "What is the number of answers of the survey now, number {}?"

    def script(stage: str, _text: str, number: int) -> Reply:
        if stage != "auditor":
            return answered("43")
        return mending("ambiguous_question", question=wording.format(number + 50))

    found, endpoint = run((asked(),), script)
    assert found.kept == ()
    assert [mend.is_kept for mend in found.fixed] == [False]
    assert len(endpoint.requests) == 4


@pytest.mark.parametrize(
    "outside",
    [
        "I cannot say.",
        {**PASS, "verdict": "fine"},
        {**PASS, "verdict": "drop"},
        {**PASS, "is_sufficient": False},
        {**PASS, "verdict": "fix", "category": "leak"},
        mending("leak"),
        mending("evidence_insufficient", add_records=[999]),
        {**PASS, "extra": 1},
    ],
    ids=[
        "prose",
        "another verdict",
        "no category",
        "contradicts itself",
        "no fix",
        "empty fix",
        "no such record",
        "another field",
    ],
)
def test_an_audit_outside_its_contract_is_returned_then_left_to_the_ledger(outside: Reply) -> None:
    item = asked()
    found, endpoint = run(
        (item,), lambda stage, _t, _n: outside if stage == "auditor" else answered("43")
    )
    assert found.kept == (item,)
    verdict = said(found, Stage.AUDIT)[0]
    assert (verdict.outside, verdict.outcome) == (2, Decision.PASS)
    assert "left to the ledger" in verdict.reason
    again = endpoint.requests[-1]["messages"]
    assert "outside the format" in again[-1]["content"]
    assert len(endpoint.requests) == 3


def test_an_audit_that_comes_back_within_its_contract_counts() -> None:
    def script(stage: str, _text: str, number: int) -> Reply:
        if stage != "auditor":
            return answered("43")
        return "Well." if number == 1 else PASS

    found, _ = run((asked(),), script)
    verdict = said(found, Stage.AUDIT)[0]
    assert (verdict.outside, verdict.reason) == (1, "All is well.")


def test_what_exact_matching_leaves_open_goes_to_the_comparer() -> None:
    graded = {"asked_for": "a figure", "verdict": "match", "cause": "none", "reason": "Both 43."}

    def script(stage: str, _text: str, number: int) -> Reply:
        if stage == "comparer":
            return {**graded, "cause": "other"} if number == 1 else graded
        return PASS if stage == "auditor" else answered("43, which replaced 48")

    found, endpoint = run((asked(),), script)
    verdict = said(found, Stage.COMPARISON)[0]
    assert (verdict.outcome, verdict.reason, verdict.outside) == (Match.MATCH, "Both 43.", 1)
    stages = [stage_of(body) for body in endpoint.requests]
    assert stages == ["solver", "comparer", "comparer", "auditor"]


def test_a_solver_outside_its_contract_is_not_compared() -> None:
    found, _ = run((asked(),), lambda stage, _t, _n: PASS if stage == "auditor" else "Hm.")
    assert said(found, Stage.COMPARISON) == []
    assert said(found, Stage.SOLVER)[0].outside == 2
    assert len(found.kept) == 1


def test_pictures_go_to_solver_and_auditor_as_parts(tmp_path: Path) -> None:
    bench, questions = simulated()
    item = next(
        item
        for item in questions
        if item.evidence and all(bench.scene.corpus.units[unit].is_visual for unit in item.evidence)
    )
    for path, data in bench.records.contents.items():
        if path.endswith(".png"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(data)
    pictures = Pictures({bench.scene.ledger.world.project: tmp_path})
    with fake_endpoint(scripted(lambda stage, _t, _n: answered("x"))) as endpoint:
        model = gateway(endpoint.base, FakeClock())
        clients = Clients(solver=model, pictures=pictures)
        found = validate(bench.scene, bench.records, (item,), clients, SETTINGS)
        parts = endpoint.requests[0]["messages"][1]["content"]
    assert sum(part["type"] == "image_url" for part in parts) == len(item.evidence)
    assert said(found, Stage.COMPARISON)[0].outcome == Match.UNDECIDED
    assert found.kept == (item,)
