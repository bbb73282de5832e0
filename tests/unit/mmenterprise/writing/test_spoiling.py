"""Faults planted in a model's replies are caught, whatever they are."""

from __future__ import annotations

from random import Random

from tests.unit.mmenterprise.writing.small import ledger, rendered
from tests.unit.mmenterprise.writing.spoiling import FAULTS, Replies


def test_proper_replies_pass_and_spoilt_ones_do_not() -> None:
    replies = Replies(ledger(), rendered())
    assert [replies.checked(part, rows).faults for part, rows in replies.parts] == [()] * 6
    made, caught = replies.caught(Random(3), 240)
    assert set(made) == set(FAULTS)
    assert caught == made
