"""The desk behind a real client of the protocol's SDK, in one process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.unit.agents.own_doubles import FOUND, key, public, tickets, toolbox
from tests.unit.harness.doubles import SPECS, FakeClock
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.agents.own.claims import Claims
from worksurface_pipeline.worksurface.agents.own.desk import Desk
from worksurface_pipeline.worksurface.agents.own.mcp_server import mcp_server
from worksurface_pipeline.worksurface.schema.public import PublicTask

Talk = Callable[[Client], Awaitable[Any]]
Opening = Callable[[PublicTask], Any]


def talk(
    folder: Path, body: Talk, mode: str = "auto", opening: Opening = lambda _public: toolbox()
) -> tuple[Any, list[Trajectory]]:
    """What a client's talk returned, and what the journal holds then."""

    async def run() -> Any:
        new = tickets()
        tasks = {key(number): public(number) for number in (1, 2)}
        with Journal(folder) as journal, Claims(folder / "claims.lock") as claims:
            desk = Desk(
                tasks,
                journal,
                claims,
                opening,
                AgentLimits(turns=2),
                clock=FakeClock(),
                new_ticket=lambda: next(new),
            )
            async with Client(mcp_server(desk, SPECS), mode=mode) as client:
                return await body(client)

    return asyncio.run(run()), list(Journal(folder).read())


async def call(client: Client, tool: str, **arguments: Any) -> tuple[dict[str, Any], bool]:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert content.type == "text"
    return json.loads(content.text), result.is_error


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_works_through_all_tasks(tmp_path: Path, mode: str) -> None:
    async def body(client: Client) -> list[str]:
        asked = []
        while (handed := (await call(client, "next_task"))[0])["ticket"]:
            asked.append(handed["task"]["question"])
            ticket = handed["ticket"]
            seen = await call(client, "kb_search", ticket=ticket, query="x")
            assert seen == (json.loads(FOUND), False)
            usage = {"prompt_tokens": 5, "completion_tokens": 1}
            receipt, _ = await call(
                client, "submit_answer", ticket=ticket, answer=[1, "a"], usage=usage
            )
            assert receipt["is_accepted"]
        assert handed["message"] == "Nothing is left to do."
        return asked

    asked, records = talk(tmp_path, body, mode)
    assert asked == ["How many tools, 1?", "How many tools, 2?"]
    assert [(record.answer, record.tokens) for record in records] == [('[1,"a"]', 6)] * 2
    assert all(record.used_surfaces == {"rag"} for record in records)


def test_the_tools_are_those_of_every_scope_each_with_its_ticket(tmp_path: Path) -> None:
    async def body(client: Client) -> Any:
        assert "next_task" in (client.instructions or "")
        return (await client.list_tools()).tools

    tools, _ = talk(tmp_path, body)
    names = [tool.name for tool in tools]
    assert names == ["next_task", *(spec.name for spec in SPECS), "submit_answer"]
    schemas = {tool.name: tool.input_schema for tool in tools}
    assert schemas["table_query"]["required"] == ["ticket", "sql"]
    assert schemas["submit_answer"]["required"] == ["ticket", "answer"]
    assert schemas["next_task"]["properties"] == {}
    answer = schemas["submit_answer"]["properties"]["answer"]
    kinds = [{"type": kind} for kind in ("number", "boolean", "string")]
    assert answer["anyOf"] == [*kinds, {"type": "array", "items": {"anyOf": kinds}}]


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        pytest.param("kb_search", {"query": "x"}, "call next_task", id="before-any-task"),
        pytest.param("kb_search", {"ticket": "no", "query": "x"}, "call next_task", id="unknown"),
        pytest.param("submit_answer", {"ticket": "no", "answer": 1}, "call next_task", id="submit"),
        pytest.param("submit_answer", {"ticket": "T"}, "takes ticket", id="no-answer"),
        pytest.param(
            "submit_answer", {"ticket": "T", "answer": 1, "why": "x"}, "takes ticket", id="extra"
        ),
        pytest.param(
            "submit_answer",
            {"ticket": "T", "answer": 1, "usage": {"prompt_tokens": -1}},
            "whole numbers",
            id="usage",
        ),
        pytest.param(
            "submit_answer",
            {"ticket": "T", "answer": 1, "usage": {}},
            "whole numbers",
            id="empty-usage",
        ),
        pytest.param(
            "submit_answer",
            {
                "ticket": "T",
                "answer": 1,
                "usage": {"prompt_tokens": 10**30, "completion_tokens": 1},
            },
            "more than any task takes",
            id="absurd-usage",
        ),
        pytest.param(
            "submit_answer", {"ticket": "T", "answer": [[[1]]]}, "A list holds", id="nested"
        ),
        pytest.param(
            "submit_answer", {"ticket": "T", "answer": "x" * 3_000_000}, "at most 100000", id="long"
        ),
        pytest.param("submit_answer", {"ticket": "T", "answer": None}, "is empty", id="null"),
        pytest.param("kb_search", {"ticket": "T"}, "needs 'query'", id="missing-argument"),
        pytest.param("nope", {"ticket": "T"}, "There is no tool 'nope'", id="unknown-tool"),
    ],
)
def test_what_is_wrong_is_told_as_an_error_result(
    tmp_path: Path, tool: str, arguments: dict[str, Any], told: str
) -> None:
    async def body(client: Client) -> tuple[dict[str, Any], bool]:
        if arguments.get("ticket") == "T":
            handed, _ = await call(client, "next_task")
            arguments["ticket"] = handed["ticket"]
        return await call(client, tool, **arguments)

    (said, is_error), records = talk(tmp_path, body)
    assert is_error
    assert told in json.dumps(said)
    assert records == []


def test_a_fault_of_ours_is_told_without_its_place(tmp_path: Path) -> None:
    def opening(_public: PublicTask) -> Any:
        raise LakeError("The index is gone", where="/some/place")

    async def body(client: Client) -> tuple[dict[str, Any], bool]:
        return await call(client, "next_task")

    (said, is_error), records = talk(tmp_path, body, opening=opening)
    assert is_error
    assert said == {"error": "The server has a fault, and the task is not lost: The index is gone."}
    assert records == []


def test_usage_is_taken_after_the_limit_of_turns(tmp_path: Path) -> None:
    async def body(client: Client) -> tuple[dict[str, Any], bool]:
        ticket = (await call(client, "next_task"))[0]["ticket"]
        for _ in range(4):
            await call(client, "kb_search", ticket=ticket, query="x")
        usage = {"prompt_tokens": 5, "completion_tokens": 1}
        return await call(client, "submit_answer", ticket=ticket, answer=12, usage=usage)

    (said, is_error), (record,) = talk(tmp_path, body)
    assert is_error
    assert "usage is recorded" in said["sentence"]
    assert (record.answer, record.stop_reason, record.tokens) == (None, "turn_limit", 6)
