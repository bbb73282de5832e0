from __future__ import annotations

import pytest

from tests.unit.scoring.builders import call
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.trajectory import ToolCall
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.scoring.evidence import score_evidence
from worksurface_pipeline.worksurface.scoring.trace import read_trace

RAG = RagEvidence(file="t7__log.md", span="300 events", start=100, end=110, text_digest="d")
TABLE = TableEvidence(
    table="t7__log",
    columns=("n",),
    query='SELECT count(*) FROM "t7__log"',
    verified_result=((300,),),
    table_digest="d",
    source_file="log.csv",
    source_sheet="",
)
PATH = GraphPathEvidence(graph_path=("task_7", "task_requires_file", "t7::log.csv"))
SET = GraphSetEvidence(
    node="task_7",
    relation="task_requires_file",
    verified_complete_set=("t7::a.csv", "t7::b.csv"),
)
EMPTY_SET = GraphSetEvidence(node="t7::a.csv", relation="version_of", verified_complete_set=())


def passage(start: int, end: int, id: str = "t7__log.md") -> Shown:
    return Shown(kind="document", id=id, start=start, end=end)


def node(id: str) -> Shown:
    return Shown(kind="node", id=id)


def read(id: str = "t7__log") -> Shown:
    return Shown(kind="view_read", id=id)


CASES: list[tuple[str, Evidence, tuple[ToolCall, ...], float, float]] = [
    ("document and span", RAG, (call("rag", passage(50, 200)),), 1, 1),
    ("another passage of it", RAG, (call("rag", passage(0, 90)),), 1, 0),
    ("half the span", RAG, (call("rag", passage(0, 105)),), 1, 0),
    ("two passages cover it", RAG, (call("rag", passage(0, 105), passage(104, 120)),), 1, 1),
    ("two with a gap", RAG, (call("rag", passage(0, 103), passage(105, 120)),), 1, 0),
    ("another document", RAG, (call("rag", passage(0, 500, "t7__other.md")),), 0, 0),
    ("document by a table tool", RAG, (call("table", passage(0, 500)),), 0, 0),
    ("failed call", RAG, (call("rag", passage(0, 500), is_error=True),), 0, 0),
    ("nothing shown", RAG, (call("rag"),), 0, 0),
    ("query read the view", TABLE, (call("table", read(), text='{"n": 300}'),), 1, 1),
    ("another result", TABLE, (call("table", read(), text='{"n": 1300}'),), 1, 0),
    ("described only", TABLE, (call("table", Shown(kind="view_described", id="t7__log")),), 0, 0),
    ("listed only", TABLE, (call("table", Shown(kind="view_listed", id="t7__log")),), 0, 0),
    ("failed query", TABLE, (call("table", read(), text="300", is_error=True),), 0, 0),
    ("terminal node", PATH, (call("graph", node("t7::log.csv")),), 1, 1),
    ("start node only", PATH, (call("graph", node("task_7")),), 0, 0),
    ("node by a rag tool", PATH, (call("rag", node("t7::log.csv")),), 0, 0),
    (
        "all members",
        SET,
        (call("graph", node("t7::a.csv")), call("graph", node("t7::b.csv"))),
        1,
        1,
    ),
    ("a member is missing", SET, (call("graph", node("t7::a.csv")),), 0, 0),
    ("empty set, its node seen", EMPTY_SET, (call("graph", node("t7::a.csv")),), 1, 1),
    ("empty set, nothing seen", EMPTY_SET, (), 0, 0),
]


@pytest.mark.parametrize(
    ("name", "item", "calls", "artifact", "span"), CASES, ids=[case[0] for case in CASES]
)
def test_one_item(
    name: str, item: Evidence, calls: tuple[ToolCall, ...], artifact: float, span: float
) -> None:
    score = score_evidence((item,), read_trace(calls))
    assert score is not None
    assert (score.artifacts, score.spans) == (artifact, span)


def test_the_score_is_the_share_of_items() -> None:
    trace = read_trace((call("rag", passage(0, 20)), call("table", read(), text="300")))
    score = score_evidence((RAG, TABLE, PATH), trace)
    assert score is not None
    assert (score.artifacts, score.spans) == pytest.approx((2 / 3, 1 / 3))


def test_nothing_to_show_is_unscored() -> None:
    absence = AbsenceEvidence(terms=("Mars",), searched=(), scope_digest="d")
    assert score_evidence((), read_trace(())) is None
    assert score_evidence((absence,), read_trace(())) is None


def test_whole_floats_are_found_as_integers() -> None:
    table = TABLE.model_copy(update={"verified_result": ((300.0, None, True),)})
    score = score_evidence((table,), read_trace((call("table", read(), text="300 true"),)))
    assert score is not None
    assert score.spans == 1
