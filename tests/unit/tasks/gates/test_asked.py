"""What a question asks against what its proof does: right questions pass, wrong ones are refused.

Both tables stand over the sample workspace, whose surfaces are made and opened once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.development import load_surfaces
from worksurface_pipeline.worksurface.proposals.own import read_questions
from worksurface_pipeline.worksurface.proposals.prove import prove
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, GateFinding
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.run import GATES, findings_of
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.replay import Replayer, open_replayer

ROOT = Path(__file__).parents[4]
SAMPLE = ROOT / "data_lake" / "sample"
FIXTURES = ROOT / "tests" / "fixtures"
ASKED = tuple(name for name in GATES if name.startswith("asked_"))


@dataclass(frozen=True, slots=True)
class Case:
    """A line of an own question, and the gate that must refuse it: "" where it is right."""

    id: str
    gate: str
    task: str
    line: str


def cases(name: str) -> Iterator[Case]:
    """The table of a fixture: lines of a user's file, each with an id."""
    for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        case, gate = fields.pop("id"), fields.pop("gate", "")
        yield Case(case, gate, fields["task"], json.dumps(fields))


RIGHT = tuple(cases("own_questions_right.jsonl"))
WRONG = tuple(cases("own_questions_wrong.jsonl"))


@dataclass(frozen=True, slots=True)
class Stage:
    """A source task with the surfaces of its persona open for replay."""

    task: SourceTask
    replayer: Replayer
    context: Context


@pytest.fixture(scope="module")
def stages() -> Iterator[dict[str, Stage]]:
    found: dict[str, Stage] = {}
    with ExitStack() as stack:
        for tasks, surfaces in load_surfaces(SAMPLE):
            replayer = stack.enter_context(open_replayer(surfaces))
            context = Context(replayer=replayer)
            found |= {task.task_id: Stage(task, replayer, context) for task in tasks}
        yield found


def judged(case: Case, stages: dict[str, Stage]) -> tuple[AtomicTask, tuple[GateFinding, ...]]:
    (question,) = read_questions(case.line, "own.jsonl")
    stage = stages[case.task]
    made = prove("b", stage.task, question.proposal, Derivation.OWN_QUESTION, stage.replayer)
    assert isinstance(made, AtomicTask), made
    return made, findings_of(made, stage.context)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in RIGHT])
def test_a_right_question_passes_every_gate(case: Case, stages: dict[str, Stage]) -> None:
    _, found = judged(case, stages)
    assert [(one.gate, one.detail) for one in found] == []


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in WRONG])
def test_a_wrong_question_is_refused_by_its_gate(case: Case, stages: dict[str, Stage]) -> None:
    _, found = judged(case, stages)
    assert case.gate in {one.gate for one in found}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param(
            "max-for-mean", "the question asks for the mean (avg) (“mean”)", id="aggregate"
        ),
        pytest.param(
            "one-of-two", "the question names 'Rauvik Freight', a value of carrier", id="value"
        ),
        pytest.param("less-for-more", "weight_kg less than 150", id="comparison"),
        pytest.param("plus-five", "the figure 5", id="constant"),
        pytest.param("usd-for-eur", "USD is asked for, freight_cost_eur is in EUR", id="unit"),
        pytest.param("task-for-file", "the question names postmortem.md", id="node"),
        pytest.param("fw-shifts", "“shifts” belongs to another figure", id="figure"),
        pytest.param("fw-counted-above", "counted_quantity less than system_quantity", id="sides"),
        pytest.param("fw-share-base", "“runs in Chamber B", id="base"),
        pytest.param("fw-monthly", "meets the question's “monthly”", id="restriction"),
        pytest.param("fw-spreadsheets", "the question says “spreadsheets”", id="format"),
        pytest.param("fw-latest-score", "the query chooses by leave_days_taken", id="row"),
        pytest.param("more-r18", "the number of its members: ask how many", id="number"),
        pytest.param(
            "more-w01-swapped-base", "region = 'Osterlia' keeps every row", id="idle condition"
        ),
        pytest.param("no-file", "does not name plan_v2.md or Task 6", id="place"),
    ],
)
def test_a_refusal_tells_the_word_or_clause(name: str, said: str, stages: dict[str, Stage]) -> None:
    case = next(case for case in WRONG if case.id == name)
    _, found = judged(case, stages)
    assert any(said in one.detail for one in found)


# They lead to a file or a figure without naming it: what their proofs hold stands in no word.
LED = ("linked_", "document_filter")


def test_the_gates_have_nothing_to_say_of_our_own_wording(stages: dict[str, Stage]) -> None:
    """As if another had worded them, which a rewording by a model is."""
    alarms: list[str] = []
    counted = 0
    for replayer in {id(one.replayer): one.replayer for one in stages.values()}.values():
        mine = [one for one in stages.values() if one.replayer is replayer]
        own = [one.task for one in mine]
        for task in derive_candidates(own, replayer.surfaces, DerivationPolicy()).candidates:
            if not task.derivation.value.startswith(LED):
                counted += 1
                said = task.model_copy(update={"original_question": task.question})
                found = [GATES[name](said, mine[0].context) for name in ASKED]
                alarms += [f"{task.question}: {one.detail}" for one in found if one]
    assert counted > 200
    assert alarms == []
