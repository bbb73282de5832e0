"""Figures of rubrics against a view whose every value is known by construction."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import policy_of, shipments, table, world
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, TableEvidence
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

ALONE = policy_of(max_absent=0, max_composites=0, max_document_only=0)


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
            "Is the damage share of shipment 00017 given as 1.7%?",
            "cell_lookup",
            1.7,
            ("damage_share", "shipment_id"),
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


def test_to_add_up_to_a_figure_says_a_sum_and_sets_no_limit() -> None:
    for verb in ("add up to", "adds up to", "sum up to"):
        found = derive(f"Do the weights of North shipments {verb} 300.0 kg?")
        assert [item.gold_answer for item in tables_of(found)] == [300.0], verb


def test_a_negative_number_behind_its_column_is_a_condition() -> None:
    probes = table(
        "probes.csv",
        {
            "probe_id": [f"{i:03d}" for i in range(30)],
            "setpoint_c": [-20, 0, 20] * 10,
            "error_c": [i / 100 for i in range(30)],
        },
    )
    rubric = "Is the average error at the setpoint of -20 degrees given as 0.135 degrees?"
    task, surfaces = world([rubric], [probes])
    found = derive_candidates([task], surfaces, ALONE)
    (only,) = tables_of(found)
    assert proof(only).query.endswith('WHERE "setpoint_c" = -20')
    assert "-20 in the column “setpoint c”" in only.question
    reasons = {figure.figure: figure.reason for figure in found.figures}
    assert any("names something" in reason for reason in reasons.values())


def grants() -> object:
    """Thirty grants of three lanes, six of which are written NA."""
    lanes = (["North", "South", "NA", "East", "North"] * 6)[:30]
    return table(
        "grants.csv",
        {
            "grant_id": [f"{i:03d}" for i in range(30)],
            "lane": [None if lane == "NA" else lane for lane in lanes],
        },
        written={"lane": lanes},
    )


@pytest.mark.parametrize(
    ("rubric", "words"),
    [
        ("Are 3 different lanes named?", ", leaving out “NA”"),
        ("Is North named as the lane with most grants (12)?", ", leaving out “NA”"),
        (
            "Is the share of North lanes among all that responded given as 50.0%?",
            "any answer (other than “NA”) for lane",
        ),
    ],
    ids=["distinct", "first", "share"],
)
def test_what_a_reader_would_count_is_said_to_be_left_out(rubric: str, words: str) -> None:
    task, surfaces = world([rubric], [grants()])  # type: ignore[list-item]
    questions = [item.question for item in tables_of(derive_candidates([task], surfaces, ALONE))]
    assert any(words in question for question in questions), questions


def test_an_empty_cell_is_no_marker() -> None:
    lanes = table(
        "grants.csv",
        {"grant_id": [f"{i:03d}" for i in range(30)], "lane": ["A1", "B2", "C3", None, "C3"] * 6},
    )
    task, surfaces = world(["Are 3 different lanes named?"], [lanes])
    (only,) = tables_of(derive_candidates([task], surfaces, ALONE))
    assert "leaving out" not in only.question


def test_no_task_is_made_whose_answer_is_the_number_of_its_source_task() -> None:
    record = table("vans.csv", {"van": [f"V{i}" for i in range(36)], "base": list("ABCDEFGHI") * 4})
    task, surfaces = world(["Are 9 different bases named?"], [record])
    assert [item.gold_answer for item in tables_of(derive_candidates([task], surfaces, ALONE))] == [
        9
    ]
    nine = record[0].model_copy(update={"task_id": "9", "id": "t9__vans"})
    task, surfaces = world(["Are 9 different bases named?"], [(nine, record[1])], task_id="9")
    found = derive_candidates([task], surfaces, ALONE)
    assert tables_of(found) == []
    assert "would stand in the question" in found.figures[0].reason
