"""Questions on lineage: each family's gold, its refusals, and faults that replay must name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.unit.tasks.builders import PERSONA, source_task
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import (
    DependencyEdge,
    EndKind,
    SharedContent,
    SourceTask,
)
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    GraphPathEvidence,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, Surfaces, TableSet
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

FILES = ("plan_v1.md", "plan_v2.md", "runs.csv", "fit.py", "note.pdf")
SHARED = (
    SharedContent(sha256="a" * 64, members=("t7::runs.csv", "t8::runs.csv"), personas=(PERSONA,)),
)


def edge(start: str, end: str, flags: tuple[str, ...] = ()) -> DependencyEdge:
    """An edge between two inputs, or from an input to the output."""
    kind = EndKind.OUTPUT if end == "report.md" else EndKind.INPUT
    return DependencyEdge(
        written_from=start,
        written_to=end,
        from_name=start,
        to_name=end,
        from_kind=EndKind.INPUT,
        to_kind=kind,
        flags=flags,
    )


EDGES = (
    edge("plan_v2.md", "report.md"),
    edge("fit.py", "report.md"),
    edge("runs.csv", "fit.py"),
)


def world(
    edges: Sequence[DependencyEdge] = EDGES, files: Sequence[str] = FILES
) -> tuple[list[SourceTask], Surfaces]:
    """Two source tasks that share a file; the first has the lineage."""
    task = source_task([], files).model_copy(update={"edges": tuple(edges)})
    tasks = [task, source_task([], ["runs.csv"], task_id="8")]
    graph = build_graph(tasks, DocumentSet(), TableSet(), SHARED)
    return tasks, Surfaces(PERSONA, DocumentSet(), TableSet(), graph)


def derived(
    edges: Sequence[DependencyEdge] = EDGES, files: Sequence[str] = FILES, seed: int = 1
) -> tuple[CandidateSet, Surfaces]:
    """Candidates of the world."""
    tasks, surfaces = world(edges, files)
    return derive_candidates(tasks, surfaces, DerivationPolicy(seed=seed)), surfaces


def of(found: CandidateSet, family: Derivation, task_id: str = "7") -> AtomicTask:
    """The one candidate of a family."""
    (task,) = (
        item
        for item in found.candidates
        if item.derivation is family and item.source.task_id == task_id
    )
    return task


GOLDS = [
    (Derivation.REQUIRED_INPUTS, tuple(sorted(FILES))),
    (Derivation.OUTPUT_FILES, ("report.md",)),
    (Derivation.OUTPUT_INPUTS, ("fit.py", "plan_v2.md")),
    (Derivation.DEPENDENTS, ("fit.py",)),
    (Derivation.LINEAGE_END, "report.md"),
    (Derivation.SHARED_TASKS, ("8",)),
    (Derivation.FILE_COUNTS, "5; 2"),
]


@pytest.mark.parametrize(("family", "gold"), GOLDS, ids=[str(item[0]) for item in GOLDS])
def test_a_family_has_its_gold_and_a_proof_that_replays(
    family: Derivation, gold: str | tuple[str, ...]
) -> None:
    found, surfaces = derived()
    task = of(found, family)
    golds = {gold, "runs.csv"} if family is Derivation.LINEAGE_END else {gold}
    assert task.gold_answer in golds
    assert task.required_surfaces == task.required_sealed == (Surface.GRAPH,)
    refused = verify_tasks(found, surfaces).refusals
    assert [item for item in refused if item.candidate == task.id] == []


@pytest.mark.parametrize("seed", range(6))
def test_a_version_question_asks_for_the_other_one(seed: int) -> None:
    found, _ = derived(seed=seed)
    task = of(found, Derivation.VERSION)
    assert {str(task.gold_answer)} == {"plan_v1.md", "plan_v2.md"} - {
        name for name in FILES if name in task.question
    }
    assert task.answer_type is AnswerType.STRING


def test_counts_are_those_of_the_lists() -> None:
    found, _ = derived()
    listed = len(tuple(of(found, Derivation.REQUIRED_INPUTS).gold_answer))  # type: ignore[arg-type]
    direct = len(tuple(of(found, Derivation.OUTPUT_INPUTS).gold_answer))  # type: ignore[arg-type]
    assert of(found, Derivation.FILE_COUNTS).gold_answer == f"{listed}; {direct}"


REFUSED = [
    (
        "all inputs",
        tuple(edge(name, "report.md") for name in FILES),
        Derivation.OUTPUT_INPUTS,
        "the question for all inputs again",
    ),
    (
        "reversed",
        (edge("plan_v2.md", "report.md", ("reversed",)),),
        Derivation.OUTPUT_INPUTS,
        "clear origin",
    ),
    ("only the output", EDGES[:2], Derivation.DEPENDENTS, "other files than the outputs"),
    ("one step", EDGES[:2], Derivation.LINEAGE_END, "two steps"),
    (
        "a circle",
        (edge("runs.csv", "fit.py"), edge("fit.py", "runs.csv")),
        Derivation.LINEAGE_END,
        "two steps",
    ),
]


@pytest.mark.parametrize(
    ("edges", "family", "reason"), [item[1:] for item in REFUSED], ids=[i[0] for i in REFUSED]
)
def test_what_is_no_clear_question_is_refused_with_its_reason(
    edges: tuple[DependencyEdge, ...], family: Derivation, reason: str
) -> None:
    found, _ = derived(edges)
    assert not [
        item
        for item in found.candidates
        if item.derivation is family and item.source.task_id == "7"
    ]
    assert any(
        item.derivation is family and item.candidate.startswith("7 ") and reason in item.reason
        for item in found.refusals
    )


def test_files_without_versions_give_no_version_question() -> None:
    found, _ = derived(files=("plan_1.md", "plan_2.md", "runs.csv", "fit.py"))
    assert not [item for item in found.candidates if item.derivation is Derivation.VERSION]


def changed(task: AtomicTask, **update: object) -> AtomicTask:
    """The task with one proof changed."""
    (first, *others) = task.gold_evidence
    proofs = (first.model_copy(update=update), *others)
    return task.model_copy(update={"gold_evidence": proofs})


FAULTS = [
    ("incomplete set", Derivation.OUTPUT_INPUTS, {"verified_complete_set": ("t7::fit.py",)}),
    ("other direction", Derivation.OUTPUT_INPUTS, {"direction": "out"}),
    ("no such edge", Derivation.VERSION, {"graph_path": ("t7::fit.py", "version_of", "t7::x")}),
    (
        "chain cut short",
        Derivation.LINEAGE_END,
        {"graph_path": ("t7::runs.csv", "depends_on", "t7::fit.py")},
    ),
    ("wrong count", Derivation.FILE_COUNTS, {"suffix": ".csv"}),
    ("missing holder", Derivation.SHARED_TASKS, {"verified_complete_set": ()}),
]


@pytest.mark.parametrize(
    ("family", "update"), [item[1:] for item in FAULTS], ids=[item[0] for item in FAULTS]
)
def test_a_changed_proof_is_refused(family: Derivation, update: dict[str, object]) -> None:
    found, surfaces = derived()
    broken = changed(of(found, family), **update)
    verified = verify_tasks(CandidateSet(candidates=(broken,)), surfaces)
    assert verified.tasks == ()
    assert verified.refusals[0].candidate == broken.id


def test_a_count_that_contradicts_its_list_is_refused() -> None:
    found, surfaces = derived()
    task = of(found, Derivation.FILE_COUNTS).model_copy(update={"gold_answer": "6; 2"})
    verified = verify_tasks(CandidateSet(candidates=(task,)), surfaces)
    assert "not the number of files" in verified.refusals[0].reason


def test_no_question_on_lineage_names_a_surface_or_its_answer() -> None:
    words = ("graph", "node", "edge", "table", "document", "database")
    for seed in range(8):
        found, _ = derived(seed=seed)
        for task in found.candidates:
            assert not any(word in task.question.lower() for word in words)
            items = [item for item in task.gold_evidence if isinstance(item, GraphPathEvidence)]
            assert not items or str(task.gold_answer) not in task.question
            assert all(
                isinstance(item, (GraphPathEvidence, GraphSetEvidence))
                for item in task.gold_evidence
            )


def test_phrasings_vary_with_the_seed() -> None:
    asked = {of(derived(seed=seed)[0], Derivation.OUTPUT_FILES).question for seed in range(20)}
    assert len(asked) > 2
