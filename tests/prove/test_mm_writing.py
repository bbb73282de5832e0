"""Five hundred faults in a model's replies over the embedded seed documents."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from tests.prove.mm_samples import samples
from tests.unit.mmenterprise.writing.spoiling import FAULTS, Replies
from worksurface_pipeline.mmenterprise.settings import Settings

_EACH = 170  # faults of each of the three projects

pytestmark = pytest.mark.prove


def test_faults_of_a_model_are_caught_and_proper_replies_pass() -> None:
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for number, (_, ledger, records) in enumerate(samples(Settings().workspace.seed)):
        replies = Replies(ledger, records)
        assert [fault for item in replies.parts for fault in replies.checked(*item).faults] == []
        some_made, some_caught = replies.caught(Random(number), _EACH)
        made += some_made
        caught += some_caught
    lines = [f"{name}: {caught[name]} of {made[name]} caught" for name in sorted(FAULTS)]
    lines.append(f"all: {caught.total()} of {made.total()} caught")
    sys.stderr.write("\n".join(["", *lines, ""]))
    assert made.total() == 3 * _EACH
    assert caught.total() >= 0.99 * made.total()
