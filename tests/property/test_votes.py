"""Votes and agreement, whatever the verdicts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.harness.panel.ballots import SCALE, Ballot, Judgement, Verdict
from worksurface_pipeline.harness.panel.votes import decide
from worksurface_pipeline.kernel.agreement import agreement
from worksurface_pipeline.kernel.intervals import exact_interval

AUDITORS = ("a", "b", "c")
NAMES = ("one", "two")
VERDICTS = st.sampled_from(list(Verdict))
PAIRS = st.tuples(VERDICTS, VERDICTS)
ROWS = st.lists(st.lists(st.sampled_from(SCALE), min_size=3, max_size=3), min_size=1, max_size=12)


def ballot(auditor: str, verdicts: tuple[Verdict, ...]) -> Ballot:
    judged = tuple(
        Judgement(criterion=name, verdict=verdict)
        for name, verdict in zip(NAMES, verdicts, strict=True)
    )
    return Ballot(item="x", auditor=auditor, key="", judgements=judged)


@given(st.lists(PAIRS, min_size=3, max_size=3), st.permutations(range(3)))
def test_the_vote_counts_full_passes_and_knows_no_rank(
    given_verdicts: list[tuple[Verdict, Verdict]], order: list[int]
) -> None:
    ballots = [ballot(name, one) for name, one in zip(AUDITORS, given_verdicts, strict=True)]
    (found,) = decide(["x"], ballots, AUDITORS)
    wanted = sum(one == (Verdict.YES, Verdict.YES) for one in given_verdicts)
    assert (found.votes, found.is_released, found.is_core) == (wanted, wanted >= 2, wanted == 3)
    (turned,) = decide(["x"], [ballots[place] for place in order], AUDITORS)
    assert turned == found


@given(st.lists(PAIRS, min_size=3, max_size=3), st.integers(0, 2))
def test_a_lost_ballot_never_helps(
    given_verdicts: list[tuple[Verdict, Verdict]], lost: int
) -> None:
    ballots = [ballot(name, one) for name, one in zip(AUDITORS, given_verdicts, strict=True)]
    (whole,) = decide(["x"], ballots, AUDITORS)
    (less,) = decide(["x"], ballots[:lost] + ballots[lost + 1 :], AUDITORS)
    assert less.votes <= whole.votes


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_coefficients_are_at_most_one_and_order_free(rows: list[list[Verdict]]) -> None:
    found = agreement(rows, SCALE)
    back = agreement([row[::-1] for row in rows], SCALE)
    for one, other in ((found.ac1, back.ac1), (found.fleiss, back.fleiss)):
        assert one.value == other.value
        assert one.value is None or -1 - 1e-9 <= one.value <= 1 + 1e-9
    is_constant = len({value for row in rows for value in row}) == 1
    assert (found.fleiss.value is None) == is_constant
    assert found.ac1.value is not None


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_exact_interval_holds_the_rate(pair: tuple[int, int]) -> None:
    count, n = pair
    found = exact_interval(count, n)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= count / n <= found.high <= 1
