"""Procedures recur over source tasks and output types, and hold no value of any of them."""

from __future__ import annotations

import pytest

from tests.shared_files import shared
from tests.unit.tasks.builders import source_task
from worksurface_pipeline.worksurface.proposals.procedure_values import value_problems
from worksurface_pipeline.worksurface.proposals.procedures import find_procedures
from worksurface_pipeline.worksurface.proposals.rubric_forms import forms_of
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


THREE = ["a.md", "b.docx", "c.md"]
SAME = "Does the summary table list 42 vans of Brakke in `total_cost.xlsx`?"
OTHER = "Whether the summary table lists 17 vans of Lindmoor in `other.xlsx`."


@pytest.mark.parametrize(
    ("rubrics", "outputs", "names"),
    [
        pytest.param([SAME, OTHER, SAME], THREE, ["sop_hold_table"], id="recurs"),
        pytest.param([SAME] * 2, ["a.md", "b.docx"], [], id="two-tasks"),
        pytest.param([SAME] * 3, ["a.md", "b.md", "c.md"], [], id="one-output-type"),
        pytest.param(["Is `summary table` listed?"] * 3, THREE, [], id="quoted"),
        pytest.param(["We ask Brakke Lindmoor."] * 3, THREE, [], id="no-act"),
        pytest.param(
            ["Is the average price 12 EUR?", "Is the average price 17?", "Is the average price 5?"],
            THREE,
            ["sop_come_to_price"],
            id="figure",
        ),
    ],
)
def test_what_recurs_becomes_a_procedure(
    rubrics: list[str], outputs: list[str], names: list[str]
) -> None:
    found = find_procedures(tasks(rubrics, outputs))
    assert [item.name for item in found.procedures] == names


def test_a_step_is_the_common_wording_with_slots_for_values() -> None:
    (found,) = find_procedures(tasks([SAME, OTHER, SAME], THREE)).procedures
    (step,) = found.steps
    assert step.text == "Does the summary table list [figure] vans?"
    assert (step.rubrics, step.tasks, found.rubrics) == (3, 3, 3)
    assert found.title == "What the table must contain"
    assert found.text.splitlines()[1:] == [f"- {step.text}"]
    assert found.personas == (tasks([SAME], ["a.md"])[0].persona,)
    assert found.output_types == ("docx", "md")


@pytest.mark.parametrize(
    ("rubric", "title", "steps"),
    [
        pytest.param(
            "Is the share of `Brakke` given as 12?",
            "Figures for the share",
            ["Is the share of [detail] given as [figure]?"],
            id="given",
        ),
        pytest.param(
            "Was `out.md` created in Brakke?",
            "Handing in the output file",
            ["Was [file] created?"],
            id="done",
        ),
        pytest.param(
            "Does the `a.md` file exist?",
            "Handing in the output file",
            ["Does the [file] exist?"],
            id="file-once",
        ),
        pytest.param(
            "Does the report include a table `Brakke`?",
            "What the report must contain",
            ["Does the report include a table?"],
            id="whole-phrase",
        ),
        pytest.param("Does the report state `Brakke`?", "", [], id="only-a-detail"),
        pytest.param("Is `Brakke` named as the `vans` with most `votes`?", "", [], id="no-subject"),
        pytest.param("Does the list of `vans`?", "", [], id="noun-for-act"),
    ],
)
def test_titles_are_english_and_steps_say_something(
    rubric: str, title: str, steps: list[str]
) -> None:
    found = find_procedures(tasks([rubric] * 3, THREE)).procedures
    assert [one.title for one in found] == ([title] if title else [])
    assert [step.text for one in found for step in one.steps] == steps


def test_steps_stand_in_the_order_of_the_rubrics() -> None:
    rubrics = ("Does the report contain a summary?", "Does the report contain a conclusion?")
    made = [
        source_task(list(rubrics), ["a.csv"], task_id=str(number)).model_copy(
            update={"output_files": (output,)}
        )
        for number, output in enumerate(THREE)
    ]
    (found,) = find_procedures(made).procedures
    assert [step.text for step in found.steps] == list(rubrics)
    assert find_procedures(made[::-1]) == find_procedures(made)


@pytest.mark.parametrize(
    ("rubric", "said"),
    [
        pytest.param("Does `out.md` list 12 of them?", "[file] list [figure] of them", id="values"),
        pytest.param("In the summary, is the total 12?", "the total [figure]", id="place"),
        pytest.param("Is it clearly listed in Brakke?", "it listed in [detail]", id="name"),
        pytest.param("Is the lead's name listed?", "the lead name listed", id="owner"),
    ],
)
def test_a_form_has_slots_and_no_adverbs(rubric: str, said: str) -> None:
    forms = forms_of(tasks([rubric] * 3, THREE), 3)
    assert {" ".join(form.said) for form in forms} == {said}


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
    all_tasks = tasks([SAME] * 3, THREE)
    procedure = find_procedures(all_tasks).procedures[0]
    assert list(value_problems(procedure, all_tasks)) == []
    said = list(value_problems(procedure.model_copy(update={"text": text}), all_tasks))
    assert any(problem in item for item in said)


def test_no_value_of_the_handed_rubrics_is_in_a_procedure() -> None:
    workspace = load_workspace(shared("lite_metadata"), None, "handed")
    found = find_procedures(workspace.tasks).procedures
    assert len(found) >= 12
    assert all(len(item.tasks) >= 3 and len(item.output_types) >= 2 for item in found)
    assert all(step.tasks >= 3 for item in found for step in item.steps)
    problems = [said for item in found for said in value_problems(item, workspace.tasks)]
    assert problems == []
