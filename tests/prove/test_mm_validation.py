"""Validation without models over the embedded seed documents, for several simulations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.prove.mm_samples import samples
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.settings import Settings, ValidationChoice
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.noticing import (
    notice_lines,
    noticed,
    together,
)
from worksurface_pipeline.mmenterprise.validation.validate import validate

SEEDS = (Settings().workspace.seed, 1, 2)
_SPOILED = 90  # of a project: some material is left for every fault

pytestmark = pytest.mark.prove


@cache
def benches(seed: int) -> tuple[tuple[Bench, tuple[MmQuestion, ...]], ...]:
    projects = [(ledger, records) for _, ledger, records in samples(seed)]
    hay = haystack_of([(ledger, records.unit_set()) for ledger, records in projects])
    found = []
    for ledger, records in projects:
        scene = Scene(ledger, records.unit_set(), seed)
        made = make_questions(scene, hay, answer, Quotas())
        found.append((Bench(scene, records), made.questions.questions))
    return tuple(found)


def validations(seed: int) -> Iterator[Validation]:
    for bench, questions in benches(seed):
        yield validate(bench.scene, bench.records, questions, None, ValidationChoice())


@pytest.mark.parametrize("seed", SEEDS)
def test_nearly_all_questions_pass_as_they_are(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(validations(seed))
    asked = sum(len(questions) for _, questions in benches(seed))
    for part in found:
        for mend in part.fixed:
            _state(capsys, f"fixed, {mend.category}: {mend.before.question}")
        for drop in part.dropped:
            _state(capsys, f"dropped, {drop.category}, {drop.reason}: {drop.item.question}")
    fixed = sum(len(part.fixed) for part in found)
    assert sum(len(part.kept) for part in found) >= 0.98 * asked
    assert fixed <= 0.02 * asked


@pytest.mark.parametrize("seed", SEEDS)
def test_spoiled_questions_are_noticed(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    shares = together(
        [noticed(bench, questions, Random(seed), _SPOILED) for bench, questions in benches(seed)]
    )
    _state(capsys, *notice_lines(shares))
    assert sum(one.made for one in shares) >= 200
    assert all(one.noticed == one.made for one in shares)


def _state(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    """Say something to whoever runs this."""
    with capsys.disabled():
        sys.stdout.write("".join(f"\n{line}" for line in lines))
