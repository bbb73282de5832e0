from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.unit.surfaces.builders import (
    big_table,
    document,
    reads,
    source_file,
    source_task,
    table,
    workbook,
)
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.readers.model import Extraction, Picture
from worksurface_pipeline.worksurface.schema.source import (
    DependencyEdge,
    EndKind,
    SharedContent,
    SourceTask,
)
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables

Triple = tuple[str, str, str]


def graph_of(
    tasks: Sequence[SourceTask],
    contents: dict[str, Extraction],
    shared: Sequence[SharedContent] = (),
) -> GraphSet:
    read = reads(contents)
    tables = project_tables(tasks, read, GatePolicy())
    return build_graph(tasks, project_documents(tasks, tables, read), tables, shared)


def triples(graph: GraphSet, relation: str = "") -> list[Triple]:
    return [
        (edge.source, edge.relation, edge.target)
        for edge in graph.edges
        if not relation or edge.relation == relation
    ]


def dependency(
    source: tuple[str, EndKind], target: tuple[str, EndKind], *flags: str
) -> DependencyEdge:
    return DependencyEdge(
        written_from=source[0],
        written_to=target[0],
        from_name=source[0],
        to_name=target[0],
        from_kind=source[1],
        to_kind=target[1],
        flags=flags,
    )


IN, OUT, UNKNOWN = EndKind.INPUT, EndKind.OUTPUT, EndKind.UNKNOWN


def test_source_edges_are_kept_as_written() -> None:
    task = source_task(
        ["a.md", "b.md"],
        outputs=["o.md"],
        edges=[
            dependency(("a.md", IN), ("o.md", OUT)),
            dependency(("a.md", IN), ("o.md", OUT), "duplicate"),
            dependency(("a.md", IN), ("b.md", IN), "two_way"),
            dependency(("o.md", OUT), ("a.md", IN), "reversed"),
            dependency(("lost.md", UNKNOWN), ("o.md", OUT), "dangling"),
        ],
    )
    graph = build_graph([task], DocumentSet(), TableSet())
    assert triples(graph) == [
        ("t7::a.md", "depends_on", "t7::b.md"),
        ("t7::a.md", "supports_output", "t7::out::o.md"),
        ("t7::a.md", "supports_output", "t7::out::o.md"),
        ("t7::out::o.md", "depends_on", "t7::a.md"),
        ("t7::unknown::lost.md", "depends_on", "t7::out::o.md"),
        ("task_7", "task_produces_output", "t7::out::o.md"),
        ("task_7", "task_requires_file", "t7::a.md"),
        ("task_7", "task_requires_file", "t7::b.md"),
    ]
    assert [edge.flags for edge in graph.edges[:5]] == [
        ("two_way",),
        (),
        ("duplicate",),
        ("reversed",),
        ("dangling",),
    ]
    assert {edge.origin for edge in graph.edges} == {"source"}
    assert [(node.id, node.kind) for node in graph.nodes] == [
        ("t7::a.md", "input"),
        ("t7::b.md", "input"),
        ("t7::out::o.md", "output"),
        ("t7::unknown::lost.md", "unknown_file"),
        ("task_7", "task"),
    ]


def test_files_lead_to_what_they_became() -> None:
    graph = graph_of(
        [source_task(["a.md", "b.xlsx", "c.png"])],
        {
            "a.md": document("words"),
            "b.xlsx": workbook(big_table(sheet="S"), table(["k"], [["v"]], sheet="T")),
            "c.png": Picture(media_type="image/png"),
        },
    )
    assert triples(graph, "projected_as") == [
        ("t7::a.md", "projected_as", "doc::t7__a.md"),
        ("t7::b.xlsx", "projected_as", "doc::t7__b__T.md"),
        ("t7::b.xlsx", "projected_as", "view::t7__b__s"),
        ("t7::c.png", "projected_as", "picture::t7__c.png"),
    ]


def test_mentions_stay_within_the_task_and_say_where() -> None:
    tasks = [
        source_task(["notes.md", "data.csv", "b.xlsx"], outputs=["out.docx"]),
        source_task(["other.md"], "8"),
    ]
    names = table(["item", "file"], [[f"{n}", None] for n in range(29)] + [["x", "see notes.md"]])
    graph = graph_of(
        tasks,
        {
            "notes.md": document("Use data.csv, then data.csv again for out.docx; not other.md."),
            "data.csv": workbook(names),
            "b.xlsx": workbook(table(["k"], [["data.csv"]], sheet="S")),
            "other.md": document("data.csv"),
        },
    )
    found = [edge for edge in graph.edges if edge.relation == "mentions"]
    assert [(edge.source, edge.target, edge.reason) for edge in found] == [
        (
            "t7::b.xlsx",
            "t7::data.csv",
            "'data.csv' stands in the text of sheet 'S' at character 16.",
        ),
        (
            "t7::data.csv",
            "t7::notes.md",
            "'notes.md' stands in the table, column 'file', source row 31.",
        ),
        (
            "t7::notes.md",
            "t7::data.csv",
            "'data.csv' stands in the text at character 4 (2 times there).",
        ),
        ("t7::notes.md", "t7::out::out.docx", "'out.docx' stands in the text at character 38."),
    ]
    assert {edge.origin for edge in found} == {"program"}


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        pytest.param(
            ("Region", "Net Sales"),
            ("region", "NET-SALES"),
            "Both have the same columns (Jaccard 1.00): net_sales, region.",
            id="equal once normalised",
        ),
        pytest.param(
            ("a", "b"),
            ("a", "c"),
            "",
            id="one third",
        ),
        pytest.param(
            ("a", "b"),
            ("a", "b", "c", "d"),
            "Jaccard 0.50 of the columns; shared: a, b.",
            id="one half",
        ),
        pytest.param(
            ("门店", "客流"),
            ("客流", "门店"),
            "Both have the same columns (Jaccard 1.00): 客流, 门店.",
            id="CJK",
        ),
        pytest.param(("编号", "名称", "日期"), ("编号", "名称", "日期"), "", id="generic CJK"),
        pytest.param(
            ("ID", "Name", "Date", "Total"), ("id", "name", "date", "total"), "", id="generic"
        ),
        pytest.param(("column_4", "Unnamed: 3"), ("column_4", "unnamed_3"), "", id="made up"),
        pytest.param(("2019", "2020", "2021"), ("2019", "2020", "2021"), "", id="years"),
        pytest.param(
            ("sku", "id"),
            ("sku", "id"),
            "Both have the same columns (Jaccard 1.00): id, sku.",
            id="one says what it is about",
        ),
        pytest.param(("sku",), ("sku",), "", id="one column is too few"),
        pytest.param(
            ("id", "date", "sku"), ("id", "date", "bin"), "", id="only generic ones shared"
        ),
        pytest.param(("—",), ("!",), "", id="no letters are no name"),
    ],
)
def test_schema_overlap(one: tuple[str, ...], other: tuple[str, ...], reason: str) -> None:
    contents: dict[str, Extraction] = {
        "a.csv": workbook(big_table(one)),
        "b.csv": workbook(big_table(other)),
    }
    graph = graph_of([source_task(["a.csv", "b.csv"])], contents)
    found = [edge for edge in graph.edges if edge.relation == "schema_overlap"]
    assert [edge.reason for edge in found] == ([reason] if reason else [])


def test_invented_names_are_no_schema() -> None:
    nameless = table(["sku", "bin", "b"], [["x", "y", "z"]] * 30, invented=["sku", "bin"])
    named = big_table(("sku", "bin"))
    graph = graph_of(
        [source_task(["a.csv", "b.csv"])], {"a.csv": workbook(nameless), "b.csv": workbook(named)}
    )
    assert triples(graph, "schema_overlap") == []


def test_many_equal_schemas_become_one_group() -> None:
    names = [f"m{number:02d}.csv" for number in range(51)]
    contents: dict[str, Extraction] = {name: workbook(big_table(("a", "b"))) for name in names}
    contents["other.csv"] = workbook(big_table(("a", "b", "c")))
    graph = graph_of([source_task([*names, "other.csv"])], contents)
    groups = [node for node in graph.nodes if node.kind == "schema_group"]
    assert [node.label for node in groups] == ["51 tables with the columns a, b"]
    edges = triples(graph, "schema_overlap")
    assert len(edges) == 51 + 1
    assert {edge[2] for edge in edges if edge[0] != groups[0].id} <= {
        groups[0].id,
        "view::t7__other",
    }


def test_fifty_equal_schemas_are_paired() -> None:
    names = [f"m{number:02d}.csv" for number in range(50)]
    graph = graph_of(
        [source_task(names)], {name: workbook(big_table(("a", "b"))) for name in names}
    )
    assert len(triples(graph, "schema_overlap")) == 50 * 49 // 2


def test_versions_link_inputs_and_outputs() -> None:
    task = source_task(["plan_v1.md"], outputs=["plan_v2.md"])
    graph = build_graph([task], DocumentSet(), TableSet())
    found = [edge for edge in graph.edges if edge.relation == "version_of"]
    assert [(edge.source, edge.target) for edge in found] == [
        ("t7::out::plan_v2.md", "t7::plan_v1.md")
    ]
    assert "'plan_v2.md' (v2) is newer than 'plan_v1.md' (v1)" in found[0].reason


def test_shared_content_crosses_tasks_and_personas() -> None:
    tasks = [source_task(["a.md", "b.md"]), source_task(["a.md"], "8")]
    shared = SharedContent(
        sha256="0" * 64,
        members=("t7::a.md", "t7::b.md", "t8::a.md", "t9::a.md"),
        personas=("researcher", "product_manager"),
    )
    foreign = SharedContent(
        sha256="1" * 64, members=("t9::x.md", "t9::y.md"), personas=("product_manager",)
    )
    graph = build_graph(tasks, DocumentSet(), TableSet(), [shared, foreign])
    found = [edge for edge in graph.edges if edge.relation == "shared_artifact"]
    assert [(edge.source, edge.target, edge.flags) for edge in found] == [
        ("t7::a.md", "t7::b.md", ("same_task",)),
        ("t7::a.md", "t8::a.md", ()),
        ("t7::a.md", "t9::a.md", ("leaves_persona",)),
        ("t7::b.md", "t8::a.md", ()),
        ("t7::b.md", "t9::a.md", ("leaves_persona",)),
        ("t8::a.md", "t9::a.md", ("leaves_persona",)),
    ]
    assert "t9::a.md" not in {node.id for node in graph.nodes}


def test_empty_files_share_nothing() -> None:
    empty = SharedContent(
        sha256=digest_bytes(b""), members=("t7::a.md", "t7::b.md"), personas=("researcher",)
    )
    graph = build_graph([source_task(["a.md", "b.md"])], DocumentSet(), TableSet(), [empty])
    assert triples(graph, "shared_artifact") == []


def test_a_content_that_all_tasks_share_grows_in_a_line() -> None:
    tasks = [source_task(["a.md"], str(number)) for number in range(80)]
    members = tuple(sorted(f"t{number}::a.md" for number in range(80)))
    shared = SharedContent(sha256="0" * 64, members=members, personas=("researcher",))
    graph = build_graph(tasks, DocumentSet(), TableSet(), [shared])
    assert len(triples(graph, "shared_artifact")) == 79


def test_the_order_of_tasks_and_of_shares_makes_no_difference() -> None:
    tasks = [source_task(["a.md", "a_v2.md"], task) for task in ("10", "9")]
    shared = [
        SharedContent(
            sha256=digit * 64, members=("t10::a.md", f"t9::{name}"), personas=("researcher",)
        )
        for digit, name in (("0", "a.md"), ("1", "a_v2.md"))
    ]
    one = build_graph(tasks, DocumentSet(), TableSet(), shared)
    other = build_graph(tasks[::-1], DocumentSet(), TableSet(), shared[::-1])
    assert dict(one.to_files()) == dict(other.to_files())


def test_documents_of_other_tasks_are_refused() -> None:
    task = source_task([source_file("a.md")])
    documents = project_documents([task], TableSet(), reads({"a.md": document("words")}))
    with pytest.raises(SourceError, match="names a node that no task has"):
        build_graph([source_task(["b.md"])], documents, TableSet())
