"""Links that have to be followed: another file fits the question, and three surfaces are needed."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import document, shipments, source_task, surfaces_of, table
from worksurface_pipeline.worksurface.schema.source import DependencyEdge, EndKind
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    GraphPathEvidence,
    Scalar,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.contested import differs, hidden
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.links import Link
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

POLICY = DerivationPolicy(max_absent=0)
DEPOT = "# Depot\n\nA lorry waits 48 minutes at the Brakke gate on average.\n"
BINS = table("stock.csv", {"bin": [f"D{n}" for n in range(31)], "units": list(range(31))})


def derived(*, has_rival: bool) -> tuple[dict[Derivation, list[AtomicTask]], Surfaces]:
    """Verified tasks where depot.md leads to shipments.csv; stock.csv is the other table."""
    names = ["depot.md", "shipments.csv", *(["stock.csv"] if has_rival else [])]
    link = DependencyEdge(
        written_from="depot.md",
        written_to="shipments.csv",
        from_name="depot.md",
        to_name="shipments.csv",
        from_kind=EndKind.INPUT,
        to_kind=EndKind.INPUT,
    )
    task = source_task([], names).model_copy(update={"edges": (link,)})
    tables = [shipments(), *([BINS] if has_rival else [])]
    surfaces = surfaces_of([task], tables, [document("depot.md", DEPOT)])
    found = verify_tasks(derive_candidates([task], surfaces, POLICY), surfaces)
    assert found.quarantined == ()
    by_family: dict[Derivation, list[AtomicTask]] = {}
    for item in found.tasks:
        by_family.setdefault(item.derivation, []).append(item)
    return by_family, surfaces


def test_a_pair_with_a_link_that_must_be_followed_needs_three_surfaces() -> None:
    found, _ = derived(has_rival=True)
    task = found[Derivation.LINKED_PAIR][0]
    assert task.required_surfaces == (Surface.RAG, Surface.TABLE, Surface.GRAPH)
    assert str(task.gold_answer).startswith("48; ")
    assert "the input file that is directly based on depot.md" in task.question
    assert "shipments.csv" not in task.question
    assert [item.surface for item in task.gold_evidence] == ["rag", "graph", "table"]


def test_without_another_fitting_file_there_is_no_such_pair() -> None:
    found, _ = derived(has_rival=False)
    assert Derivation.LINKED_TABLE in found
    assert Derivation.LINKED_PAIR not in found


BROKEN = [
    ("the linked file named", {"question": "Of depot.md and shipments.csv, how many?"}),
    ("the start not named", {"question": "First, the wait? Second, the rows?"}),
    ("another first figure", {"gold_answer": "47; 40"}),
    ("one figure alone", {"gold_answer": "48"}),
]


@pytest.mark.parametrize("update", [item[1] for item in BROKEN], ids=[item[0] for item in BROKEN])
def test_a_broken_pair_is_refused(update: dict[str, object]) -> None:
    found, surfaces = derived(has_rival=True)
    broken = found[Derivation.LINKED_PAIR][0].model_copy(update=update)
    assert verify_tasks(CandidateSet(candidates=(broken,)), surfaces).tasks == ()


def test_a_pair_whose_link_leads_elsewhere_is_refused() -> None:
    found, surfaces = derived(has_rival=True)
    task = found[Derivation.LINKED_PAIR][0]
    astray = GraphPathEvidence(graph_path=("t7::depot.md", "depends_on", "t7::stock.csv"))
    first, _, last = task.gold_evidence
    broken = task.model_copy(update={"gold_evidence": (first, astray, last)})
    refused = verify_tasks(CandidateSet(candidates=(broken,)), surfaces).refusals
    assert "the path ends in stock.csv" in refused[0].reason


LINEAGE = Link("the only CSV file that goes into r.md", "r.md", ("r", "^supports_output", "a"), "")
NAMED = Link("the latest version of a_v1.csv", "a_v1.csv", ("a", "^version_of", "b"))


def test_links_that_names_tell_are_taken_only_where_there_is_no_other() -> None:
    assert hidden([NAMED, LINEAGE]) == (LINEAGE,)
    assert hidden([NAMED]) == (NAMED,)


@pytest.mark.parametrize(
    ("kind", "filename", "fits"),
    [
        ("", "other.pdf", True),
        ("", "r.md", False),
        ("CSV file", "other.csv", True),
        ("CSV file", "other.pdf", False),
    ],
)
def test_a_file_fits_by_what_the_phrase_says_of_it(kind: str, filename: str, fits: bool) -> None:
    assert Link(LINEAGE.phrase, LINEAGE.start, LINEAGE.path, kind).fits(filename) is fits


@pytest.mark.parametrize(
    ("one", "other", "is_other"),
    [(40, 41, True), (400, 401, False), (400, 440, True), ("a", "b", True), (40, 40, False)],
)
def test_answers_differ_as_they_are_scored(one: Scalar, other: Scalar, is_other: bool) -> None:
    assert differs(one, other) is is_other
