"""Faults seen in published gold, rebuilt in small: none of them becomes a task here."""

from __future__ import annotations

import csv
import json

import pytest

from tests.shared_files import shared
from tests.unit.tasks.builders import (
    document,
    policy_of,
    shipments,
    source_task,
    surfaces_of,
    table,
    world,
)
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

FEW = policy_of(max_absent=0, max_composites=0)


def golds(rubrics: list[str], *parts: object) -> list[object]:
    tables = [part for part in parts if isinstance(part, tuple)]
    documents = [part for part in parts if not isinstance(part, tuple)]
    task, surfaces = world(rubrics, tables, documents)  # type: ignore[arg-type]
    found = verify_tasks(derive_candidates([task], surfaces, FEW), surfaces)
    return [
        item.gold_answer
        for item in found.tasks
        if item.derivation is not Derivation.REQUIRED_INPUTS
    ]


def test_the_number_of_a_list_item_is_no_answer() -> None:
    text = "9. Check invoices of the company.\n10. Supervise unreasonable company expenses.\n"
    rubric = "Is the supervision of company expenses listed as 10?"
    assert golds([rubric], document("duties.txt", text, kind="text")) == []


def test_the_number_of_a_title_is_no_answer() -> None:
    text = "# Partnership Agreement - Partner 10\n\nBoth sides sign.\n"
    rubric = "Is the partnership agreement numbered 10?"
    assert golds([rubric], document("partner_agreement_10.md", text)) == []


def test_a_span_inside_a_longer_token_is_no_answer() -> None:
    text = "The order number reads PO1010-77 and the page is home_2.html.\n"
    rubrics = ["Is the order number given as 1010?", "Is the page number given as 2?"]
    assert golds(rubrics, document("po.md", text)) == []


def test_a_condition_that_matches_no_row_is_no_answer() -> None:
    assert 0 not in golds(
        ["Are 0 shipments negative?", "Are 0 lost shipments listed?"], shipments()
    )


def test_a_rate_is_never_summed() -> None:
    funnel = table(
        "funnel.csv",
        {"step": ["Launch", "View", "Buy"] * 12, "conversion_rate": [1.0, 0.4, 0.1] * 12},
    )
    assert golds(["Is the total conversion rate given as 18.0?"], funnel) != [18.0]


def test_an_average_over_one_cell_is_no_answer() -> None:
    deaths = table(
        "deaths.csv",
        {"cancer": ["lung", "liver", "skin"] * 10, "rate": [float(i) for i in range(30)]},
    )
    one = table("one.csv", {"cancer": ["lung"], "rate_2018": [48.49]})
    rubric = "Is the average lung cancer rate given as 48.49?"
    assert golds([rubric], deaths, one) == []


def test_outputs_never_count_among_the_required_inputs() -> None:
    task = source_task([], ["a.csv", "b.csv"])
    surfaces = surfaces_of([task])
    produced = GraphEdge(
        source="task_7",
        target="t7::out::report.md",
        relation="task_produces_output",
        origin="source",
        reason="an output",
    )
    graph = GraphSet(nodes=surfaces.graph.nodes, edges=(*surfaces.graph.edges, produced))
    both = Surfaces(surfaces.persona, surfaces.documents, surfaces.tables, graph)
    (item,) = derive_candidates([task], both, FEW).candidates
    assert item.gold_answer == ("a.csv", "b.csv")


@pytest.mark.parametrize(
    "question",
    ["In t7__plan_57.md, which value stands in plan.xlsx? plan_57.md", "Is it North in a.csv?"],
)
def test_an_answer_in_the_question_is_refused(question: str) -> None:
    task, surfaces = world(
        ["Is North named as the region with most shipments (24)?"], [shipments()]
    )
    found = derive_candidates([task], surfaces, FEW)
    first = next(item for item in found.candidates if item.derivation is Derivation.TOP_CATEGORY)
    leaking = AtomicTask.model_validate(
        {**first.model_dump(), "question": f"{question} North shipments.csv"}
    )
    candidates = found.model_copy(update={"candidates": (leaking,)})
    refused = verify_tasks(candidates, surfaces).refusals
    assert any("answer stands in the question" in item.reason for item in refused)


def test_published_lists_of_required_inputs_equal_the_manifests() -> None:
    expected = {
        row["id"]: row["verdict"]
        for row in csv.DictReader(
            shared("gold_cases/EXPECT.csv").read_text(encoding="utf-8").splitlines()
        )
    }
    lines = shared("gold_cases/tasks.jsonl").read_text(encoding="utf-8").splitlines()
    checked = 0
    for record in map(json.loads, lines):
        is_list = record["answer_type"] == "list" and record["required_surfaces"] == ["graph"]
        if not is_list or expected[record["id"]] != "sound":
            continue
        metadata = json.loads(
            shared(f"lite_metadata/{record['source_task_id']}/metadata.json").read_text("utf-8")
        )
        names = [entry["filename"] for entry in metadata["data_manifest"]]
        task = source_task([], names)
        (item,) = derive_candidates([task], surfaces_of([task]), FEW).candidates
        assert list(item.gold_answer) == sorted(record["gold_answer"])  # type: ignore[arg-type]
        checked += 1
    assert checked >= 4
