"""The panel: strict replies, ballots that are kept, equal votes, kin among auditors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.harness.panel_builders import CRITERIA, TASK, Judge, items, judged
from worksurface_pipeline.harness.llm.parse import Malformed
from worksurface_pipeline.harness.llm.patience import MOST_IN_A_ROW
from worksurface_pipeline.harness.panel.asking import ask_auditor
from worksurface_pipeline.harness.panel.ballots import (
    Ballot,
    Failure,
    Judgement,
    Verdict,
    failed_ballot,
)
from worksurface_pipeline.harness.panel.families import families_of, family_warnings
from worksurface_pipeline.harness.panel.parsing import contradicts, parse_ballots
from worksurface_pipeline.harness.panel.votes import decide, panel_agreement
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import (
    DuplicateIdError,
    ModelConfigurationError,
    ModelUnavailableError,
    WorksurfaceError,
)

GOOD = judged()
AUDITORS = ("a", "b", "c")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps({"1": GOOD}), id="plain"),
        pytest.param(f"Here it is:\n```json\n{json.dumps({'1': GOOD})}\n```", id="fenced"),
        pytest.param(f"<think>{{}}</think>{json.dumps({'1': GOOD})}", id="after-thinking"),
    ],
)
def test_a_whole_reply_is_read(text: str) -> None:
    judgements = parse_ballots(text, ["1"], CRITERIA)["1"]
    assert not isinstance(judgements, Malformed)
    assert [item.verdict for item in judgements] == [Verdict.YES, Verdict.YES]


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


def with_one(value: Any) -> dict[str, Any]:
    return {**GOOD, "right": value}


@pytest.mark.parametrize(
    ("item", "word"),
    [
        pytest.param(without("clear"), "clear", id="criterion-missing"),
        pytest.param({**GOOD, "nice": GOOD["right"]}, "nice", id="criterion-more"),
        pytest.param(with_one("yes"), "right", id="bare-verdict"),
        pytest.param(with_one({"verdict": "yes"}), "reason", id="no-reason-field"),
        pytest.param(with_one({"verdict": "yes", "reason": " "}), "no reason", id="empty-reason"),
        pytest.param(with_one({"verdict": True, "reason": "x"}), "yes, no", id="boolean"),
        pytest.param(with_one({"verdict": "Yes", "reason": "x"}), "yes, no", id="capital"),
        pytest.param(with_one({"verdict": "failed", "reason": "x"}), "yes, no", id="failed"),
        pytest.param(with_one({"verdict": ["yes"], "reason": "x"}), "yes, no", id="list"),
        pytest.param([GOOD], "object", id="list-of-items"),
        pytest.param(None, "object", id="null"),
    ],
)
def test_a_bad_item_is_malformed_and_spoils_no_other(item: Any, word: str) -> None:
    found = parse_ballots(json.dumps({"1": item, "2": GOOD}), ["1", "2"], CRITERIA)
    assert isinstance(found["1"], Malformed)
    assert word in found["1"].problem
    assert not isinstance(found["2"], Malformed)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("yes to all", id="prose"),
        pytest.param(json.dumps({"1": GOOD}) * 2, id="two-objects"),
        pytest.param('{"1": {"right": {"verdict": "yes",}}}', id="trailing-comma"),
        pytest.param(json.dumps({"1": GOOD, "3": GOOD}), id="item-not-asked"),
        pytest.param('{"1": 1, "1": 2}', id="item-twice"),
    ],
)
def test_a_bad_reply_spoils_all_its_items(text: str) -> None:
    found = parse_ballots(text, ["1", "2"], CRITERIA)
    assert all(isinstance(one, Malformed) for one in found.values())


@pytest.mark.parametrize(
    ("reason", "verdict", "is_flagged"),
    [
        pytest.param("No, the sum is 12.", "yes", True, id="opens-with-no"),
        pytest.param("Yes.", "no", True, id="opens-with-yes"),
        pytest.param("The sum differs, so the verdict is no.", "yes", True, id="closes-with-no"),
        pytest.param("The gold is wrong.", "yes", True, id="contrary-phrase"),
        pytest.param("Nothing in it is wrong.", "yes", False, id="denied-phrase"),
        pytest.param("It is wrong.", "no", False, id="phrase-of-a-no"),
        pytest.param("No other file holds it.", "yes", False, id="no-other"),
        pytest.param("The sum is 12.", "yes", False, id="plain"),
    ],
)
def test_a_reason_against_its_verdict_is_flagged(
    reason: str, verdict: str, is_flagged: bool
) -> None:
    assert contradicts(reason, Verdict(verdict), CRITERIA[0]) is is_flagged


@pytest.mark.parametrize(
    "special",
    [
        pytest.param(judged("unsure"), id="unsure"),
        pytest.param(judged("no"), id="no"),
        pytest.param({}, id="malformed"),
        pytest.param(judged("yes", "No, it does not."), id="contradicted"),
    ],
)
def test_only_a_clean_yes_on_all_is_a_pass(special: Any) -> None:
    ballots = ask_auditor(items(3), TASK, "m", Judge({"i1": special}))
    assert [ballot.is_strict_pass for ballot in ballots] == [True, False, True]


def test_a_spoilt_item_is_asked_once_more_alone_then_kept_as_malformed(tmp_path: Path) -> None:
    judge = Judge({"i1": {}})
    store = Blobs(str(tmp_path))
    ballots = ask_auditor(items(4), TASK, "m", judge, store=store)
    assert judge.calls == [("i0", "i1", "i2"), ("i1",), ("i3",)]
    assert (ballots[1].failure, ballots[1].verdict("right")) == (Failure.MALFORMED, "malformed")
    again = Judge()
    assert ask_auditor(items(4), TASK, "m", again, store=store) == ballots
    assert again.calls == []


def test_a_failed_call_is_no_pass_and_is_asked_again_by_the_next_run(tmp_path: Path) -> None:
    def raises(call: int) -> Exception | None:
        return ModelUnavailableError("no network") if call == 1 else None

    store = Blobs(str(tmp_path))
    first = ask_auditor(items(6), TASK, "m", Judge(raises=raises), store=store)
    assert [one.failure for one in first] == [Failure.UNAVAILABLE] * 3 + [None] * 3
    assert not any(one.is_strict_pass for one in first[:3])
    judge = Judge()
    second = ask_auditor(items(6), TASK, "m", judge, store=store)
    assert (judge.calls, all(one.is_strict_pass for one in second)) == ([("i0", "i1", "i2")], True)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    def raises(call: int) -> BaseException | None:
        return KeyboardInterrupt() if call == 3 else None

    store = Blobs(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        ask_auditor(items(9), TASK, "m", Judge(raises=raises), store=store)
    judge = Judge()
    ask_auditor(items(9), TASK, "m", judge, store=store)
    assert judge.calls == [("i6", "i7", "i8")]


def test_a_dead_endpoint_is_given_up() -> None:
    judge = Judge(raises=lambda call: ModelUnavailableError("down"))
    ballots = ask_auditor(items(60), TASK, "m", judge)
    assert len(judge.calls) == MOST_IN_A_ROW
    assert "not asked" in ballots[-1].detail


def test_a_wrong_configuration_stops_the_run() -> None:
    judge = Judge(raises=lambda call: ModelConfigurationError("no key"))
    with pytest.raises(ModelConfigurationError):
        ask_auditor(items(60), TASK, "m", judge)
    assert len(judge.calls) == 1


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(TASK.model_copy(update={"prompt_version": "2"}), id="prompt"),
        pytest.param(TASK.model_copy(update={"instructions": "Judge well."}), id="words"),
    ],
)
def test_another_prompt_is_asked_anew(tmp_path: Path, other: Any) -> None:
    store = Blobs(str(tmp_path))
    ask_auditor(items(3), TASK, "m", Judge(), store=store)
    for task, auditor in ((other, "m"), (TASK, "n")):
        judge = Judge()
        ask_auditor(items(3), task, auditor, judge, store=store)
        assert len(judge.calls) == 1


def test_workers_do_not_change_the_ballots() -> None:
    special = {"i4": judged("no"), "i8": {}}
    one = ask_auditor(items(20), TASK, "m", Judge(special), workers=1)
    assert ask_auditor(items(20), TASK, "m", Judge(special), workers=4) == one


def test_double_ids_are_refused_before_any_call() -> None:
    judge = Judge()
    with pytest.raises(DuplicateIdError, match="positions 1 and 3"):
        ask_auditor([*items(2), items(1)[0]], TASK, "m", judge)
    assert judge.calls == []


def ballot(item: str, auditor: str, *verdicts: str) -> Ballot:
    names = (one.name for one in CRITERIA)
    judgements = tuple(
        Judgement(criterion=name, verdict=Verdict(verdict))
        for name, verdict in zip(names, verdicts, strict=True)
    )
    return Ballot(item=item, auditor=auditor, key="", judgements=judgements)


def test_two_of_three_whoever_they_are() -> None:
    passes = [("a", "b"), ("a", "c"), ("b", "c")]
    for pair in passes:
        ballots = [ballot("x", name, "yes", "yes" if name in pair else "no") for name in AUDITORS]
        (found,) = decide(["x"], ballots, AUDITORS)
        assert (found.passes, found.is_released, found.is_core) == (pair, True, False)


@pytest.mark.parametrize(
    "auditors",
    [
        pytest.param((), id="none"),
        pytest.param(("a", "b"), id="two"),
        pytest.param(("a", "a", "b"), id="one-twice"),
        pytest.param(("a", "b", "c", "d"), id="four"),
    ],
)
def test_a_panel_is_three(auditors: tuple[str, ...]) -> None:
    with pytest.raises(WorksurfaceError, match="3 different auditors"):
        decide(["x"], [], auditors)


def test_nobody_votes_twice() -> None:
    twice = [ballot("x", "a", "yes", "yes")] * 2
    with pytest.raises(WorksurfaceError, match="voted twice"):
        decide(["x"], twice, AUDITORS)


def test_agreement_leaves_failed_calls_out_and_counts_them() -> None:
    ballots = [ballot(item, name, "yes", "unsure") for item in ("x", "y") for name in AUDITORS]
    found = panel_agreement(["x", "y", "z"], ballots, AUDITORS, CRITERIA)
    assert [one.n_left_out for one in found] == [1, 1]
    assert found[1].agreement.raw.value == 1.0
    counts = {(one.auditor, one.verdict): one.count for one in found[1].verdicts}
    assert (counts["a", Verdict.UNSURE], counts["a", Verdict.FAILED]) == (2, 1)


def test_a_reply_that_cannot_be_read_is_a_category_of_its_own() -> None:
    ballots = [ballot(item, name, "yes", "yes") for item in ("x", "y") for name in AUDITORS]
    spoilt = failed_ballot("y", "c", "key", CRITERIA, Failure.MALFORMED, "no JSON")
    ballots[-1] = spoilt
    found = panel_agreement(["x", "y"], ballots, AUDITORS, CRITERIA)
    assert [one.n_left_out for one in found] == [0, 0]
    assert [one.agreement.n_items for one in found] == [2, 2]
    assert found[0].agreement.raw.value == pytest.approx(2 / 3)  # of six pairs two disagree
    assert found[0].agreement.ac1.value != found[0].agreement.raw.value
    counts = {(one.auditor, one.verdict): one.count for one in found[0].verdicts}
    assert (counts["c", Verdict.MALFORMED], counts["c", Verdict.FAILED]) == (1, 0)
    assert [item.votes for item in decide(["x", "y"], ballots, AUDITORS)] == [3, 2]


@pytest.mark.parametrize(
    ("model", "families"),
    [
        pytest.param("openai/gpt-4o-mini", {"openai"}, id="gpt"),
        pytest.param("azure/o3", {"openai"}, id="o3"),
        pytest.param("openrouter/anthropic/claude-sonnet-4", {"anthropic"}, id="claude"),
        pytest.param("gemini/gemini-2.5-pro", {"google"}, id="gemini"),
        pytest.param("ollama/qwen3:8b", {"qwen"}, id="qwen"),
        pytest.param("groq/deepseek-r1-distill-llama-70b", {"deepseek", "meta"}, id="distilled"),
        pytest.param("openai/my-own", {"my-own"}, id="protocol-alone"),
        pytest.param("local/house-model", {"house-model"}, id="unknown"),
    ],
)
def test_families(model: str, families: set[str]) -> None:
    assert families_of(model) == families


def test_kin_among_auditors_and_with_the_model_under_test_is_told() -> None:
    found = family_warnings(
        ("openai/gpt-4o", "azure/gpt-4.1", "claude-3-haiku"), ("anthropic/claude-opus-4",)
    )
    assert [str(one) for one in found] == [
        "The auditor openai/gpt-4o and the auditor azure/gpt-4.1 are both openai.",
        "The auditor claude-3-haiku and the model under test anthropic/claude-opus-4"
        " are both anthropic.",
    ]
    assert family_warnings(("x/a", "y/b"), (), {"x/a": "k", "y/b": "k"})[0].family == "k"
