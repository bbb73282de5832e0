"""The surfaces of the handed workspaces: nine real tasks, and metadata whose files are absent."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.fixtures.project import Projected, project_workspace
from tests.shared_files import shared
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.worksurface.surfaces.coverage import (
    check_exclusive,
    missing_entries,
    unaccounted_artifacts,
)
from worksurface_pipeline.worksurface.surfaces.graph_view import GraphView
from worksurface_pipeline.worksurface.surfaces.mention_edges import evidence_faults


@pytest.fixture(scope="module")
def real() -> dict[str, Projected]:
    return project_workspace(shared("workspaces"))


@pytest.fixture(scope="module")
def metadata_only() -> dict[str, Projected]:
    return project_workspace(shared("lite_metadata"))


def test_the_ledger_accounts_for_each_real_file(real: dict[str, Projected]) -> None:
    files = [e for part in real.values() for e in part.ledger.entries if not e.part]
    assert len(files) == 74
    assert [entry.filename for entry in files if entry.failure is not None] == []
    for part in real.values():
        assert missing_entries(part.ledger) == ()
        assert unaccounted_artifacts(part.ledger, part.documents, part.tables) == ()
        assert check_exclusive(part.documents, part.tables) == ()


def test_real_texts_mention_real_files(real: dict[str, Projected]) -> None:
    view = GraphView(real["researcher"].graph)
    assert view.targets("t9009::readme.md", "mentions") == (
        "t9009::grad-students.csv",
        "t9009::majors-list.csv",
        "t9009::recent-grads.csv",
        "t9009::women-stem.csv",
    )
    assert view.targets("t9007::README (1).md", "version_of") == ()


def test_a_file_of_two_personas_is_linked_from_both(real: dict[str, Projected]) -> None:
    ends = {"t9012::project_tasks.csv", "t9013::project_tasks.csv"}
    for persona in ("backend_developer", "product_manager"):
        edges = [e for e in real[persona].graph.edges if e.relation == "shared_artifact"]
        assert [{edge.source, edge.target} for edge in edges] == [ends]


def test_absent_files_are_failures_and_the_graph_builds(
    metadata_only: dict[str, Projected],
) -> None:
    assert len(metadata_only) == 5
    entries = [e for part in metadata_only.values() for e in part.ledger.entries if not e.part]
    reasons = Counter(entry.failure.reason for entry in entries if entry.failure)
    assert len(entries) == 760
    assert reasons == {FailureReason.ABSENT: 755}
    relations = Counter(e.relation for part in metadata_only.values() for e in part.graph.edges)
    assert relations["task_requires_file"] == 760
    assert relations["supports_output"] + relations["depends_on"] > 700


def test_required_inputs_agree_with_the_sound_published_gold(
    metadata_only: dict[str, Projected],
) -> None:
    """Where the published list is sound it is ours; the two faulty ones count an output too."""
    views = [GraphView(part.graph) for part in metadata_only.values()]
    agreeing = {}
    for task, node, gold in _published_inputs():
        found = {
            target.partition("::")[2]
            for view in views
            for target in view.targets(node, "task_requires_file")
        }
        agreeing[task] = found == gold
    assert {task for task, verdict in _verdicts().items() if task in agreeing} == set(agreeing)
    sound = {task: _verdicts()[task] == "sound" for task in agreeing}
    assert agreeing == sound
    assert Counter(sound.values()) == {True: 6, False: 2}


def test_each_real_mention_quotes_the_sentence_that_names_the_file(
    real: dict[str, Projected],
) -> None:
    edges = [e for part in real.values() for e in part.graph.edges if e.relation == "mentions"]
    documents = [item for part in real.values() for item in part.documents.documents]
    assert len(edges) == 14
    assert evidence_faults(edges, documents) == ()
    found = {edge.target.partition("::")[2]: edge.evidence[0] for edge in edges}
    assert {name: item.found for name, item in found.items()} == {name: name for name in found}
    assert found["masculinity-survey.pdf"].text == (
        "`masculinity-survey.pdf` contains the questions corresponding to the colums in "
        "the raw responses file."
    )


def test_generic_columns_link_no_real_tables(real: dict[str, Projected]) -> None:
    """Twenty-four sheets of one workbook have `Code` and `Description`; they are not alike."""
    edges = [
        edge
        for part in real.values()
        for edge in part.graph.edges
        if edge.relation == "schema_overlap"
    ]
    assert 0 < len(edges) < 20
    assert not {"code", "description"} & {name for edge in edges for name in edge.columns}


def test_oddities_of_the_public_metadata_are_reported(
    metadata_only: dict[str, Projected],
) -> None:
    reports = [item for part in metadata_only.values() for item in part.graph.reports]
    assert Counter(item.kind for item in reports) == {
        "reversed": 20,
        "duplicate": 9,
        "input_and_output": 4,
        "two_way": 4,
        "cycle": 3,
        "dangling": 1,
    }
    cycles = {item.task_id: len(item.nodes) for item in reports if item.kind == "cycle"}
    assert cycles == {"357": 4, "44": 3, "53": 3}


def _published_inputs() -> Iterator[tuple[str, str, set[str]]]:
    for line in shared("gold_cases/tasks.jsonl").read_text(encoding="utf-8").splitlines():
        task = json.loads(line)
        for item in task["gold_evidence"]:
            query = item.get("graph_query", {})
            if query.get("relation") == "task_requires_file":
                yield task["id"], query["node"], set(item["verified_complete_set"])


def _verdicts() -> dict[str, str]:
    with shared("gold_cases/EXPECT.csv").open(encoding="utf-8", newline="") as stream:
        return {row["id"]: row["verdict"] for row in csv.DictReader(stream)}
