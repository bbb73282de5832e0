from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.scoring.builders import task
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.scoring.matching import item_key
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.scoring.route import score_route

PAPER = find_profile("paper").answer
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


@given(gold=GOLDS, answer=JSON)
@settings(max_examples=300)
def test_every_answer_has_a_score_between_zero_and_one(gold: object, answer: object) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    result = score_answer(task(gold), json.dumps(answer), PAPER)
    assert 0.0 <= result.score <= 1.0
    assert result.score <= result.matched_share <= 1.0


@given(answer=WORDS, gold=GOLDS)
def test_text_that_is_no_json_never_raises(answer: str, gold: object) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    assert 0.0 <= score_answer(task(gold), answer, PAPER).score <= 1.0


@given(gold=GOLDS)
def test_gold_as_prediction_is_one(gold: object) -> None:
    assert isinstance(gold, (bool, int, float, str, tuple))
    assert score_gold([task(gold)]) == ()


@given(gold=st.lists(NAMES, min_size=1, max_size=6), answer=st.lists(NAMES, max_size=6))
def test_list_f1_is_one_exactly_for_equal_sets(gold: list[str], answer: list[str]) -> None:
    score = _list_score(gold, answer)
    is_equal = {item_key(item) for item in gold} == {item_key(item) for item in answer}
    assert (score == 1.0) is is_equal


@given(data=st.data(), items=st.lists(NAMES, min_size=1, max_size=6), extra=st.lists(NAMES))
def test_order_is_nothing_in_lists(data: st.DataObject, items: list[str], extra: list[str]) -> None:
    shuffled = data.draw(st.permutations(items + extra))
    assert _list_score(items, shuffled) == _list_score(items, items + extra)


@given(data=st.data(), items=st.lists(NAMES, min_size=2, max_size=5, unique=True))
def test_order_is_everything_in_composites(data: st.DataObject, items: list[str]) -> None:
    shuffled = data.draw(st.permutations(items))
    score = score_answer(task("; ".join(items)), json.dumps(shuffled), PAPER).score
    is_same = [item_key(item) for item in items] == [item_key(item) for item in shuffled]
    assert score == float(is_same)
    assert (
        score_answer(task("; ".join(items)), json.dumps("; ".join(shuffled)), PAPER).score == score
    )


@given(number=st.integers(-100, 100), other=st.integers(-100, 100))
def test_small_integers_are_exact(number: int, other: int) -> None:
    assert score_answer(task(number), json.dumps(other), PAPER).score == float(number == other)


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


def _list_score(gold: Sequence[str], answer: Sequence[str]) -> float:
    return score_answer(task(tuple(gold)), json.dumps(list(answer)), PAPER).score
