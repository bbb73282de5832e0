from __future__ import annotations

import json

import pytest

from tests.unit.scoring.builders import task
from worksurface_pipeline.kernel.errors import PackageError, SettingsError
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import GoldAnswer
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.profiles import find_profile

PAPER = find_profile("paper").answer

NUMBERS: list[tuple[str, GoldAnswer, object, float]] = [
    ("plain", 300, 300, 1),
    ("float of an integer", 12, 12.0, 1),
    ("text of an integer", 12, "12.0", 1),
    ("float gold is an integer", 12.0, 12, 1),
    ("small integers are exact", 100, 101, 0),
    ("small negative integers are exact", -99, -98, 0),
    ("just above 100 has tolerance", 101, 105, 1),
    ("zero is exact", 0, 0.0001, 0),
    ("zero", 0, "0", 1),
    ("five percent is inside", 200, 210, 1),
    ("more than five percent is not", 200, 210.01, 0),
    ("five percent below", 200, 190, 1),
    ("fraction with tolerance", 0.34, 0.3517, 1),
    ("fraction outside", 0.34, 0.36, 0),
    ("negative gold", -200.5, -205, 1),
    ("sign matters", 200, -200, 0),
    ("thousands separator", 1264, "1,264", 1),
    ("money", 57533.10, "$57,533.10", 1),
    ("percent sign is dropped", 89.2, "89.2%", 1),
    ("percent without sign", 89.2, "89.2", 1),
    ("a fraction is not the percent figure", 89.2, "0.892", 0),
    ("comma after the number", 72, "72, in total", 1),
    ("sole number of a sentence", 300, "the total is 300 events", 1),
    ("first line of several", 300, "300 events\n\nSource: report.docx", 1),
    ("a passage under its heading", 300, "## Load\n\nThe total is 300 events.", 0),
    ("a passage in one line", 300, "The total is 300 events. " + "So it goes. " * 20, 0),
    ("two numbers are no answer", 300, "300 of 412 events", 0),
    ("the same number twice is one", 300, "300 events (300)", 1),
    ("a quarter is no number", 300, "In Q3: 300", 1),
    ("full width", 35, "３５％", 1),
    ("true minus sign", -5, "−5", 1),
    ("accounting brackets", -5, "(5)", 1),
    ("decimal comma", 1234.5, "1.234,5", 1),
    ("grouped by a space", 1234, "1 234", 1),
    ("million", 3_200_000, "3.2 million", 1),
    ("yen", 55000, "¥55000", 1),
    ("LaTeX group", 9500, "$9{,}500$", 1),
    ("exponent", 1500, 1.5e3, 1),
    ("list of one", 300, ["300"], 1),
    ("list of two", 300, [300, 301], 0),
    ("boolean is no number", 1, True, 0),
    ("object", 300, {"answer": 300}, 0),
    ("empty", 300, "", 0),
    ("null", 300, None, 0),
    ("abstention", 300, "INSUFFICIENT_EVIDENCE", 0),
    ("words", 300, "many", 0),
    ("gold as text", "17,309", 17309, 1),
]

LISTS: list[tuple[str, GoldAnswer, object, float]] = [
    ("equal", ("a.md", "b.md"), ["a.md", "b.md"], 1),
    ("order is nothing", ("a.md", "b.md"), ["b.md", "a.md"], 1),
    ("case and space", ("Big File.md",), [" big  file.md "], 1),
    ("half", ("a", "b"), ["a"], 2 / 3),
    ("one too many", ("a",), ["a", "b"], 2 / 3),
    ("none", ("a", "b"), ["c"], 0),
    ("duplicates are one item", ("a", "b"), ["a", "a", "b"], 1),
    ("empty answer", ("a",), [], 0),
    ("structure before numbers", ("8.124", "12.852"), "[8.124,12.852]", 1),
    ("numbers as text, other order", ("8.124", "12.852"), ["12.852", "8.124"], 1),
    ("comma text", ("a.md", "b.md"), "a.md, b.md", 1),
    ("and", ("a", "b", "c"), "a, b, and c", 1),
    ("semicolons", ("a", "b"), "a; b", 1),
    ("lines with bullets", ("a", "b"), "- a\n- b", 1),
    ("numbered lines", ("a", "b"), "1. a\n2. b", 1),
    ("text of a JSON list", ("a", "b"), '["b", "a"]', 1),
    ("unquoted list", ("a", "b"), "[a, b]", 1),
    ("an item with a comma", ("Paris, France",), "Paris, France", 1),
    ("one scalar", ("2024",), 2024, 1),
    ("ids keep their zeros", ("007",), [7], 0),
    ("composite items", ("a; 3", "b; 4"), [["b", 4], ["a", 3.0]], 1),
    ("values swapped between items", ("a; 3", "b; 4"), ["a; 4", "b; 3"], 0),
    ("objects are no items", ("a",), [{"name": "a"}], 0),
    ("null", ("a",), None, 0),
]

STRINGS: list[tuple[str, GoldAnswer, object, float]] = [
    ("equal", "North Region", "north  region", 1),
    ("quotes and full stop", "North Region", '"North Region."', 1),
    ("inside a sentence", "North Region", "It is the North Region", 0),
    ("number for a string", "2024", 2024, 1),
    ("digits as written", "12.0", 12.0, 1),
    ("ids have no tolerance", "4711", "4712", 0),
    ("width", "ＡＢＣ", "abc", 1),
    ("empty", "North", "", 0),
    ("composite", "North; 3", "North; 3", 1),
    ("composite as array", "North; 3", ["North", 3], 1),
    ("composite as text of an array", "North; 3", '["north", "3.0"]', 1),
    ("composite order", "North; 3", ["3", "North"], 0),
    ("composite value wrong", "North; 3", "North; 4", 0),
    ("composite with tolerance", "North; 1,000.50", ["north", 1010], 1),
    ("composite too short", "North; 3", "North", 0),
    ("composite too long", "North; 3", "North; 3; 4", 0),
    ("composite with boolean", "North; true", ["North", True], 1),
    ("composite of three", "a; b; 5", "a;b;5", 1),
]

OTHERS: list[tuple[str, GoldAnswer, object, float]] = [
    ("true", True, True, 1),
    ("yes", True, "Yes.", 1),
    ("false", False, "no", 1),
    ("wrong", True, False, 0),
    ("one is not true", True, 1, 0),
    ("hedged", True, "yes and no", 0),
]


def _ids(table: list[tuple[str, GoldAnswer, object, float]]) -> list[str]:
    return [case[0] for case in table]


ALL = NUMBERS + LISTS + STRINGS + OTHERS


@pytest.mark.parametrize(("name", "gold", "answer", "score"), ALL, ids=_ids(ALL))
def test_paper_answer(name: str, gold: GoldAnswer, answer: object, score: float) -> None:
    answer_type = AnswerType.NUMBER if name == "gold as text" else None
    result = score_answer(task(gold, answer_type), json.dumps(answer), PAPER)
    assert result.score == pytest.approx(score, abs=1e-12)
    assert result.score in (0, 1) or isinstance(gold, tuple)


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("INSUFFICIENT_EVIDENCE", 1),
        ("insufficient_evidence.", 1),
        ("I do not know", 0),
        ("", 0),
        ({}, 0),
        (None, 0),
    ],
    ids=str,
)
def test_abstain_needs_the_word(answer: object, score: float) -> None:
    abstain = task("INSUFFICIENT_EVIDENCE", AnswerType.ABSTAIN)
    assert score_answer(abstain, json.dumps(answer), PAPER).score == score


def test_matched_share_of_a_composite_is_kept() -> None:
    result = score_answer(task("a; b; 5"), '"a; x; 5"', PAPER)
    assert result.score == 0.0
    assert result.matched_share == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "answer",
    ["1e999", "NaN", "Infinity", "1e999999999", "9" * 5000, "[" * 50_000, '{"a":', '"\\ud800"'],
    ids=["1e999", "NaN", "Infinity", "vast exponent", "5000 digits", "deep", "cut", "surrogate"],
)
@pytest.mark.parametrize("gold", [300, ("a",), "a; 3", True], ids=str)
def test_hostile_answers_score_zero(answer: str, gold: GoldAnswer) -> None:
    assert score_answer(task(gold), answer, PAPER).score == 0


def test_no_answer_and_text_that_is_no_json() -> None:
    assert score_answer(task(300), None, PAPER).score == 0
    assert score_answer(task(300), "the total is 300", PAPER).score == 1


@pytest.mark.parametrize(
    ("gold", "kind"),
    [(True, AnswerType.NUMBER), ("a", AnswerType.LIST), (3, AnswerType.STRING), ("many", "number")],
    ids=str,
)
def test_gold_of_another_type_is_an_error(gold: GoldAnswer, kind: str) -> None:
    with pytest.raises(PackageError, match="a1"):
        score_answer(task(gold, AnswerType(kind)), "1", PAPER)


def test_unknown_profile_is_named() -> None:
    with pytest.raises(SettingsError, match=r"'lenient'.*paper"):
        find_profile("lenient")
