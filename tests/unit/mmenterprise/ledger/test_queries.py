from __future__ import annotations

from datetime import timedelta

import pytest

from tests.unit.mmenterprise.ledger.hand import at, hand_ledger
from tests.unit.mmenterprise.ledger.seed_sets import lab_ledger
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.ledger.places import Reach, reach, standing
from worksurface_pipeline.mmenterprise.ledger.queries import (
    OPERATIONS,
    LedgerQueryError,
    answer,
    answer_in,
)
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

HAND = hand_ledger()
TUESDAY_NOON = at(1, 12) + timedelta(minutes=30)


def q(operation: str, *slots: str, **more: object) -> LedgerQuery:
    """A query."""
    return LedgerQuery.model_validate({"operation": operation, "slots": slots, **more})


CASES: list[tuple[str, LedgerQuery, object]] = [
    ("now is the correction, not the last mention", q("as_of", "north"), "24.0"),
    ("now is the last change", q("as_of", "south"), "18.50"),
    ("as of a time", q("as_of", "south", at=TUESDAY_NOON), "16.00"),
    ("true before anybody said so", q("as_of", "north", at=at(0, 12)), "24.0"),
    ("before the first measurement", q("as_of", "south", at=at(0, 9)), None),
    ("never measured", q("as_of", "silent"), None),
    ("before a correction", q("before_revision", "north", event="e08"), "42.0"),
    ("before a change", q("before_revision", "south", event="e10"), "16.00"),
    ("before a version: the version before", q("before_revision", "south", event="e12"), "16.00"),
    ("before a version that stayed stale", q("before_revision", "north", event="e12"), "42.0"),
    ("before the first", q("before_revision", "north", event="e01"), None),
    ("before an unknown event", q("before_revision", "north", event="e99"), None),
    ("who stated it first", q("who_stated", "north", argument="42.0"), "Ada Vale"),
    ("who stated it, otherwise printed", q("who_stated", "north", argument="42"), "Ada Vale"),
    ("who stated anything first", q("who_stated", "south"), "Ben Vale"),
    ("a withdrawn value is not stated", q("who_stated", "north", event="e07"), None),
    ("who stated it in an event", q("who_stated", "north", event="e06"), "Cleo Vale"),
    ("nobody stated it", q("who_stated", "north", argument="1.5"), None),
    ("who corrected", q("who_corrected", "north"), "Ada Vale"),
    ("who corrected an error", q("who_corrected", "north", event="e01"), "Ada Vale"),
    ("who noticed", q("who_corrected", "north", argument="noticed"), "Ben Vale"),
    ("nobody corrected", q("who_corrected", "south"), None),
    ("which of two applies", q("which_applies", "north"), "24.0"),
    ("which applied then", q("which_applies", "south", at=TUESDAY_NOON), "16.00"),
    ("nothing to choose from", q("which_applies", "peak"), None),
    ("difference of two", q("difference", "south", "north"), "5.50"),
    ("difference then", q("difference", "north", "south", at=TUESDAY_NOON), "8.00"),
    ("difference by an event", q("difference", "north", event="e08"), "18.0"),
    ("difference with nothing", q("difference", "north", "silent"), None),
    ("difference of names", q("difference", "north", "owner"), None),
    ("difference of one", q("difference", "north"), None),
    ("ratio", q("ratio", "north", "south"), "1.30"),
    ("ratio with decimals", q("ratio", "north", "south", argument="4"), "1.2973"),
    ("ratio with nothing", q("ratio", "north", "silent"), None),
    ("ranking", q("ranking", "south", "north", argument="descending"), ("north", "south")),
    ("ranking upwards", q("ranking", "north", "south", argument="ascending"), ("south", "north")),
    ("the highest", q("ranking", "south", "north", argument="highest"), "north"),
    ("the lowest", q("ranking", "north", "south", argument="lowest"), "south"),
    ("a tie has no order", q("ranking", "north", "north", argument="highest"), None),
    ("ranking with nothing", q("ranking", "north", "silent"), None),
    ("one correction, passed on once", q("count_revisions", "north"), "1"),
    ("one change", q("count_revisions", "south"), "1"),
    ("no revision", q("count_revisions", "peak"), "0"),
    ("revisions of nothing", q("count_revisions", "silent"), None),
    ("versions after the first", q("count_revisions", argument="deck"), "1"),
    ("versions of no document", q("count_revisions", argument="memo"), None),
    ("stated in a version", q("stated_in", "south", argument="deck@1"), "16.00"),
    ("stated in the last version", q("stated_in", "south", argument="deck"), "18.50"),
    ("a stale place", q("stated_in", "north", argument="deck@2"), "42.0"),
    ("a place put right", q("stated_in", "north", argument="page"), "24.0"),
    ("a place by then", q("stated_in", "north", argument="page", at=at(1, 9)), "42.0"),
    ("stated in a channel", q("stated_in", "north", argument="chat"), "24.0"),
    ("stated in an event", q("stated_in", "north", event="e06"), "42.0"),
    ("not stated there", q("stated_in", "peak", argument="deck"), None),
    ("greater", q("holds", "north", "south", argument="greater"), "supported"),
    ("less", q("holds", "north", "south", argument="less"), "contradicted"),
    ("equal", q("holds", "north", "north", argument="equal"), "supported"),
    ("compared with nothing", q("holds", "north", "silent", argument="less"), "not_established"),
    ("is", q("holds", "north", argument="is:24"), "supported"),
    ("is not", q("holds", "north", argument="is:42.0"), "contradicted"),
    ("is a name", q("holds", "owner", argument="is:ben vale"), "supported"),
    ("at least", q("holds", "south", argument="at_least:18.5"), "supported"),
    ("more than", q("holds", "south", argument="more_than:18.5"), "contradicted"),
    ("at most", q("holds", "south", argument="at_most:18"), "contradicted"),
    ("less than", q("holds", "south", argument="less_than:19"), "supported"),
    ("a bound on a name", q("holds", "owner", argument="at_least:2"), "not_established"),
    ("a claim on nothing", q("holds", "silent", argument="is:2"), "not_established"),
    ("absent", q("absent", "silent"), ""),
    ("present", q("absent", "north"), None),
    ("absent by then", q("absent", "south", at=at(0, 11)), ""),
    ("a value that never was", q("absent", "north", argument="77"), ""),
    ("a value that was", q("absent", "north", argument="42"), None),
    ("a pair that no slot is", q("absent", argument="east | load"), ""),
    ("a pair that a slot is", q("absent", argument="North | load"), None),
]


@pytest.mark.parametrize(
    ("query", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_query_gives_what_the_ledger_says(query: LedgerQuery, expected: object) -> None:
    assert answer(HAND, query) == expected


def test_the_hand_ledger_is_sound() -> None:
    assert violations(HAND) == ()


def test_every_operation_has_a_case() -> None:
    assert {case[1].operation for case in CASES} == set(OPERATIONS)


@pytest.mark.parametrize(
    ("query", "what"),
    [(q("guess", "north"), "guess"), (q("as_of"), "names no slot")],
    ids=["no such operation", "no slot"],
)
def test_a_query_that_cannot_be_asked_is_refused(query: LedgerQuery, what: str) -> None:
    with pytest.raises(LedgerQueryError, match=what):
        answer(HAND, query)


def test_places_hold_what_they_said_last() -> None:
    found = standing(View(HAND), "north", HAND.world.ends)
    held = {place: item.statement.value for place, item in found.items()}
    assert held == {"chat": "24.0", "deck": "42.0", "page": "24.0"}


def test_a_correction_reaches_some_places_and_not_others() -> None:
    assert reach(View(HAND), "north", "42.0") == Reach(updated=("chat", "page"), stale=("deck",))


@pytest.mark.parametrize("seed", range(5))
def test_current_is_the_state_at_the_end_in_every_ledger(seed: int) -> None:
    view = View(lab_ledger(seed))
    for slot, states in view.states.items():
        assert answer_in(view, q("as_of", slot)) == states[-1].value
        assert answer_in(view, q("which_applies", slot)) in {None, states[-1].value}
        assert answer_in(view, q("absent", slot)) is None


@pytest.mark.parametrize("seed", range(5))
def test_what_is_stated_in_an_event_is_its_statement(seed: int) -> None:
    view = View(lab_ledger(seed))
    for event in view.ledger.events:
        for item in event.statements:
            query = q("stated_in", item.slot, event=event.id)
            assert item.is_past or answer_in(view, query) == item.value
