"""The cell of an agent that comes over MCP: whole, or a sentence that says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.agents.own_doubles import public
from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.agents.condition import agent_settings
from worksurface_pipeline.worksurface.collected import collect_cell
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.settings import AgentChoice, Condition
from worksurface_pipeline.worksurface.sweep import CellWork, Kept, SweepItem

ITEMS = tuple(SweepItem(public=public(number), required=("rag",)) for number in (1, 2, 3))
SERVE = "worksurface serve mine"


def work(**fields: str) -> CellWork:
    agent = AgentChoice.model_validate({"id": "mine", **fields})
    scopes = {(item.public.persona, item.public.source_task): "s" for item in ITEMS}
    cell = Cell(agent.model_id, "S4")
    return CellWork(cell, Condition(), agent_settings(agent), ITEMS, scopes)


def record(journal: Journal, number: int, outcome: Outcome = Outcome.ANSWERED) -> None:
    keys = [key for key, _ in list(work().keys())]
    key = keys[number - 1]
    journal.append(
        trajectory(key.task_id, fingerprint=key.fingerprint, outcome=outcome, error="late")
    )


def test_while_tasks_have_no_record_it_says_how_many(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    record(journal, 1)
    record(journal, 3, Outcome.ERRORED)
    with pytest.raises(WorksurfaceError, match=r"agent/mine\|S4: 2 of 3 tasks answered") as caught:
        collect_cell(work(), journal, (), SERVE)
    assert f"Start `{SERVE}`" in str(caught.value)


def test_the_whole_cell_is_collected_errors_among_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for number in (3, 1, 2):
        record(journal, number, Outcome.ERRORED if number == 3 else Outcome.ANSWERED)
    value, kept = collect_cell(work(), journal, (), SERVE)
    assert [run.task_id for run in value.trajectories] == ["q_1", "q_2", "q_3"]
    assert (value.errors, kept.ran, kept.resumed) == (1, 0, 3)
    assert str(kept).endswith(f"3 unchanged; 1 errored: `{SERVE}` hands them out again")


def test_a_cell_tells_its_errors_and_what_runs_them_again() -> None:
    said = "ran 4 of 4 trajectories, 0 unchanged"
    assert str(Kept(0, 0, 4)) == said
    again = "`worksurface sweep --retry-errors` runs them again"
    assert str(Kept(0, 0, 4, errors=2)) == f"{said}; 2 errored: {again}"


def test_what_an_earlier_sweep_holds_is_taken_over(tmp_path: Path) -> None:
    earlier = Journal(tmp_path / "old")
    for number in (1, 2, 3):
        record(earlier, number)
    value, kept = collect_cell(work(), Journal(tmp_path / "new"), [("old", earlier)], SERVE)
    assert (kept.taken_over, {run.origin for run in value.trajectories}) == (3, {"old"})


@pytest.mark.parametrize("fields", [{"version": "2"}, {"entry": "mine:answer"}])
def test_another_version_or_entry_is_another_agent(fields: dict[str, str]) -> None:
    before, after = work().keys(), work(**fields).keys()
    assert not {key.fingerprint for key, _ in before} & {key.fingerprint for key, _ in after}
