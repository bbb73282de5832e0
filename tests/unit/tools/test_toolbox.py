"""The seven tools over a persona built by hand: what they say, show, refuse and hide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.unit.tools.builders import PLAN, surfaces
from worksurface_pipeline.harness.agent.protocol import Observation, Shown, Toolbox
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

LIMITS = SqlLimits(memory_mib=128, rows=50)
ORDER = [
    "kb_search",
    "table_list",
    "table_describe",
    "table_query",
    "graph_search_entities",
    "graph_neighbors",
    "graph_traverse",
]
SAMPLE_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("kb_search", {"query": "freight budget Nordwind"}),
    ("table_list", {}),
    ("graph_search_entities", {"query": "orders plan report"}),
    ("graph_neighbors", {"node": "t1::Orders.xlsx"}),
    ("graph_neighbors", {"node": "t1::plan.docx"}),
    ("graph_traverse", {"node": "task_1", "depth": 3}),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("views")


@pytest.fixture(scope="module")
def toolbox(folder: Path) -> Iterator[ScopeToolbox]:
    box = ScopeToolbox(scope_for(surfaces()), folder, limits=LIMITS)
    yield box
    box.close()


@pytest.fixture(scope="module")
def sealed(folder: Path) -> Iterator[ScopeToolbox]:
    scope = scope_for(surfaces(), interface=Interface.SEALED)
    box = ScopeToolbox(scope, folder, limits=LIMITS)
    yield box
    box.close()


def body(observation: Observation) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(observation.text)
    return parsed


def ids(observation: Observation, kind: str) -> set[str]:
    return {shown.id for shown in observation.shown if shown.kind == kind}


def test_fulfils_the_protocol_in_a_fixed_order(toolbox: ScopeToolbox) -> None:
    as_protocol: Toolbox = toolbox.restricted(list(Surface)[::-1])
    assert [spec.name for spec in toolbox.specs] == ORDER
    assert as_protocol.specs == toolbox.specs
    assert toolbox.specs[0].signature == "kb_search(query, k=3)"


def test_kb_search_shows_the_passage_that_matched(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("kb_search", {"query": "Who carries the goods?", "k": 1})
    start = PLAN.text.index("Nordwind")
    assert body(seen) == {
        "results": [
            {
                "document": "t1__plan.md",
                "file": "plan.docx",
                "heading": "",
                "start": start,
                "end": len(PLAN.text),
                "text": "Nordwind carries the goods.",
            }
        ],
        "count": 1,
        "truncated": False,
    }
    assert seen.shown == (Shown(kind="document", id=PLAN.id, start=start, end=len(PLAN.text)),)


def test_kb_search_without_a_hit_is_no_error(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("kb_search", {"query": "zeppelin"})
    assert body(seen) == {"results": [], "count": 0, "truncated": False}
    assert (seen.is_error, seen.shown) == (False, ())


def test_table_list(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("table_list", {})
    assert body(seen)["views"][0] == {
        "view": "t1__orders",
        "source_file": "Orders.xlsx",
        "sheet": "Sheet1",
        "rows": 3,
    }
    assert ids(seen, "view_listed") == {"t1__orders", "t2__stock"}


def test_table_describe(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("table_describe", {"view": "t1__orders"})
    told = body(seen)
    columns = {column["name"]: column for column in told["columns"]}
    assert columns["Amount"] == {
        "name": "Amount",
        "type": "currency",
        "unit": "USD",
        "samples": [10, 20, 30],
        "source_name": "Amount (USD)",
    }
    assert columns["Share"]["stored_as"] == "fraction"
    assert columns["Day"]["samples"][0] == "2024-01-01"
    assert columns["_source_row_id"]["samples"] == [3, 4, 5]
    assert list(columns)[-3:] == ["_source_file", "_source_sheet", "_source_row_id"]
    assert (told["titles"], told["notes"]) == (["Orders of the year"], ["Prices without tax"])
    assert (told["totals"], told["rows"], told["truncated"]) == (["Total", "60"], 3, False)
    assert seen.shown == (Shown(kind="view_described", id="t1__orders"),)


def test_table_query(toolbox: ScopeToolbox) -> None:
    sql = (
        "SELECT Region, sum(Amount) AS total, any_value(_source_file) AS file FROM T1__Orders"
        " GROUP BY Region ORDER BY 1"
    )
    seen = toolbox.call("table_query", {"sql": sql})
    assert body(seen) == {
        "columns": ["Region", "total", "file"],
        "rows": [["north", 40, "Orders.xlsx"], ["south", 20, "Orders.xlsx"]],
        "views": ["t1__orders"],
        "count": 2,
        "truncated": False,
    }
    assert seen.shown == (Shown(kind="view_read", id="t1__orders"),)


def test_a_view_that_is_only_mentioned_is_not_read(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("table_query", {"sql": "SELECT 't1__orders' AS name -- t2__stock"})
    assert (seen.is_error, seen.shown) == (False, ())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        pytest.param("t1::plan.docx", "t1::plan.docx", id="exact id"),
        pytest.param("Orders.xlsx", "t1::Orders.xlsx", id="exact label"),
        pytest.param("reprot.md", "t1::out::report.md", id="typing error"),
        pytest.param("task 2", "task_2", id="words of an id"),
        pytest.param("Which inputs does source task 1 require?", "task_1", id="question"),
    ],
)
def test_graph_search_entities(toolbox: ScopeToolbox, query: str, first: str) -> None:
    seen = toolbox.call("graph_search_entities", {"query": query})
    assert body(seen)["entities"][0]["node"] == first
    assert first in ids(seen, "node")


def test_graph_search_finds_nothing_unlike(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("graph_search_entities", {"query": "zeppelin"})
    assert (body(seen)["entities"], seen.is_error) == ([], False)


def test_graph_neighbors(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("graph_neighbors", {"node": "t1::plan.docx"})
    told = body(seen)
    assert (told["node"], told["kind"], told["count"]) == ("t1::plan.docx", "input", 3)
    steps = [(step["relation"], step["direction"], step["node"]) for step in told["neighbors"]]
    assert steps == [
        ("projected_as", "out", "doc::t1__plan.md"),
        ("supports_output", "out", "t1::out::report.md"),
        ("task_requires_file", "in", "task_1"),
    ]
    assert all(step["reason"] for step in told["neighbors"])
    assert ids(seen, "node") == {"t1::plan.docx", *(step[2] for step in steps)}


@pytest.mark.parametrize(
    ("args", "reached"),
    [
        pytest.param(
            {"node": "task_1", "rel": "task_requires_file", "depth": 1},
            {"t1::plan.docx", "t1::notes.txt", "t1::Orders.xlsx"},
            id="required inputs",
        ),
        pytest.param(
            {"node": "t1::out::report.md", "rel": "supports_output"},
            {"t1::plan.docx"},
            id="against the edge",
        ),
        pytest.param(
            {"node": "view::t1__orders", "rel": None, "depth": 2},
            {"t1::Orders.xlsx", "task_1"},
            id="any relation",
        ),
    ],
)
def test_graph_traverse(toolbox: ScopeToolbox, args: dict[str, Any], reached: set[str]) -> None:
    seen = toolbox.call("graph_traverse", args)
    assert {step["node"] for step in body(seen)["reached"]} == reached
    assert ids(seen, "node") == reached | {args["node"]}


def test_shared_content_outside_the_scope_ends_there(folder: Path) -> None:
    box = ScopeToolbox(scope_for(surfaces(), "1"), folder, limits=LIMITS)
    neighbors = body(box.call("graph_neighbors", {"node": "t1::notes.txt"}))["neighbors"]
    assert {"t2::memo.txt": ("outside_scope", "")}.items() <= {
        step["node"]: (step["kind"], step["label"]) for step in neighbors
    }.items()
    beyond = box.call("graph_traverse", {"node": "t1::notes.txt", "depth": 4})
    assert "task_2" not in ids(beyond, "node")
    refused = box.call("graph_neighbors", {"node": "t2::memo.txt"})
    assert refused.is_error
    assert "outside this scope" in body(refused)["error"]


def test_task_scope_holds_one_task_alone(folder: Path) -> None:
    box = ScopeToolbox(scope_for(surfaces(), "1"), folder, limits=LIMITS)
    assert ids(box.call("table_list", {}), "view_listed") == {"t1__orders"}
    found = box.call("kb_search", {"query": "freight budget", "k": 10})
    assert ids(found, "document") == {"t1__plan.md"}
    query = box.call("table_query", {"sql": "SELECT * FROM t2__stock"})
    assert query.is_error
    assert not ids(box.call("graph_search_entities", {"query": "memo"}), "node")
    box.close()


def test_sealed_shows_no_name_of_a_file_but_in_the_graph(sealed: ScopeToolbox) -> None:
    names = ("plan.docx", "t1__plan", "Orders.xlsx", "t1__orders", "Sheet1", "Stock")
    view = body(sealed.call("table_list", {}))["views"][0]["view"]
    calls = [
        ("kb_search", {"query": "freight budget"}),
        ("table_list", {}),
        ("table_describe", {"view": view}),
        ("table_query", {"sql": f"SELECT * FROM {view}"}),
    ]
    for name, args in calls:
        seen = sealed.call(name, args)
        assert seen.shown
        assert [word for word in names if word in seen.text] == [], name


def test_sealed_ids_lead_from_the_graph_to_the_artifacts(sealed: ScopeToolbox) -> None:
    seen = sealed.call("graph_neighbors", {"node": "t1::Orders.xlsx"})
    steps = body(seen)["neighbors"]
    shown = next(step for step in steps if step["kind"] == "view")
    assert "t1__orders" not in seen.text
    assert "view::t1__orders" in ids(seen, "node")
    view = shown["node"].removeprefix("view::")
    assert shown["label"] == view
    read = sealed.call("table_query", {"sql": f"SELECT sum(Amount) FROM {view}"})
    assert (body(read)["rows"], ids(read, "view_read")) == ([[60]], {"t1__orders"})
    assert ids(sealed.call("table_describe", {"view": view}), "view_described") == {"t1__orders"}
    assert not sealed.call("graph_neighbors", {"node": shown["node"]}).is_error
    assert sealed.call("graph_neighbors", {"node": "view::t1__orders"}).is_error


def test_sealed_search_knows_no_file_names(toolbox: ScopeToolbox, sealed: ScopeToolbox) -> None:
    assert ids(toolbox.call("kb_search", {"query": "memo"}), "document") == {"t2__memo.md"}
    assert sealed.call("kb_search", {"query": "memo"}).shown == ()


@pytest.mark.parametrize(
    ("name", "args", "part"),
    [
        pytest.param("kb_search", {}, "missing argument 'query'", id="missing"),
        pytest.param("kb_search", {"query": "a", "top": 1}, "unknown argument 'top'", id="extra"),
        pytest.param("kb_search", {"query": 7}, "must be a string", id="number for text"),
        pytest.param("kb_search", {"query": " "}, "not empty", id="blank"),
        pytest.param("kb_search", {"query": "a", "k": "3"}, "integer from 1", id="text for number"),
        pytest.param("kb_search", {"query": "a", "k": True}, "integer from 1", id="boolean"),
        pytest.param("kb_search", {"query": "a", "k": 0}, "integer from 1", id="k too small"),
        pytest.param("kb_search", {"query": "a", "k": 99}, "integer from 1", id="k too large"),
        pytest.param("kb_search", {"query": None}, "missing argument", id="null"),
        pytest.param("table_list", {"x": 1}, "unknown argument 'x'", id="none are taken"),
        pytest.param("table_describe", {"view": "t1__order"}, "no view", id="unknown view"),
        pytest.param("table_query", {"sql": "DROP TABLE t1__orders"}, "Only a SELECT", id="drop"),
        pytest.param("table_query", {"sql": "SELECT x FROM t1__orders"}, '"x"', id="bad column"),
        pytest.param("graph_neighbors", {"node": "task_9"}, "no node", id="unknown node"),
        pytest.param("graph_traverse", {"node": "task_9"}, "no node", id="traverse unknown"),
        pytest.param(
            "graph_traverse", {"node": "task_1", "rel": "likes"}, "no relation", id="relation"
        ),
        pytest.param(
            "graph_traverse", {"node": "task_1", "depth": 9}, "integer from 1 to 4", id="depth"
        ),
        pytest.param("web_search", {"query": "a"}, "Unknown tool", id="unknown tool"),
    ],
)
def test_errors_are_told_and_show_nothing(
    toolbox: ScopeToolbox, name: str, args: dict[str, Any], part: str
) -> None:
    seen = toolbox.call(name, args)
    assert (seen.is_error, seen.shown) == (True, ())
    assert part in body(seen)["error"]


@pytest.mark.parametrize(
    ("name", "args", "nearest"),
    [
        ("table_describe", {"view": "t1_order"}, "t1__orders"),
        ("graph_neighbors", {"node": "plan.docx"}, "t1::plan.docx"),
        ("graph_traverse", {"node": "task 2"}, "task_2"),
    ],
)
def test_unknown_names_come_with_the_nearest(
    toolbox: ScopeToolbox, name: str, args: dict[str, Any], nearest: str
) -> None:
    assert body(toolbox.call(name, args))["suggestions"][0] == nearest


def test_a_tool_that_is_not_exposed_is_unknown(toolbox: ScopeToolbox) -> None:
    box = toolbox.restricted((Surface.RAG,))
    seen = box.call("table_list", {})
    assert seen.is_error
    assert body(seen)["allowed"] == ["kb_search"]
    assert not box.call("kb_search", {"query": "freight"}).is_error


def test_threads_may_share_a_toolbox(toolbox: ScopeToolbox) -> None:
    alone = [toolbox.call(name, args) for name, args in SAMPLE_CALLS]
    queries = [("table_query", {"sql": f"SELECT {number} AS n"}) for number in range(6)]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda call: toolbox.call(*call), SAMPLE_CALLS + queries))
    assert together[: len(alone)] == alone
    assert [body(seen)["rows"] for seen in together[len(alone) :]] == [[[n]] for n in range(6)]


def test_equal_scopes_share_one_database(tmp_path: Path) -> None:
    for _ in range(2):
        box = ScopeToolbox(scope_for(surfaces()), tmp_path, limits=LIMITS)
        assert not box.call("table_query", {"sql": "SELECT count(*) FROM t1__orders"}).is_error
        box.close()
    assert len(list(tmp_path.iterdir())) == 1


def test_settings_stand_in_the_signature(tmp_path: Path) -> None:
    box = ScopeToolbox(scope_for(surfaces()), tmp_path, ToolSettings(k=2))
    assert box.specs[0].signature == "kb_search(query, k=2)"
    assert len(body(box.call("kb_search", {"query": "freight nordwind"}))["results"]) == 2
