"""Figures of rubrics against a view whose every value is known by construction."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import shipments, table, world
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, TableEvidence
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

ALONE = DerivationPolicy(max_absent=0, max_composites=0, max_document_only=0)


def derive(*rubrics: str, extra: tuple[object, ...] = ()) -> CandidateSet:
    task, surfaces = world(rubrics, [shipments(), *extra])  # type: ignore[list-item]
    return derive_candidates([task], surfaces, ALONE)


def tables_of(found: CandidateSet) -> list[AtomicTask]:
    return [task for task in found.candidates if task.derivation is not Derivation.REQUIRED_INPUTS]


def proof(task: AtomicTask) -> TableEvidence:
    item = task.gold_evidence[0]
    assert isinstance(item, TableEvidence)
    return item


@pytest.mark.parametrize(
    ("rubric", "derivation", "gold", "columns"),
    [
        ("Does it cover 40 shipments?", "row_count", 40, ()),
        ("Are 24 shipments sent to the North region?", "filtered_count", 24, ("region",)),
        ("Are 9 of the 40 shipments reported late?", "filtered_count", 9, ("status",)),
        ("Is the total weight given as 820.0 kg?", "column_aggregate", 820.0, ("weight_kg",)),
        (
            "Is the average weight of South shipments given as 29.5 kg?",
            "filtered_aggregate",
            29.5,
            ("region", "weight_kg"),
        ),
        ("Is the highest weight given as 40.0 kg?", "column_aggregate", 40.0, ("weight_kg",)),
        ("Is the share of late shipments given as 22.5%?", "share", 22.5, ("status",)),
        ("Is the share of insured shipments given as 20.0%?", "share", 20.0, ("insured",)),
        ("Are 3 different regions named?", "distinct_count", 3, ("region",)),
        (
            "Is the average damage share given as 2.1%?",
            "column_aggregate",
            2.05,
            ("damage_share",),
        ),
        (
            "Is the weight of shipment 00017 given as 17.0 kg?",
            "cell_lookup",
            17.0,
            ("shipment_id", "weight_kg"),
        ),
    ],
)
def test_a_figure_is_recovered_by_the_columns_that_the_rubric_names(
    rubric: str, derivation: str, gold: float, columns: tuple[str, ...]
) -> None:
    tasks = [item for item in tables_of(derive(rubric)) if item.gold_answer == gold]
    assert [item.derivation.value for item in tasks] == [derivation]
    assert proof(tasks[0]).columns == columns


@pytest.mark.parametrize(
    "rubric",
    [
        "Does it cover 41 shipments?",
        "Are 24 pallets sent by sea?",
        "Are 10 warehouses listed?",
        "Is the average price given as 20.5 euros?",
        "Is the share of lost shipments given as 22.5%?",
        "Does it recommend no more than 3 regions?",
        "Is the goal of 40 shipments mentioned?",
        "Are 24 East shipments reported?",
        "Is the total weight given as 820.0%?",
        "Is the maximum status late?",
    ],
    ids=[
        "other value",
        "other things",
        "no such noun",
        "no such column",
        "no such value",
        "a limit",
        "a goal",
        "another value of the column",
        "another unit",
        "no figure",
    ],
)
def test_a_value_that_is_met_by_other_words_is_no_recovery(rubric: str) -> None:
    assert tables_of(derive(rubric)) == []


def test_a_condition_that_keeps_every_row_is_vacuous() -> None:
    record = table("mails.csv", {"mail_id": [f"{i:03d}" for i in range(30)], "box": ["inbox"] * 30})
    task, surfaces = world(["Are all 30 of the 30 mails in the inbox?"], [record])
    found = derive_candidates([task], surfaces, ALONE)
    assert not [item for item in tables_of(found) if "inbox" in item.question]


def test_a_tie_at_the_top_is_refused() -> None:
    goods = table(
        "goods.csv",
        {"item_id": [f"{i:03d}" for i in range(30)], "shelf": ["A1", "B2", "C3"] * 10},
    )
    task, surfaces = world(["Is B2 named as the shelf with most items (10)?"], [goods])
    found = derive_candidates([task], surfaces, ALONE)
    assert not [item for item in found.candidates if item.derivation is Derivation.TOP_CATEGORY]


def test_the_first_of_its_kind_is_asked_by_name_and_by_count() -> None:
    found = derive("Is North named as the region with most shipments (24)?")
    golds = {(item.derivation.value, item.gold_answer) for item in tables_of(found)}
    assert golds == {("top_category", "North"), ("filtered_count", 24)}


def test_a_wrong_first_is_not_confirmed() -> None:
    found = derive("Is South named as the region with most shipments (10)?")
    assert not [item for item in tables_of(found) if item.derivation is Derivation.TOP_CATEGORY]


def test_two_copies_of_a_table_make_a_figure_ambiguous() -> None:
    copy = table("parcels.csv", {"shipment_id": [f"{i:05d}" for i in range(1, 41)]})
    found = derive("Does it cover 40 entries of shipment data?", extra=(copy,))
    twins = derive("Is the number of shipment ids given as 40?", extra=(copy,))
    assert len(tables_of(found)) + len(tables_of(twins)) <= 1


def test_numbers_kept_as_text_are_never_computed_with() -> None:
    weights = table(
        "weights.csv",
        {"parcel_id": [f"{i:03d}" for i in range(30)], "weight": [str(i) for i in range(30)]},
        types={"weight": ColumnType.INTEGER},
    )
    task, surfaces = world(["Is the total weight given as 435 kg?"], [weights])
    assert tables_of(derive_candidates([task], surfaces, ALONE)) == []


def test_columns_that_differ_in_case_alone_do_not_stop_derivation() -> None:
    doubled = table("doubled.csv", {"Weight": list(range(30)), "weight": list(range(1, 31))})
    task, surfaces = world(["Is the total weight given as 435?"], [doubled])
    golds = [item.gold_answer for item in tables_of(derive_candidates([task], surfaces, ALONE))]
    assert golds in ([], [435])


def test_a_list_is_recovered_together_and_a_change_beside_it() -> None:
    found = derive("Are the shipments split into 24 North, 10 South and 6 East?")
    assert sorted(item.gold_answer for item in tables_of(found)) == [6, 10, 24]


def test_every_figure_is_accounted_for() -> None:
    found = derive("Are 24 North shipments and 77 tugboats reported for 2023?")
    by_figure = {figure.figure: figure for figure in found.figures}
    assert set(by_figure) == {"24", "77", "2023"}
    assert by_figure["24"].task in {item.id for item in found.candidates}
    assert by_figure["77"].status == by_figure["2023"].status == "not_recovered"
    assert all(figure.reason for figure in found.figures if not figure.task)
