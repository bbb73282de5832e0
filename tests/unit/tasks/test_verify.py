"""Verification refuses by name what is damaged, and passes what stands."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

from tests.unit.tasks.builders import RUBRICS_ALONE, document, policy_of, shipments, world
from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableData,
    TableSet,
)
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.replay import open_replayer
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.verify import (
    gold_as_prediction,
    proof_problems,
    verify_tasks,
)

RUBRICS = (
    "Are 24 shipments sent to the North region?",
    "Is the average weight of South shipments given as 29.5 kg?",
    "Is the humidity limit of 55% quoted?",
)
RULES = "# Storage\n\nRelative humidity stays below 55%.\n"


@pytest.fixture(scope="module")
def made() -> tuple[CandidateSet, Surfaces]:
    task, surfaces = world(RUBRICS, [shipments()], [document("rules.md", RULES)])
    return derive_candidates([task], surfaces, RUBRICS_ALONE), surfaces


def problems(candidates: CandidateSet, surfaces: Surfaces) -> dict[Derivation, str]:
    found: dict[Derivation, str] = {}
    with open_replayer(surfaces) as replayer:
        for task in candidates.candidates:
            sentences = "; ".join(proof_problems(task, replayer))
            found[task.derivation] = found.get(task.derivation, "") + sentences
    return found


def changed(candidates: CandidateSet, **update: object) -> CandidateSet:
    """One task of a family with other fields."""
    task = next(
        item for item in candidates.candidates if item.derivation is Derivation.FILTERED_COUNT
    )
    other = AtomicTask.model_validate({**task.model_dump(), **update})
    return CandidateSet(candidates=(other,))


def test_everything_that_was_derived_stands(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    verified = verify_tasks(candidates, surfaces)
    assert verified.tasks == candidates.candidates
    assert score_gold(verified.tasks, predict=gold_as_prediction) == ()


def test_a_damaged_table_is_named(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    (name,) = surfaces.tables.data
    data = surfaces.tables.data[name]
    frame = data.frame.with_columns(region=pl.lit("North"))
    tables = TableSet(
        surfaces.tables.records, {name: TableData(frame, data.texts, data.row_numbers)}
    )
    found = problems(candidates, replace(surfaces, tables=tables))
    assert "shipments.csv" in found[Derivation.FILTERED_COUNT]
    assert "instead of" in found[Derivation.FILTERED_COUNT]
    assert found[Derivation.DOCUMENT_FIGURE] == ""


def test_a_missing_table_is_named(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    found = problems(candidates, replace(surfaces, tables=TableSet()))
    assert "t7__shipments does not exist" in found[Derivation.FILTERED_COUNT]


def test_a_changed_document_is_named(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    text = RULES.replace("55%", "65%")
    page = surfaces.documents.documents[0].model_copy(update={"text": text})
    found = problems(candidates, replace(surfaces, documents=DocumentSet(documents=(page,))))
    assert "t7__rules.md" in found[Derivation.DOCUMENT_FIGURE]
    assert found[Derivation.FILTERED_COUNT] == ""


def test_a_lost_edge_is_named(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    edges = [edge for edge in surfaces.graph.edges if not edge.target.endswith("rules.md")]
    graph = GraphSet(nodes=surfaces.graph.nodes, edges=tuple(edges))
    found = problems(candidates, replace(surfaces, graph=graph))
    assert "t7::rules.md" in found[Derivation.REQUIRED_INPUTS]


def test_a_term_that_appears_ends_the_absence(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    task = next(
        item for item in candidates.candidates if item.derivation is Derivation.ABSENT_TARGET
    )
    term = task.gold_evidence[0].model_dump()["terms"][0]
    page = document("news.md", f"The {term} was agreed.")
    pages = DocumentSet(documents=(*surfaces.documents.documents, page))
    found = problems(candidates, replace(surfaces, documents=pages))
    assert term in found[Derivation.ABSENT_TARGET]


@pytest.mark.parametrize(
    ("update", "problem"),
    [
        ({"gold_answer": 25}, "is not the result"),
        ({"question": "For Task 7, are there 24 in shipments.csv?"}, "answer stands"),
        ({"question": "For Task 24, how many stand in shipments.csv?"}, "answer stands"),
        ({"question": "For Task 7, how many go north?"}, "does not name shipments.csv"),
        ({"gold_evidence": ()}, "proof"),
    ],
    ids=["gold", "leak", "number of the task", "no file", "no proof"],
)
def test_a_faulty_task_is_refused_by_name(
    made: tuple[CandidateSet, Surfaces], update: dict[str, object], problem: str
) -> None:
    candidates, surfaces = made
    faulty = changed(candidates, **update)
    verified = verify_tasks(faulty, surfaces)
    assert verified.tasks == ()
    assert problem in verified.refusals[0].reason
    assert "Task 7" in verified.refusals[0].reason


def test_a_query_that_is_no_select_is_refused(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    faulty = changed(candidates)
    item = faulty.candidates[0].gold_evidence[0].model_copy(update={"query": "SHOW TABLES"})
    task = faulty.candidates[0].model_copy(update={"gold_evidence": (item,)})
    verified = verify_tasks(CandidateSet(candidates=(task,)), surfaces)
    assert "the query on t7__shipments fails" in verified.refusals[0].reason


def test_a_span_inside_a_longer_number_is_refused() -> None:
    task, surfaces = world(RUBRICS[2:], [], [document("rules.md", RULES)])
    found = derive_candidates([task], surfaces, policy_of(max_absent=0))
    figure = next(
        item for item in found.candidates if item.derivation is Derivation.DOCUMENT_FIGURE
    )
    start = RULES.index("55")
    item = figure.gold_evidence[0].model_copy(
        update={"span": "5", "start": start, "end": start + 1}
    )
    broken = figure.model_copy(update={"gold_evidence": (item,), "gold_answer": 5})
    verified = verify_tasks(CandidateSet(candidates=(broken,)), surfaces)
    assert "inside a longer" in verified.refusals[0].reason


def test_two_candidates_of_one_id_stop_the_build(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, surfaces = made
    first = candidates.candidates[0]
    with pytest.raises(DuplicateIdError, match=first.id):
        verify_tasks(CandidateSet(candidates=(first, first)), surfaces)


def test_gold_as_prediction_is_json(made: tuple[CandidateSet, Surfaces]) -> None:
    candidates, _ = made
    for task in candidates.candidates:
        value = json.loads(gold_as_prediction(task))
        assert (tuple(value) if isinstance(value, list) else value) == task.gold_answer
