"""Agreement of verdicts with labels of people."""

from __future__ import annotations

import json

import pytest

from tests.unit.harness.doubles import ScriptedClient
from tests.unit.mmenterprise.judging.cases import questions, scene
from tests.unit.mmenterprise.judging.test_judge import NO, YES, Scripted, judging
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.judging.calibration import (
    ALL,
    Calibrated,
    Calibration,
    Standing,
    calibrate,
)
from worksurface_pipeline.mmenterprise.judging.labels import HumanLabel, agreed, read_labels
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge

SCENES = {"p1": scene()}


def label(question: str, answer: str, said: str, by: str = "") -> HumanLabel:
    return HumanLabel.model_validate(
        {"question": question, "answer": answer, "label": said, "by": by}
    )


def line(found: Calibration, decider: Judge, kind: str = ALL) -> Calibrated:
    return next(item for item in found.lines if (item.decider, item.type) == (decider, kind))


def test_labels_are_read_line_by_line() -> None:
    row = {"question": "q", "answer": "a", "label": "right", "by": "ana"}
    text = json.dumps(row) + "\n\n" + json.dumps({**row, "label": "wrong"})
    assert [item.label for item in read_labels(text)] == ["right", "wrong"]


@pytest.mark.parametrize(
    "bad", ["{", '{"question": "q"}', '{"question":"q","answer":"a","label":"maybe"}']
)
def test_a_bad_label_names_its_line(bad: str) -> None:
    good = '{"question":"q","answer":"a","label":"right"}'
    with pytest.raises(WorksurfaceError, match=r"labels\.jsonl, line 2"):
        read_labels(f"{good}\n{bad}", "labels.jsonl")


def test_the_majority_counts_and_a_person_once() -> None:
    rows = [
        label("a", "1", "right", "ana"),
        label("a", "1", "wrong", "ben"),
        label("a", "1", "wrong", "cleo"),
        label("b", "1", "right", "ana"),
        label("b", "1", "wrong", "ben"),
        label("c", "1", "right", "ana"),
        label("c", "1", "wrong", "ana"),
        label("d", "1", "right"),
        label("d", "1", "right"),
    ]
    found, tied = agreed(rows)
    assert {item.question: item.is_right for item in found} == {"a": False, "c": False, "d": True}
    assert {item.question: item.labels for item in found} == {"a": 3, "c": 1, "d": 2}
    assert tied == 1


def _labels(right: int, wrong: int) -> list[HumanLabel]:
    """Open answers to `claim`, so that exact matching decides none of them."""
    made = [("right", f"Alder leads, see note {number}.") for number in range(right)]
    made += [("wrong", f"Birch leads, see note {number}.") for number in range(wrong)]
    return [label("claim", answer, said) for said, answer in made]


def test_a_judge_that_agrees() -> None:
    client = Scripted(lambda request: YES if "Alder leads" in request.messages[1].content else NO)
    found = calibrate(SCENES, questions(), _labels(15, 15), judging(client))
    model = line(found, Judge.MODEL)
    assert (model.decided, model.raw.count, model.kappa.value) == (30, 30, 1.0)
    assert model.standing is Standing.SOUND
    assert (line(found, Judge.EXACT).decided, line(found, Judge.EXACT).undecided) == (0, 30)
    assert found.too_low() == ()


def test_a_judge_that_says_yes_to_all_is_told() -> None:
    found = calibrate(SCENES, questions(), _labels(20, 10), judging(ScriptedClient(YES)))
    model = line(found, Judge.MODEL, "interpretation")
    assert (model.raw.count, model.kappa.value) == (20, 0.0)
    assert model.standing is Standing.TOO_LOW
    assert model in found.too_low()


def test_undefined_kappa_goes_by_raw_agreement() -> None:
    found = calibrate(SCENES, questions(), _labels(20, 0), judging(ScriptedClient(YES)))
    model = line(found, Judge.MODEL)
    assert model.kappa.value is None
    assert model.standing is Standing.SOUND


def test_few_labels_tell_nothing() -> None:
    rows = [
        label("rate", "81.4 %", "right"),
        label("rate", "79", "right"),
        label("x", "1", "right"),
    ]
    found = calibrate(SCENES, questions(), rows)
    exact = line(found, Judge.EXACT, "extraction")
    assert (exact.decided, exact.raw.count) == (2, 1)
    assert exact.standing is Standing.TOO_FEW
    assert (found.answers, found.unknown) == (2, 1)
    assert Calibration.from_files(dict(found.to_files()).__getitem__) == found


def test_bad_replies_are_left_open() -> None:
    found = calibrate(SCENES, questions(), _labels(2, 2), judging(ScriptedClient("nonsense")))
    assert (line(found, Judge.MODEL).decided, line(found, Judge.MODEL).undecided) == (0, 4)
