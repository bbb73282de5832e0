"""Required inputs, composites, abstain tasks, questions, and the whole of derivation."""

from __future__ import annotations

import re

import pytest

from tests.unit.tasks.builders import (
    RUBRICS_ALONE,
    document,
    policy_of,
    shipments,
    source_task,
    surfaces_of,
    table,
    world,
)
from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, Surface
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, AtomicTask, Derivation
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

RUBRICS = (
    "Is the average weight of South shipments given as 29.5 kg?",
    "Are 24 shipments sent to the North region?",
    "Is the total weight given as 820.0 kg?",
    "Is the humidity limit of 55% quoted?",
)
RULES = "# Storage\n\nRelative humidity stays below 55%.\n"
SURFACE_WORDS = re.compile(
    r"\b(?:table|sql|query|graph|node|edge|document search|passage|kb|database|view)\b", re.I
)


def small_world() -> tuple[list[AtomicTask], Surfaces]:
    task, surfaces = world(RUBRICS, [shipments()], [document("rules.md", RULES)])
    found = derive_candidates([task], surfaces, RUBRICS_ALONE)
    return list(found.candidates), surfaces


def of(tasks: list[AtomicTask], derivation: Derivation) -> list[AtomicTask]:
    return [task for task in tasks if task.derivation is derivation]


def test_required_inputs_are_the_manifest_whole() -> None:
    task = source_task([], ["b.csv", "a.md", "c.pdf"])
    absent = [
        file.model_copy(update={"status": FileStatus.ABSENT, "sha256": None}) for file in task.files
    ]
    task = task.model_copy(update={"files": tuple(absent)})
    found = derive_candidates([task], surfaces_of([task]), RUBRICS_ALONE)
    (only,) = found.candidates
    assert only.gold_answer == ("a.md", "b.csv", "c.pdf")
    assert only.answer_type is AnswerType.LIST
    assert only.required_surfaces == (Surface.GRAPH,)
    assert "report.md" not in str(only.gold_answer)


def test_a_graph_that_disagrees_with_the_manifest_is_refused() -> None:
    task = source_task([], ["a.md"])
    surfaces = surfaces_of([task])
    extra = GraphEdge(
        source="task_7",
        target="t7::out::report.md",
        relation="task_requires_file",
        origin="program",
        reason="an output taken for an input",
    )
    graph = GraphSet(nodes=surfaces.graph.nodes, edges=(*surfaces.graph.edges, extra))
    broken = Surfaces(surfaces.persona, surfaces.documents, surfaces.tables, graph)
    found = derive_candidates([task], broken, RUBRICS_ALONE)
    assert found.candidates == ()
    assert "different input files" in found.refusals[0].reason


def test_a_source_task_without_inputs_yields_a_refusal() -> None:
    task = source_task([], [])
    found = derive_candidates([task], surfaces_of([task]), RUBRICS_ALONE)
    assert [item.derivation for item in found.refusals] == [Derivation.REQUIRED_INPUTS]


def test_a_composite_needs_document_and_sheet() -> None:
    tasks, _ = small_world()
    composites = of(tasks, Derivation.AGGREGATE_AND_DOCUMENT)
    assert composites
    for task in composites:
        assert task.required_surfaces == (Surface.RAG, Surface.TABLE)
        first, second = str(task.gold_answer).split("; ")
        assert first == "55"
        assert second in {"29.5", "24", "820.0"}
        assert {item.surface for item in task.gold_evidence} == {"rag", "table"}


def test_an_abstain_task_asks_for_what_exists_nowhere() -> None:
    tasks, surfaces = small_world()
    absent = of(tasks, Derivation.ABSENT_TARGET)
    assert absent
    for task in absent:
        (item,) = task.gold_evidence
        assert isinstance(item, AbsenceEvidence)
        assert task.gold_answer == "INSUFFICIENT_EVIDENCE"
        assert all(term in task.question for term in item.terms)
        everything = " ".join(doc.text for doc in surfaces.documents.documents)
        assert not any(word in everything for term in item.terms for word in term.split())


def test_terms_that_stand_anywhere_in_the_scope_are_not_used() -> None:
    words = (
        "overtime premium carbon offset parking allowance insurance deductible royalty demurrage"
        " breakage tuition subsidy moisture viscosity commuting mileage catering surcharge"
    )
    task, surfaces = world(
        ["Is the total weight given as 820.0 kg?"], [shipments()], [document("words.md", words)]
    )
    found = derive_candidates([task], surfaces, RUBRICS_ALONE)
    terms = [
        term
        for item in found.candidates
        for evidence in item.gold_evidence
        if isinstance(evidence, AbsenceEvidence)
        for term in evidence.terms
    ]
    assert not any(word in words for term in terms for word in term.split())


def test_questions_name_no_surface_and_hold_no_answer() -> None:
    tasks, _ = small_world()
    for task in tasks:
        assert not SURFACE_WORDS.search(task.question), task.question
        assert task.question.count("Task 7") == 1
        if isinstance(task.gold_answer, (int, float)):
            assert f" {task.gold_answer} " not in task.question


def test_under_sealed_a_named_file_needs_the_lineage() -> None:
    tasks, _ = small_world()
    assert all(Surface.GRAPH in task.required_sealed for task in tasks)
    assert all(set(task.required_surfaces) <= set(task.required_sealed) for task in tasks)


def test_derivation_does_not_depend_on_order() -> None:
    tables = [shipments(), table("carriers.csv", {"carrier": ["A", "B"], "vans": [1, 2]})]
    documents = [document("rules.md", RULES), document("other.md", "Nothing to see.")]
    task, surfaces = world(RUBRICS, tables, documents)
    turned = surfaces_of([task], tables[::-1], documents[::-1])
    policy = RUBRICS_ALONE
    one, other = (derive_candidates([task], item, policy) for item in (surfaces, turned))
    assert dict(one.to_files()) == dict(other.to_files())
    assert CandidateSet.from_files(dict(one.to_files()).__getitem__) == one


def test_another_seed_asks_in_other_words_with_the_same_gold() -> None:
    task, surfaces = world(RUBRICS, [shipments()])
    one, other = (
        derive_candidates([task], surfaces, policy_of(seed=seed, max_absent=0)) for seed in (1, 2)
    )
    assert {item.id for item in one.candidates} != {item.id for item in other.candidates}
    assert sorted(str(item.gold_answer) for item in one.candidates) == sorted(
        str(item.gold_answer) for item in other.candidates
    )


def test_quotas_limit_each_source_task() -> None:
    task, surfaces = world(RUBRICS, [shipments()], [document("rules.md", RULES)])
    policy = policy_of(
        max_table_figures=1,
        max_document_figures=0,
        max_document_only=0,
        max_composites=0,
        max_absent=0,
    )
    found = derive_candidates([task], surfaces, policy)
    assert len(found.candidates) == 2
    left_out = [figure for figure in found.figures if figure.reason.startswith("over the quota")]
    assert len(left_out) == 3


def test_two_equal_source_tasks_are_told_apart_or_refused() -> None:
    task, surfaces = world(RUBRICS[:1], [shipments()])
    with pytest.raises(DuplicateIdError):
        derive_candidates([task, task], surfaces, RUBRICS_ALONE)


def test_the_form_of_an_abstain_task_gives_nothing_away() -> None:
    """Its public type is the original's, and so are its ending and its unit."""
    tasks, _ = small_world()
    made = of(tasks, Derivation.ABSENT_TARGET)
    assert made
    assert {task.public().answer_type for task in made} == {AnswerType.NUMBER}
    means = [task for task in made if " average " in task.question or " mean " in task.question]
    assert all("rounded to" in task.question for task in means)


def test_inputs_are_asked_for_as_what_is_handed_out() -> None:
    asked = set()
    for seed in range(40):
        task = source_task([], ["a.md"])
        found = derive_candidates([task], surfaces_of([task]), policy_of(seed=seed))
        asked.add(found.candidates[0].question)
    assert len(asked) >= 4
    assert not any(re.search(r"\b(?:need|needs|require|requires|depend)", item) for item in asked)


def test_a_composite_never_holds_one_of_its_answers() -> None:
    rules = document("rules.md", "# Load\n\nThe storage limit is 24 crates.\n")
    rubrics = (
        "Are 24 shipments sent to the North region?",
        "Is the storage limit of 24 crates set?",
    )
    task, surfaces = world(rubrics, [shipments()], [rules])
    found = derive_candidates([task], surfaces, policy_of(max_absent=0))
    assert all("24" not in item.question for item in found.candidates)
