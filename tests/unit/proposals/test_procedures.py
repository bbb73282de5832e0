"""Procedures recur over source tasks and output types, and hold no value of any of them."""

from __future__ import annotations

import pytest

from tests.shared_files import shared
from tests.unit.tasks.builders import source_task
from worksurface_pipeline.worksurface.proposals.procedures import (
    find_procedures,
    value_problems,
)
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.source.loader import load_workspace


def tasks(rubrics: list[str], outputs: list[str]) -> list[SourceTask]:
    """A source task for each rubric and output."""
    return [
        source_task([rubric], ["a.csv"], task_id=str(number)).model_copy(
            update={"output_files": (output,)}
        )
        for number, (rubric, output) in enumerate(zip(rubrics, outputs, strict=True))
    ]


SAME = "Does the summary table list 42 vans of Brakke in `total_cost.xlsx`?"


@pytest.mark.parametrize(
    ("rubrics", "outputs", "names"),
    [
        pytest.param([SAME] * 3, ["a.md", "b.docx", "c.md"], ["sop_summary_table"], id="recurs"),
        pytest.param([SAME] * 2, ["a.md", "b.docx"], [], id="two-tasks"),
        pytest.param([SAME] * 3, ["a.md", "b.md", "c.md"], [], id="one-output-type"),
        pytest.param(["Is `summary table` there?"] * 3, ["a.md", "b.csv", "c.md"], [], id="quoted"),
        pytest.param(["We ask Brakke Lindmoor."] * 3, ["a.md", "b.csv", "c.md"], [], id="names"),
    ],
)
def test_what_recurs_becomes_a_procedure(
    rubrics: list[str], outputs: list[str], names: list[str]
) -> None:
    found = find_procedures(tasks(rubrics, outputs))
    assert [item.name for item in found.procedures] == names


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("Check the 42 vans.", "digit", id="number"),
        pytest.param("Check a.csv first.", "file name a.csv", id="file"),
        pytest.param("Ask brakke first.", "name brakke", id="name"),
        pytest.param("Check all five.", "figure five", id="figure-word"),
    ],
)
def test_values_are_found_where_there_are_any(text: str, problem: str) -> None:
    all_tasks = tasks([SAME] * 3, ["a.md", "b.docx", "c.md"])
    procedure = find_procedures(all_tasks).procedures[0]
    assert list(value_problems(procedure, all_tasks)) == []
    said = list(value_problems(procedure.model_copy(update={"text": text}), all_tasks))
    assert any(problem in item for item in said)


def test_no_value_of_the_handed_rubrics_is_in_a_procedure() -> None:
    workspace = load_workspace(shared("lite_metadata"), None, "handed")
    found = find_procedures(workspace.tasks).procedures
    assert len(found) >= 20
    assert all(len(item.tasks) >= 3 and len(item.output_types) >= 2 for item in found)
    problems = [said for item in found for said in value_problems(item, workspace.tasks)]
    assert problems == []
