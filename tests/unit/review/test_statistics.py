"""Rates on items as sampled, agreement, and what annotators saw of planted faults."""

from __future__ import annotations

import pytest

from tests.unit.review.builders import all_filled, filled, plan, planted, refused
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.review.returned import import_votes
from worksurface_pipeline.review.statistics import ALL, AuditResult, audit_result

AUDIT = plan(4, [planted(10), planted(11), refused(12)])
# Votes that are no yes: (item, annotator, criterion).
SAID = {
    ("task-0", "ann", "right"): "no",
    ("task-1", "ann", "right"): "no",
    ("task-1", "bob", "right"): "unsure",
    ("task-2", "cem", "clear"): "no",
    ("task-10", "ann", "right"): "no",
    ("task-10", "bob", "right"): "no",
    ("task-11", "ann", "right"): "no",
    ("task-11", "bob", "right"): "unsure",
    ("task-12", "ann", "clear"): "no",
    ("task-12", "cem", "clear"): "no",
}


def result() -> AuditResult:
    books = all_filled(AUDIT, lambda *asked: SAID.get(asked, "yes"))
    return audit_result(AUDIT, import_votes(AUDIT, books))


@pytest.mark.parametrize(
    ("criterion", "majority", "unanimous"),
    [
        pytest.param("right", 3, 2, id="right"),
        pytest.param("clear", 4, 3, id="clear"),
        pytest.param(ALL, 3, 1, id="all"),
    ],
)
def test_rates_are_of_sampled_items_alone(criterion: str, majority: int, unanimous: int) -> None:
    found = next(one for one in result().results if (one.criterion, one.stratum) == (criterion, ""))
    assert (found.majority.count, found.majority.n) == (majority, 4)
    assert (found.unanimous.count, found.unanimous.n) == (unanimous, 4)
    assert found.majority.interval.method == "exact"


def test_agreement_is_of_sampled_items_alone() -> None:
    right, clear = (one.agreement for one in result().agreements)
    assert right.n_items == 4
    # pairs agreeing: 1/3, 0, 1, 1 (three different votes on task-1)
    assert right.raw.value == pytest.approx((1 / 3 + 0 + 1 + 1) / 4)
    assert clear.unanimity.count == 3


def test_sensitivity_is_by_annotator_and_by_majority() -> None:
    found = {(one.annotator, one.fault): one.caught for one in result().sensitivities}
    counts = {name: found[name, ""].count for name in ("", "ann", "bob", "cem")}
    assert counts == {"": 1, "ann": 2, "bob": 1, "cem": 0}
    assert found["ann", "wrong_number"].n == 2


def test_refused_items_have_a_line_of_their_own() -> None:
    (found,) = result().refused
    assert (found.refused_too.count, found.refused_too.n) == (1, 1)


def test_item_votes_are_kept_and_the_value_can_be_stored() -> None:
    found = result()
    assert len(found.votes) == 7 * 3 * 2
    files = dict(found.to_files())
    assert AuditResult.from_files(files.__getitem__) == found


def test_no_statistics_of_faulty_workbooks() -> None:
    books = all_filled(AUDIT)
    books["ann.xlsx"] = filled(AUDIT, "ann", lambda *_: "")
    with pytest.raises(WorksurfaceError, match="1 thing is wrong") as caught:
        audit_result(AUDIT, import_votes(AUDIT, books))
    assert "14 cells have no vote" in str(caught.value)
    assert "E2" in str(caught.value)
    assert "F8" in str(caught.value)
