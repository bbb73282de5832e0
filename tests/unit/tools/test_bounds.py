"""Observations stay within their room, and say no more than their text shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.unit.tools.builders import PERSONA, data, document, passages, surfaces, table
from worksurface_pipeline.harness.agent.protocol import Observation
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox
from worksurface_pipeline.worksurface.tools.views import served_frame

ROOM = 700
SETTINGS = ToolSettings(characters=ROOM, list_characters=ROOM, k=20, cell_characters=50)
WIDE = pl.DataFrame({f"column {number}": [number, number + 1] for number in range(60)})


def large() -> Surfaces:
    """Many long documents with characters that JSON escapes, many views, a node of many edges."""
    documents = tuple(
        document("1", f"d{number}.txt", f'word "quoted" \\ {number}\t' * 40) for number in range(5)
    )
    columns = tuple(
        Column(name=name, source_name=f"{name}?", type=ColumnType.INTEGER) for name in WIDE.columns
    )
    views = tuple(table("1", f"sheet number {number}.csv", WIDE, *columns) for number in range(40))
    nodes = tuple(
        GraphNode(id=f"t1::f{n}.md", kind="input", label=f"f{n}.md", task_id="1", persona=PERSONA)
        for n in range(40)
    )
    edges = tuple(
        GraphEdge(
            source="t1::f0.md",
            target=node.id,
            relation="mentions",
            origin="program",
            reason="r" * 900,
        )
        for node in nodes[1:]
    )
    return Surfaces(
        persona=PERSONA,
        documents=DocumentSet(documents=documents),
        tables=TableSet(records=views, data={view.id: data(WIDE) for view in views}),
        graph=GraphSet(nodes=nodes, edges=edges),
        passages=tuple(passage for item in documents for passage in passages(item)),
    )


@pytest.fixture(scope="module")
def toolbox(tmp_path_factory: pytest.TempPathFactory) -> ScopeToolbox:
    folder = tmp_path_factory.mktemp("views")
    return ScopeToolbox(scope_for(large()), folder, SETTINGS, SqlLimits(memory_mib=128))


def told(seen: Observation) -> dict[str, Any]:
    assert not seen.is_error, seen.text
    assert len(seen.text) <= ROOM
    parsed: dict[str, Any] = json.loads(seen.text)
    assert parsed["truncated"]
    return parsed


def test_search_cuts_the_last_passage_and_shows_what_is_left(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("kb_search", {"query": "word"})
    results = told(seen)["results"]
    texts = {item.id: item.text for item in large().documents.documents}
    assert [(shown.id, shown.start, shown.end) for shown in seen.shown] == [
        (result["document"], result["start"], result["end"]) for result in results
    ]
    for result in results:
        assert texts[result["document"]][result["start"] : result["end"]] == result["text"]
    assert results[-1]["end"] < len(texts[results[-1]["document"]])


def test_list_falls_back_to_bare_ids(toolbox: ScopeToolbox) -> None:
    seen = toolbox.call("table_list", {})
    parsed = told(seen)
    listed = [entry["view"] for entry in parsed["views"]] + parsed["more"]
    assert [shown.id for shown in seen.shown] == listed
    assert parsed["count"] == 40
    assert listed == sorted(listed)
    assert len(listed) > ROOM // 40


def test_describe_falls_back_to_bare_column_names(toolbox: ScopeToolbox) -> None:
    parsed = told(toolbox.call("table_describe", {"view": "t1__sheet number 0"}))
    names = [column["name"] for column in parsed["columns"]] + parsed["more"]
    assert names == WIDE.columns[: len(names)]
    assert len(parsed["more"]) > 1


def test_query_rows_and_columns_are_bounded(toolbox: ScopeToolbox) -> None:
    view = '"t1__sheet number 0"'
    wide = told(toolbox.call("table_query", {"sql": f"SELECT * FROM {view}"}))
    assert {len(row) for row in wide["rows"]} == {len(wide["columns"])}
    long = told(toolbox.call("table_query", {"sql": "SELECT range AS n FROM range(100000)"}))
    assert long["rows"] == [[number] for number in range(len(long["rows"]))]
    cell = told(toolbox.call("table_query", {"sql": "SELECT repeat('x', 60) AS x"}))
    assert cell["rows"] == [["x" * 49 + "…"]]
    toolbox.close()


def test_graph_lists_are_bounded(toolbox: ScopeToolbox) -> None:
    for name in ("graph_neighbors", "graph_traverse"):
        seen = toolbox.call(name, {"node": "t1::f0.md"})
        parsed = told(seen)
        items = parsed.get("neighbors") or parsed["reached"]
        assert parsed["count"] == 39
        assert [shown.id for shown in seen.shown] == [
            "t1::f0.md",
            *(item["node"] for item in items),
        ]


@pytest.mark.parametrize(
    ("name", "listed"), [("graph_neighbors", "neighbors"), ("graph_traverse", "reached")]
)
def test_offsets_lead_to_every_edge_once(toolbox: ScopeToolbox, name: str, listed: str) -> None:
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        parsed = json.loads(toolbox.call(name, {"node": "t1::f0.md", "offset": offset}).text)
        assert parsed["count"] == 39
        found += [item["node"] for item in parsed[listed]]
        offset = parsed.get("next_offset")
        assert parsed["truncated"] == (offset is not None)
    assert sorted(found) == sorted(f"t1::f{number}.md" for number in range(1, 40))


@pytest.mark.parametrize(("offset", "is_error"), [(39, False), (-1, True), ("1", True)])
def test_an_offset_is_no_negative_number(
    toolbox: ScopeToolbox, offset: object, is_error: bool
) -> None:
    seen = toolbox.call("graph_neighbors", {"node": "t1::f0.md", "offset": offset})
    assert seen.is_error == is_error
    assert is_error or json.loads(seen.text)["neighbors"] == []


def test_errors_are_bounded(toolbox: ScopeToolbox) -> None:
    for name, key in (
        ("graph_neighbors", "node"),
        ("table_describe", "view"),
        ("table_query", "sql"),
    ):
        seen = toolbox.call(name, {key: "f1 md " * 3000})
        assert seen.is_error
        assert len(seen.text) < 2500
    toolbox.close()


@pytest.mark.parametrize(
    ("interface", "added"),
    [
        (Interface.OPEN, ["_source_file", "_source_sheet", "_source_row_id"]),
        (Interface.SEALED, ["_source_row_id"]),
    ],
)
def test_served_frame_overwrites_no_column(interface: Interface, added: list[str]) -> None:
    record = surfaces().tables.records[0]
    frame = pl.DataFrame({"_source_file": ["mine"], "a": [1]})
    served = served_frame(record, data(frame), interface)
    assert served.columns == ["_source_file_2", "a", *added]
    assert served["_source_file_2"].to_list() == ["mine"]


def test_scopes_do_not_depend_on_the_order_of_records(tmp_path: Path) -> None:
    whole = surfaces()
    turned = replace(
        whole,
        passages=whole.passages[::-1],
        documents=DocumentSet(documents=whole.documents.documents[::-1]),
        tables=TableSet(records=whole.tables.records[::-1], data=whole.tables.data),
        graph=GraphSet(nodes=whole.graph.nodes[::-1], edges=whole.graph.edges[::-1]),
    )
    calls: list[tuple[str, dict[str, Any]]] = [
        ("kb_search", {"query": "freight Nordwind budget"}),
        ("table_list", {}),
        ("graph_search_entities", {"query": "task plan"}),
        ("graph_traverse", {"node": "task_1", "depth": 4}),
    ]
    boxes = [ScopeToolbox(scope_for(item), tmp_path) for item in (whole, turned)]
    for name, args in calls:
        assert boxes[0].call(name, args) == boxes[1].call(name, args)
