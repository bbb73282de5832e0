"""The quarantine: every held task with its reasons and its evidence, in one order."""

from __future__ import annotations

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.worksurface.schema.tasks import Checked, GateFinding, Quarantined
from worksurface_pipeline.worksurface.screening.quarantine import build_quarantine
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.gates.run import GATES, counts_by_gate
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy


def _finding(gate: str) -> GateFinding:
    return GateFinding(gate=gate, reason="why", detail=f"seen by {gate}", checked=Checked.EXECUTED)


def test_held_tasks_are_shown_with_reason_and_evidence() -> None:
    task, surfaces = world([], [shipments()], [document("depot.md", "Nothing.")])
    found = derive_candidates([task], surfaces, DerivationPolicy()).candidates
    held = [
        Quarantined(task=one, findings=(_finding("ties"), _finding("necessity")))
        for one in reversed(found)
    ]
    value = build_quarantine(held, surfaces)
    assert [item.id for item in value.items] == sorted(one.id for one in found)
    assert {item.reason for item in value.items} == {
        "ties: why (seen by ties); necessity: why (seen by necessity)"
    }
    assert all(item.proofs for item in value.items)


def test_every_gate_is_counted_and_other_stages_after_them() -> None:
    task, surfaces = world([], [shipments()], [])
    (one, *_) = derive_candidates([task], surfaces, DerivationPolicy()).candidates
    counts = counts_by_gate([Quarantined(task=one, findings=(_finding("necessity"),))])
    assert list(counts) == [*GATES, "necessity"]
    assert sum(counts.values()) == counts["necessity"] == 1


def test_a_task_counts_once_for_a_gate_whatever_it_found() -> None:
    task, surfaces = world([], [shipments()], [])
    (one, *_) = derive_candidates([task], surfaces, DerivationPolicy()).candidates
    twice = Quarantined(task=one, findings=(_finding("necessity"), _finding("necessity")))
    again = Quarantined(task=one, findings=(_finding("ties"),))
    counts = counts_by_gate([twice, twice, again])
    assert (counts["necessity"], counts["ties"]) == (1, 1)
