"""The sample plan: quotas, balance, blind codes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.review.builders import ANNOTATORS, CRITERIA, item, plan, planted, refused
from worksurface_pipeline.kernel.errors import DuplicateIdError, SettingsError
from worksurface_pipeline.review.plan import Quota, draw, plan_audit, scaled

QUOTAS = (Quota(stratum="rag", count=6), Quota(stratum="table", count=5))


def test_a_stratum_gives_what_it_has_and_no_other_makes_up_for_it() -> None:
    items = [item(n) for n in range(20)] + [item(n, "table") for n in range(20, 23)]
    sample, counts = draw(items, QUOTAS, seed=1)
    assert Counter(one.stratum for one in sample) == {"rag": 6, "table": 3}
    assert [(one.wanted, one.available, one.drawn) for one in counts] == [(6, 20, 6), (5, 3, 3)]


def test_personas_and_answer_types_are_balanced() -> None:
    kinds = [("p", "number")] * 30 + [("q", "number")] * 4 + [("p", "list")] * 4 + [("q", "list")]
    items = [item(n, "rag", *kind) for n, kind in enumerate(kinds)]
    sample, _ = draw(items, QUOTAS, seed=1)
    # Drawn blindly, six would hold about five of "p" and of "number".
    for place in (0, 1):
        counts = Counter(one.balance[place] for one in sample)
        assert sorted(counts.values()) in ([3, 3], [2, 4])


def test_the_draw_depends_on_the_seed_and_not_on_the_order() -> None:
    items = [item(n) for n in range(40)]
    first = draw(items, QUOTAS, seed=1)
    assert draw(items[::-1], QUOTAS, seed=1) == first
    assert draw(items, QUOTAS, seed=2) != first


@pytest.mark.parametrize(
    ("total", "counts"),
    [
        pytest.param(11, (6, 5), id="whole"),
        pytest.param(22, (12, 10), id="twice"),
        pytest.param(4, (2, 2), id="fewer"),
        pytest.param(0, (0, 0), id="none"),
    ],
)
def test_quotas_scale(total: int, counts: tuple[int, ...]) -> None:
    assert tuple(quota.count for quota in scaled(QUOTAS, total)) == counts


def test_planted_and_refused_items_stand_among_the_others() -> None:
    audit = plan(20, [planted(100), planted(101), refused(102), refused(103)])
    assert [entry.code for entry in audit.entries] == [f"A{n:03d}" for n in range(1, 25)]
    places = [n for n, entry in enumerate(audit.entries) if entry.origin != "sampled"]
    assert len(places) == 4
    assert places not in ([20, 21, 22, 23], [0, 1, 2, 3])


def test_double_ids_are_refused() -> None:
    with pytest.raises(DuplicateIdError, match="task-1"):
        plan_audit([item(1), item(1)], (), CRITERIA, ANNOTATORS)


@pytest.mark.parametrize("names", [("ana", "Ana"), ("../ana",), ("",), ("ana.",)], ids=str)
def test_annotators_have_names_that_files_can_have(names: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match="cannot be called so"):
        plan_audit([item(1)], (), CRITERIA, names)
