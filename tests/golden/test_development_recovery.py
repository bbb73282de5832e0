"""Recovery on the handed workspaces: no wrong proof, and never less than was reached."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from benchmarks.development import derive_workspace
from benchmarks.recovery import Measured, measure, table
from tests.shared_files import ROOT, shared
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

# Ratchet: raise them when more is recovered, never lower them.
LEAST_RIGHT = {"sql": 80, "verbatim": 29}


@cache
def measured(root: Path) -> tuple[Measured, ...]:
    return measure(root)


def test_no_proof_is_a_coincidence() -> None:
    found = measured(shared("workspaces/KEY.json").parent)
    assert [item for item in found if item.status == "wrong"] == [], table(found)


@pytest.mark.parametrize("method", sorted(LEAST_RIGHT))
def test_recovery_does_not_fall(method: str) -> None:
    found = measured(shared("workspaces/KEY.json").parent)
    counts = Counter(item.status for item in found if item.method == method)
    assert counts["right"] >= LEAST_RIGHT[method], table(found)


def test_the_sample_yields_every_family_and_every_proof_stands() -> None:
    sample = ROOT / "data_lake" / "sample"
    groups = derive_workspace(sample, DerivationPolicy())
    tasks = [task for group in groups for task in group.found.candidates]
    assert {task.derivation for task in tasks} == set(Derivation)
    assert 120 <= len(tasks) <= 200
    for group in groups:
        assert verify_tasks(group.found, group.surfaces).refusals == group.found.refusals


def test_every_public_source_task_asks_for_its_inputs() -> None:
    groups = derive_workspace(shared("lite_metadata"), DerivationPolicy())
    lists = [
        task
        for group in groups
        for task in group.found.candidates
        if task.derivation is Derivation.REQUIRED_INPUTS
    ]
    assert len(lists) == 100
