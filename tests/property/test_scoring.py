from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.scoring.builders import run, task
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.scoring.answer import answer_scores, score_answer
from worksurface_pipeline.worksurface.scoring.flips import rescoring
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.scoring.items import item_key
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES, AnswerRules, find_profile
from worksurface_pipeline.worksurface.scoring.route import score_route
from worksurface_pipeline.worksurface.scoring.score import score_trajectory

PAPER = find_profile("paper").answer
ALL = tuple(PROFILES.values())
UNITS = st.sampled_from(["", "percent", "fraction", "EUR", "users"])
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
NAMES = st.from_regex(r"[a-z]{1,6}( [a-z]{1,4})?", fullmatch=True)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
GOLDS = (
    st.integers(-(10**12), 10**12)
    | st.floats(-1e12, 1e12, allow_nan=False)
    | st.booleans()
    | WORDS
    | st.lists(WORDS, max_size=5).map(tuple)
)


@given(gold=GOLDS, answer=JSON, unit=UNITS)
@settings(max_examples=300)
def test_every_answer_has_a_score_between_zero_and_one(
    gold: object, answer: object, unit: str
) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    item = task(gold, answer_unit=unit)
    for result in answer_scores(item, json.dumps(answer), ALL):
        assert 0.0 <= result.score <= 1.0
        assert result.score <= result.matched_share <= 1.0


@given(answer=WORDS, gold=GOLDS)
def test_text_that_is_no_json_never_raises(answer: str, gold: object) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    for result in answer_scores(task(gold), answer, ALL):
        assert 0.0 <= result.score <= 1.0


@given(gold=GOLDS, unit=UNITS, digits=st.none() | st.integers(0, 4))
@settings(max_examples=300)
def test_gold_as_prediction_is_one_under_every_profile(
    gold: object, unit: str, digits: int | None
) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    assert score_gold([task(gold, answer_unit=unit, answer_digits=digits)]) == ()


@pytest.mark.parametrize("gold", ["17,309", "33.5%", "$1,200.50"])
def test_a_number_written_as_text_is_its_own_answer(gold: str) -> None:
    assert score_gold([task(gold, AnswerType.NUMBER)]) == ()


@given(gold=GOLDS, answer=JSON, unit=UNITS)
def test_scoring_again_changes_nothing(gold: object, answer: object, unit: str) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    item, trajectory = task(gold, answer_unit=unit), run(answer)
    first = score_trajectory(item, trajectory, None, "paper", "open")
    assert score_trajectory(item, trajectory, None, "paper", "open") == first
    assert rescoring("m|S4", ("f", [first]), ("f", [first]), ()).flips == ()


@given(gold=st.lists(NAMES, min_size=1, max_size=6), answer=st.lists(NAMES, max_size=6))
def test_list_f1_is_one_exactly_for_equal_sets(gold: list[str], answer: list[str]) -> None:
    score = _list_score(gold, answer)
    is_equal = {item_key(item) for item in gold} == {item_key(item) for item in answer}
    assert (score == 1.0) is is_equal


@given(gold=st.lists(NAMES, min_size=1, max_size=6), answer=st.lists(NAMES, max_size=6))
def test_strict_list_f1_is_one_exactly_for_equal_multisets(
    gold: list[str], answer: list[str]
) -> None:
    score = _list_score(gold, answer, find_profile("strict").answer)
    assert (score == 1.0) is (Counter(map(item_key, gold)) == Counter(map(item_key, answer)))


@given(gold=st.lists(NAMES, min_size=1, max_size=5), answer=st.lists(NAMES, max_size=5))
def test_a_forgiven_typo_never_lowers_a_list(gold: list[str], answer: list[str]) -> None:
    forgiving = _list_score(gold, answer, find_profile("release-1.0").answer)
    assert _list_score(gold, answer) <= forgiving <= 1.0


@given(data=st.data(), items=st.lists(NAMES, min_size=1, max_size=6), extra=st.lists(NAMES))
def test_order_is_nothing_in_lists(data: st.DataObject, items: list[str], extra: list[str]) -> None:
    shuffled = data.draw(st.permutations(items + extra))
    for profile in ALL:
        rules = profile.answer
        assert _list_score(items, shuffled, rules) == _list_score(items, items + extra, rules)


@given(data=st.data(), items=st.lists(NAMES, min_size=2, max_size=5, unique=True))
def test_order_is_everything_in_composites(data: st.DataObject, items: list[str]) -> None:
    shuffled = data.draw(st.permutations(items))
    is_same = [item_key(item) for item in items] == [item_key(item) for item in shuffled]
    item = task("; ".join(items))
    for answer in (shuffled, "; ".join(shuffled)):
        scores = answer_scores(item, json.dumps(answer), ALL)
        assert {score.score for score in scores} == {float(is_same)}


@given(number=st.integers(-100, 100), other=st.integers(-100, 100))
def test_small_integers_are_exact(number: int, other: int) -> None:
    assert score_answer(task(number), json.dumps(other), PAPER).score == float(number == other)


NUMBERS = st.integers(-3_000, 3_000) | st.decimals(-300, 300, places=2).map(float)
NEAR = st.sampled_from([0, 0.004, 0.04, 0.4, 0.49, 0.5, 1, 5]) | st.floats(-2, 2)
FORMS = st.sampled_from(["{}", "{}%", "{} days", "${}", "{} of 7", "more than {}", "in 2024: {}"])


@given(
    gold=NUMBERS,
    off=NEAR,
    form=FORMS,
    unit=st.sampled_from(["", "percent", "fraction", "USD", "days", "users"]),
    digits=st.none() | st.integers(0, 3),
)
@settings(max_examples=600)
def test_strict_accepts_only_what_the_paper_does_or_what_rounds_to_printed_decimals(
    gold: float, off: float, form: str, unit: str, digits: int | None
) -> None:
    item = task(gold, answer_unit=unit, answer_digits=digits, surfaces=("rag",))
    paper, strict = answer_scores(item, json.dumps(form.format(gold + off)), ALL[:2])
    is_printed = digits == 0 and (gold + off) % 1 == 0  # the gold itself, as it is printed
    if strict.score > paper.score and not is_printed:
        has_decimals = bool(digits) if digits is not None else not float(gold).is_integer()
        assert has_decimals
        assert gold != 0


@given(gold=st.integers(-100, 100), off=NEAR, unit=UNITS, form=FORMS)
def test_no_unit_makes_a_small_integer_inexact(gold: int, off: float, unit: str, form: str) -> None:
    item = task(gold, answer_unit=unit, answer_digits=0, surfaces=("rag",))
    answer = gold + off
    scores = answer_scores(item, json.dumps(form.format(answer)), ALL[:2])
    # A percentage is a hundredth, a fraction a hundredfold of it.
    if gold not in {answer, answer * 100, answer / 100}:
        assert [score.score for score in scores] == [0.0, 0.0]


@given(
    required=st.sets(st.sampled_from(["rag", "table", "graph"])),
    used=st.sets(st.sampled_from(["rag", "table", "graph"])),
)
def test_route_is_bounded_and_one_exactly_for_equal_sets(
    required: set[str], used: set[str]
) -> None:
    score = score_route(frozenset(required), frozenset(used))
    assert all(0.0 <= part <= 1.0 for part in (score.precision, score.recall, score.f1))
    assert (score.f1 == 1.0) is (required == used) is score.is_exact


def _list_score(gold: Sequence[str], answer: Sequence[str], rules: AnswerRules = PAPER) -> float:
    return score_answer(task(tuple(gold)), json.dumps(list(answer)), rules).score
