"""The embedded model under the prompts of all six settings, with the tools' own texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.unit.harness.doubles import SPECS, FakeClock
from worksurface_pipeline.harness.agent.protocol import Observation, ToolSpec
from worksurface_pipeline.harness.llm.offline_policy import ABSTENTION, count_usage, reply
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask

VIEWS = {
    "views": [
        {"view": "t1__staff", "source_file": "staff.xlsx", "sheet": "Staff", "rows": 12},
        {"view": "t7__orders", "source_file": "orders.xlsx", "sheet": "Orders", "rows": 40},
    ],
    "more": ["t7__returns"],
    "count": 3,
    "truncated": False,
}
ORDERS = {
    "view": "t7__orders",
    "source_file": "orders.xlsx",
    "sheet": "Orders",
    "rows": 40,
    "columns": [
        {"name": "Region", "type": "text", "unit": "", "samples": ["North", "South"]},
        {"name": "Unit Price", "type": "currency", "unit": "USD", "samples": [12.5, 9.0]},
        {
            "name": "Discount",
            "type": "percent",
            "unit": "percent",
            "samples": [0.1],
            "stored_as": "fraction",
        },
        {"name": "_source_file", "type": "text", "unit": "", "samples": ["orders.xlsx"]},
    ],
    "titles": ["Orders 2024"],
    "notes": [],
    "totals": [],
    "truncated": False,
}
STAFF = {
    "view": "t1__staff",
    "rows": 12,
    "columns": [{"name": "Name", "type": "text", "unit": "", "samples": ["Ann"]}],
}
PASSAGES = {
    "results": [
        {
            "document": "t7__plan.md",
            "file": "plan.md",
            "heading": "Plan",
            "start": 0,
            "end": 90,
            "text": "Page 3. The launch budget of the harbour project is 4,200 USD. "
            "The owner of the harbour project: Mira Santos.",
        }
    ],
    "count": 1,
    "truncated": False,
}
ENTITIES = {
    "entities": [
        {"node": "task_70", "kind": "task", "label": "Task 70"},
        {"node": "task_7", "kind": "task", "label": "Task 7"},
    ],
    "count": 2,
    "truncated": False,
}
NEIGHBORS = {
    "node": "task_7",
    "kind": "task",
    "label": "Task 7",
    "neighbors": [
        {
            "node": "t7::b.csv",
            "kind": "input",
            "label": "b.csv",
            "relation": "task_requires_file",
            "direction": "out",
            "reason": "manifest",
        },
        {
            "node": "t7::a.md",
            "kind": "input",
            "label": "a.md",
            "relation": "task_requires_file",
            "direction": "out",
            "reason": "manifest",
        },
        {
            "node": "t7::out::r.md",
            "kind": "output",
            "label": "r.md",
            "relation": "task_produces_output",
            "direction": "out",
            "reason": "metadata",
        },
    ],
    "count": 3,
    "truncated": False,
}
RESULT = {"columns": ["n"], "rows": [[17]], "views": ["t7__orders"], "count": 1}


class Tools:
    """The tools with fixed texts; `describe` differs by view. Notes the queries."""

    def __init__(self, **texts: Mapping[str, Any] | str) -> None:
        self.texts = {
            "kb_search": PASSAGES,
            "table_list": VIEWS,
            "table_query": RESULT,
            "graph_search_entities": ENTITIES,
            "graph_neighbors": NEIGHBORS,
            **texts,
        }
        self.queries: list[str] = []
        self.called: list[str] = []

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return SPECS

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        self.called.append(name)
        text = self.texts.get(name)
        if name == "table_describe" and text is None:
            text = ORDERS if args["view"] == "t7__orders" else STAFF
        if name == "table_query":
            self.queries.append(args["sql"])
        shown = text if isinstance(text, str) else json.dumps(text)
        return Observation(text=shown, is_error=shown.startswith('{"error"'))


class Policy:
    """The policy as a model client."""

    def complete(self, request: ModelRequest) -> ModelReply:
        text = reply(request.messages)
        return ModelReply(text=text, usage=count_usage(request.messages, text))


def run(
    question: str, key: str = "S4", hint: tuple[str, ...] = (), tools: Tools | None = None
) -> Trajectory:
    task = PublicTask(
        id="q",
        question=question,
        answer_type=AnswerType.NUMBER,
        source_task="7",
        persona="p",
    )
    return run_trajectory(
        task,
        setting(key),
        hint,
        tools or Tools(),
        Policy(),
        ModelSettings(id="offline/keyword"),
        AgentCondition(),
        "f",
        0,
        clock=FakeClock(),
    )


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        pytest.param(
            "How many rows does the table orders.xlsx have?",
            'SELECT count(*) FROM "t7__orders"',
            id="rows",
        ),
        pytest.param(
            "In orders.xlsx, how many rows have Region 'North'?",
            'SELECT count(*) FROM "t7__orders" WHERE lower(CAST("Region" AS VARCHAR)) = \'north\'',
            id="filtered-rows",
        ),
        pytest.param(
            "What is the average Unit Price over all orders?",
            'SELECT avg("Unit Price") FROM "t7__orders"',
            id="average",
        ),
        pytest.param(
            "What is the total unit price of the orders in the South region?",
            'SELECT sum("Unit Price") FROM "t7__orders" '
            "WHERE lower(CAST(\"Region\" AS VARCHAR)) = 'south'",
            id="filtered-sum-by-a-capitalised-sample",
        ),
        pytest.param(
            "What is the highest Discount among the orders?",
            'SELECT 100 * max("Discount") FROM "t7__orders"',
            id="percent-columns-hold-fractions",
        ),
        pytest.param(
            "How many distinct values does Region have in the orders?",
            'SELECT count(DISTINCT "Region") FROM "t7__orders"',
            id="distinct",
        ),
        pytest.param(
            "What share of the orders has Region 'North'?",
            "SELECT 100.0 * count(*) FILTER (WHERE lower(CAST(\"Region\" AS VARCHAR)) = 'north')"
            ' / count(*) FROM "t7__orders"',
            id="share",
        ),
        pytest.param(
            "Which Region has the most rows in orders?",
            'SELECT "Region" FROM "t7__orders" '
            'GROUP BY "Region" ORDER BY count(*) DESC, "Region" LIMIT 1',
            id="most-frequent",
        ),
    ],
)
def test_questions_about_tables(question: str, sql: str) -> None:
    tools = Tools()
    record = run(question, tools=tools)
    assert tools.called == ["table_list", "table_describe", "table_query"]
    assert tools.queries == [sql]
    assert (record.outcome, record.answer) == (Outcome.ANSWERED, "17")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which input files does the source task need?", '["a.md","b.csv"]'),
        ("I am setting up Task 7. What source files do I need?", '["a.md","b.csv"]'),
        ("How many input files does the task need?", "2"),
        ("Which outputs does the task produce?", '["r.md"]'),
    ],
)
def test_questions_about_lineage(question: str, answer: str) -> None:
    record = run(question)
    assert [call.tool for call in record.calls] == ["graph_search_entities", "graph_neighbors"]
    assert json.loads(record.calls[1].args) == {"node": "task_7"}
    assert record.answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the launch budget of the harbour project?", "4200"),
        ("Who is the owner of the harbour project?", '"Mira Santos"'),
        ("What is the tensile strength of basalt fibre according to it?", f'"{ABSTENTION}"'),
    ],
)
def test_questions_about_documents(question: str, answer: str) -> None:
    record = run(question)
    assert [call.tool for call in record.calls] == ["kb_search"]
    assert record.answer == answer


COUNT = "How many rows does the table orders.xlsx have?"


@pytest.mark.parametrize(
    ("key", "hint", "tools", "outcome"),
    [
        ("S1", ("table",), [], Outcome.ABSTAINED),
        ("S2", ("table",), ["kb_search"], Outcome.ABSTAINED),
        ("S3", ("table",), ["table_list", "table_describe", "table_query"], Outcome.ANSWERED),
        ("S4", ("table",), ["table_list", "table_describe", "table_query"], Outcome.ANSWERED),
        ("S5", ("rag",), ["kb_search"], Outcome.ABSTAINED),
        ("S5", ("graph",), ["graph_search_entities", "graph_neighbors"], Outcome.ANSWERED),
        ("S6", ("rag",), ["kb_search"], Outcome.ABSTAINED),
        (
            "S6",
            ("rag", "table"),
            ["table_list", "table_describe", "table_query", "kb_search"],
            Outcome.ANSWERED,
        ),
    ],
)
def test_it_works_under_every_setting(
    key: str, hint: tuple[str, ...], tools: list[str], outcome: Outcome
) -> None:
    record = run(COUNT, key, hint)
    assert [call.tool for call in record.calls] == tools
    assert record.outcome is outcome
    assert all(turn.problem == "" for turn in record.turns)
    assert record.tokens is not None


def test_s2_answers_from_the_forced_search() -> None:
    record = run("What is the launch budget of the harbour project?", "S2")
    assert [turn.kind for turn in record.turns] == ["forced", "final"]
    assert record.answer == "4200"


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param({"table_query": '{"error":"no such column"}'}, id="query-refused"),
        pytest.param({"table_query": {**RESULT, "rows": []}}, id="no-row"),
        pytest.param({"table_query": {**RESULT, "rows": [[0]]}}, id="nothing-counted"),
        pytest.param({"table_list": {"views": [], "more": []}}, id="no-view"),
        pytest.param({"table_list": '{"error":"gone"}'}, id="list-failed"),
        pytest.param({"table_describe": '{"error":"unknown view"}'}, id="describe-failed"),
        pytest.param({"table_describe": "not json"}, id="text-that-is-no-json"),
        pytest.param({"table_describe": {"columns": ["a", 7, None]}}, id="columns-of-another-form"),
        pytest.param({"table_list": {"views": "none"}}, id="list-of-another-form"),
    ],
)
def test_what_cannot_be_read_ends_in_an_abstention(texts: dict[str, Any]) -> None:
    assert run(COUNT, tools=Tools(**texts)).outcome is Outcome.ABSTAINED


def test_it_depends_on_the_messages_alone() -> None:
    assert run(COUNT) == run(COUNT)
    assert json.loads(reply([])) == {"final_answer": ABSTENTION}
    assert json.loads(reply([Message(role="user", content="hello")])) == {
        "final_answer": ABSTENTION
    }


def test_tokens_are_counted_by_the_stated_rule() -> None:
    usage = count_usage([Message(role="user", content="12345")], "1234")
    assert (usage.prompt_tokens, usage.completion_tokens) == (2, 1)
