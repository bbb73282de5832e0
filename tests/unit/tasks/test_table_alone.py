"""What tables ask by themselves when a source task has no rubrics."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.tasks.builders import RUBRICS_ALONE, document, policy_of, shipments, table, world
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, TableEvidence
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.leaks import is_number
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

RULES = (
    "# Storage\n\nThe relative humidity of the northern warehouse stays below 55 percent.\n\n"
    "Every driver has to report a damaged parcel within 12 hours of the delivery.\n"
)


def derived(policy: DerivationPolicy | None = None, *tables: object) -> tuple[AtomicTask, ...]:
    given = tables or (shipments(),)
    task, surfaces = world([], given, [document("rules.md", RULES)])  # type: ignore[arg-type]
    found = derive_candidates([task], surfaces, policy or RUBRICS_ALONE)
    verified = verify_tasks(found, surfaces)
    assert [item for item in verified.refusals if item.question] == []
    return verified.tasks


def asked(tasks: tuple[AtomicTask, ...]) -> list[AtomicTask]:
    return [task for task in tasks if task.required_surfaces == (Surface.TABLE,)]


def test_all_surfaces_yield_tasks_without_a_rubric() -> None:
    tasks = derived()
    kinds = Counter(task.required_surfaces for task in tasks)
    assert kinds[(Surface.TABLE,)] >= 4
    assert kinds[(Surface.RAG,)] == 2
    assert kinds[(Surface.GRAPH,)] == 1
    assert kinds[(Surface.RAG, Surface.TABLE)] >= 1
    assert Derivation.ABSENT_TARGET in {task.derivation for task in tasks}


def test_every_table_question_names_its_file_and_its_query_its_columns() -> None:
    for task in asked(derived()):
        (proof,) = task.gold_evidence
        if isinstance(proof, TableEvidence):
            assert proof.source_file in task.question
            assert all(f'"{column}"' in proof.query for column in proof.columns)
            assert str(task.gold_answer) not in {"0", "1"}


@pytest.mark.parametrize("seed", range(12))
def test_levels_are_never_summed_and_codes_never_computed_with(seed: int) -> None:
    for task in asked(derived(policy_of(seed=seed))):
        for proof in task.gold_evidence:
            query = proof.query if isinstance(proof, TableEvidence) else ""
            assert 'SUM("damage_share")' not in query
            assert "shipment_id" not in query.split("FROM")[0] or "measured" in query


def test_percent_is_asked_for_in_percent() -> None:
    seeds = (policy_of(seed=seed) for seed in range(12))
    tasks = [task for policy in seeds for task in asked(derived(policy))]
    shares = [task for task in tasks if "damage share" in task.question and task.answer_unit]
    assert shares
    for task in shares:
        assert "in percent" in task.question
        assert is_number(str(task.gold_answer))
        assert 0.1 <= float(str(task.gold_answer)) <= 4.0  # 0.001 to 0.040 as percent


def test_the_quota_holds_and_0_means_none() -> None:
    assert len(asked(derived(policy_of(max_table_figures=2, max_absent=0)))) == 2
    none = derived(policy_of(max_table_figures=0, max_absent=0))
    assert asked(none) == []


def test_a_table_that_its_file_does_not_single_out_is_not_asked_about() -> None:
    record, data = shipments()
    second = record.model_copy(update={"id": f"{record.id}__2", "block": 2})
    policy = policy_of(max_absent=0)
    assert asked(derived(policy, (record, data))) != []
    assert asked(derived(policy, (record, data), (second, data))) == []


def test_gaps_keep_a_column_out() -> None:
    rows: dict[str, list[object]] = {
        "region": ["a", "b"] * 20,
        "weight": [None, *(float(v) for v in range(39))],
    }
    assert all(
        "weight" not in task.question for task in asked(derived(None, table("gaps.csv", rows)))
    )


def test_with_rubrics_tables_do_not_speak_for_themselves() -> None:
    task, surfaces = world(["Is the report clear?"], [shipments()])
    found = derive_candidates([task], surfaces, RUBRICS_ALONE)
    assert [item.derivation for item in found.candidates] == [Derivation.REQUIRED_INPUTS]
