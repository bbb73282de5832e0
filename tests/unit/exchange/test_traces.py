"""Runs in the public release's form: read, scored again, and written back without loss."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.scoring.builders import call, run, task
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.exchange.public_trace import (
    PublicTrace,
    public_trace,
    trace_line,
)
from worksurface_pipeline.worksurface.exchange.rescoring import open_runs, rescore
from worksurface_pipeline.worksurface.exchange.traces import read_traces, trajectory_of
from worksurface_pipeline.worksurface.schema.tasks import (
    GraphPathEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.scoring.score import score_trajectory

TASK = task(id="ws_1", gold=300, surfaces=("rag", "table", "graph"))


def _trace(**more: Any) -> PublicTrace:
    fields: dict[str, Any] = {"id": "ws_1", "setting": "S4", "model": "m", "answer": "300"}
    return PublicTrace.model_validate({**fields, "total_tokens": 90, **more})


def _call(tool: str, surface: str, result: object, **args: object) -> dict[str, object]:
    return {"tool": tool, "surface": surface, "result": result, "args": args}


def _ids(found: Trajectory, kind: str) -> list[list[str]]:
    return [[one.id for one in item.shown if one.kind == kind] for item in found.calls]


@pytest.mark.parametrize(
    ("answer", "outcome", "stored"),
    [
        pytest.param("300", Outcome.ANSWERED, '"300"', id="a number is its text"),
        pytest.param('["a", "b"]', Outcome.ANSWERED, '["a","b"]', id="a list is a list"),
        pytest.param(["a"], Outcome.ANSWERED, '["a"]', id="a list that is one"),
        pytest.param("[a, b", Outcome.ANSWERED, '"[a, b"', id="half a list is a text"),
        pytest.param(" INSUFFICIENT_EVIDENCE\n", Outcome.ABSTAINED, None, id="abstained"),
        pytest.param("", Outcome.MODEL_FAILED, None, id="empty"),
        pytest.param(None, Outcome.MODEL_FAILED, None, id="none"),
    ],
)
def test_answers_are_what_the_model_submitted(
    answer: object, outcome: Outcome, stored: str | None
) -> None:
    found = trajectory_of(_trace(answer=answer), TASK)
    assert (found.outcome, found.answer, found.tokens) == (outcome, stored, 90)


def test_a_crash_is_an_error_and_no_tokens_are_no_usage() -> None:
    found = trajectory_of(_trace(error="URLError()", answer="", total_tokens=0), TASK)
    assert (found.outcome, found.error, found.tokens) == (Outcome.ERRORED, "URLError()", None)


def test_each_call_shows_what_it_named_and_the_last_the_rest() -> None:
    found = trajectory_of(
        _trace(
            chosen_surfaces=["graph", "rag", "table"],
            rag_files=["a.md", "b.md"],
            tables=["t7__v", "t7__v_2"],
            graph_nodes=["task_7", "t7::a.md", "t7::cut.md"],
            tool_trace=[
                _call("kb_search", "rag", ["a.md", "b.md"], query="x"),
                _call("table_describe", "table", ["col"], view="t7__v"),
                _call("table_query", "table", {"n_rows": 1}, sql='SELECT 1 FROM "t7__v_2"'),
                _call("table_query", "table", "error: no such column", sql="SELECT z FROM t7__v"),
                _call("graph_neighbors", "graph", ["t7::a.md"], node="task_7"),
            ],
        ),
        TASK,
    )
    assert _ids(found, "document")[0] == ["a.md", "b.md"]
    assert _ids(found, "view_described")[1] == ["t7__v"]
    assert _ids(found, "view_read")[2:4] == [["t7__v_2"], ["t7__v"]]
    assert _ids(found, "node")[4] == ["task_7", "t7::a.md", "t7::cut.md"]
    assert [item.is_error for item in found.calls] == [False, False, False, True, False]


def test_without_a_tool_trace_the_lists_of_the_record_count() -> None:
    found = trajectory_of(_trace(chosen_surfaces=["rag"], rag_files=["a.md"]), TASK)
    assert found.attempted_surfaces == {"rag"}
    assert _ids(found, "document") == [["a.md"]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("{}", r"no trace: id.*S4.jsonl, line 1", id="no id"),
        pytest.param("[]", r"no trace.*line 1", id="no object"),
    ],
)
def test_what_is_no_trace_is_told_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "S4.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(PackageError, match=said):
        list(read_traces(path, {TASK.id: TASK}))


def _evident() -> tuple[Any, ...]:
    return (
        RagEvidence(file="t7__a.md", span="x", start=0, end=1, text_digest=""),
        TableEvidence(
            table="t7__v",
            columns=(),
            query="",
            verified_result=(),
            table_digest="",
            source_file="",
            source_sheet="",
        ),
        GraphPathEvidence(graph_path=("task_7", "r", "t7::a.md")),
    )


RUNS = {
    "all surfaces": run(
        300,
        call("rag", Shown(kind="document", id="t7__a.md", start=0, end=9)),
        call("table", Shown(kind="view_read", id="t7__v"), text="300").model_copy(
            update={"args": '{"sql":"SELECT 1 FROM t7__v"}'}
        ),
        call("graph", Shown(kind="node", id="t7::a.md")),
        task_id="ws_1",
    ),
    "a failed call": run(299, call("table", is_error=True, text="no"), task_id="ws_1"),
    "abstained": run(None, task_id="ws_1", outcome=Outcome.ABSTAINED),
    "crashed": run(None, task_id="ws_1", outcome=Outcome.ERRORED),
    "no usage": run("text; 3", task_id="ws_1", tokens=None),
}
_KEPT = ("status", "route_f1", "evidence", "answer", "efficiency", "aggregate", "tokens", "outcome")


@pytest.mark.parametrize("name", RUNS)
def test_a_run_that_is_written_and_read_again_has_the_same_scores(
    name: str, tmp_path: Path
) -> None:
    wanted = TASK.model_copy(update={"gold_evidence": _evident()})
    path = tmp_path / "S4.jsonl"
    path.write_bytes(trace_line(public_trace(RUNS[name], wanted.question, {})))
    (again,) = read_traces(path, {wanted.id: wanted})
    before, after = (
        score_trajectory(wanted, one, None, "paper", "open") for one in (RUNS[name], again)
    )
    assert [getattr(before, field) for field in _KEPT] == [getattr(after, field) for field in _KEPT]
    assert "error" not in json.loads(path.read_text()) or name == "crashed"


def test_a_release_is_scored_again_from_its_folder(tmp_path: Path) -> None:
    record = {
        "id": "ws_1",
        "source": {"task_id": "7", "persona": "Researcher", "benchmark": "b"},
        "question": "How many?",
        "task_type": "table_only",
        "required_surfaces": ["table"],
        "gold_answer": 300,
        "answer_type": "number",
        "gold_evidence": [{"surface": "table", "table": "t7__v", "query": ""}],
        "efficiency_budget_tokens": 90,
    }
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tasks.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    runs = tmp_path / "trajectories" / "m"
    runs.mkdir(parents=True)
    calls = [_call("table_query", "table", {"n_rows": 1}, sql="SELECT 1 FROM t7__v")]
    trace = _trace(tables=["t7__v"], chosen_surfaces=["table"], tool_trace=calls)
    (runs / "S4.jsonl").write_bytes(trace_line(trace))
    other = trace_line(_trace(id="ws_2", setting="S1"))
    (runs / "S1.jsonl").write_bytes(trace_line(_trace(setting="S1", answer="7")) + other)
    cells = list(rescore(open_runs(tmp_path), "paper"))
    scores = [cell.runs.scores[0] for cell in cells]
    assert [cell.foreign for cell in cells] == [("ws_2, epoch 0",), ()]
    assert [(one.setting, one.answer, one.evidence) for one in scores] == [
        ("S1", 0.0, 0.0),
        ("S4", 1.0, 1.0),
    ]
    assert scores[1].efficiency == 0.5  # 90 tokens of a budget of 90
    with pytest.raises(PackageError, match="no trajectories"):
        open_runs(tmp_path, tmp_path / "data" / "none")


@pytest.mark.parametrize(
    ("profile", "evidence", "route", "answer"),
    [
        # By its rules a file's own name and a view that was only described are evidence.
        pytest.param("release-1.0", 1.0, 1.0, 1.0, id="as released"),
        pytest.param("paper", 1 / 3, 1.0, 1.0, id="paper"),
    ],
)
def test_released_runs_are_scored_by_the_rules_they_were_released_with(
    profile: str, evidence: float, route: float, answer: float
) -> None:
    wanted = TASK.model_copy(update={"gold_evidence": _evident()})
    trace = _trace(
        answer="300.4",
        chosen_surfaces=["graph", "rag", "table"],
        rag_files=["a.md"],
        tables=["t7__v"],
        graph_nodes=["task_7", "t7::a.md"],
        tool_trace=[
            _call("kb_search", "rag", ["a.md"], query="x"),
            _call("table_describe", "table", ["col"], view="t7__v"),
            _call("graph_neighbors", "graph", ["t7::a.md"], node="task_7"),
        ],
    )
    score = score_trajectory(wanted, trajectory_of(trace, wanted), None, profile, "open")
    assert score.evidence == pytest.approx(evidence)
    assert (score.route_f1, score.answer) == (route, answer)
