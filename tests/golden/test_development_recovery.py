"""Recovery on the handed workspaces: no wrong proof, and never less than was reached."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from benchmarks.development import derive_workspace
from benchmarks.recovery import Measured, measure, table
from tests.shared_files import ROOT, shared
from worksurface_pipeline.worksurface.schema.tasks import Derivation, RagEvidence
from worksurface_pipeline.worksurface.tasks.gaps import plain
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

# Ratchet: raise them when more is recovered. One of the 47 verbatim figures ("within 1 hour") is
# found but refused, because it would be guessed without the document. Two of the 105 computed ones
# name a person by an e-mail address, which is never asked for, nor grouped or filtered by.
LEAST_RIGHT = {"sql": 78, "verbatim": 28}
_QUOTED = re.compile(r"“([^”]*\[…\][^”]*)”")

# Families of questions that are proposed, handed in or imported.
NOT_DERIVED = ("proposed_", "own_", "foreign")


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
    derived = {item for item in Derivation if not item.value.startswith(NOT_DERIVED)}
    assert {task.derivation for task in tasks} == derived
    assert 240 <= len(tasks) <= 320
    for group in groups:
        assert verify_tasks(group.found, group.surfaces).refusals == group.found.refusals


def test_every_quotation_stands_in_its_document() -> None:
    quoted = 0
    for group in derive_workspace(ROOT / "data_lake" / "sample", DerivationPolicy()):
        texts = {item.id: plain(item.text) for item in group.surfaces.documents.documents}
        questions = Counter(task.question for task in group.found.candidates)
        assert max(questions.values()) == 1
        for task in group.found.candidates:
            for said in _QUOTED.findall(task.question):
                pieces = [piece.strip() for piece in re.split(r"\[…\]|…|\|", said)]
                items = (item for item in task.gold_evidence if isinstance(item, RagEvidence))
                (document,) = {item.file for item in items}
                assert all(piece in texts[document] for piece in pieces), task.question
                quoted += 1
    assert quoted > 20


def test_every_public_source_task_asks_for_its_inputs() -> None:
    groups = derive_workspace(shared("lite_metadata"), DerivationPolicy())
    lists = [
        task
        for group in groups
        for task in group.found.candidates
        if task.derivation is Derivation.REQUIRED_INPUTS
    ]
    assert len(lists) == 100
