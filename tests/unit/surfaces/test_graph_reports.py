"""Oddities are reported in records, and nothing is dropped for them."""

from __future__ import annotations

import pytest

from tests.unit.surfaces.builders import document, failed, reads, source_task
from worksurface_pipeline.readers.model import Extraction, FailureReason
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import EdgeReport
from worksurface_pipeline.worksurface.source.edges import read_edges
from worksurface_pipeline.worksurface.source.fields import Fields
from worksurface_pipeline.worksurface.source.names import ManifestEntry, NameIndex
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet

Pairs = list[tuple[str, str]]
FILES = ["a.md", "b.md", "c.md"]


def task_with(pairs: Pairs, outputs: tuple[str, ...] = ("o.md",)) -> SourceTask:
    names = NameIndex([ManifestEntry(name, f"data/{name}", name) for name in FILES], outputs)
    rows = [Fields({"from": source, "to": target}, "edge") for source, target in pairs]
    return source_task(FILES, outputs=outputs, edges=read_edges(rows, names))


@pytest.mark.parametrize(
    ("pairs", "kind", "nodes"),
    [
        pytest.param(
            [("a.md", "o.md"), ("a.md", "o.md")],
            "duplicate",
            ("t7::a.md", "t7::out::o.md"),
            id="duplicate",
        ),
        pytest.param([("o.md", "a.md")], "reversed", ("t7::out::o.md", "t7::a.md"), id="reversed"),
        pytest.param(
            [("lost.md", "o.md")],
            "dangling",
            ("t7::unknown::lost.md", "t7::out::o.md"),
            id="dangling",
        ),
        pytest.param([("a.md", "a.md")], "self_loop", ("t7::a.md", "t7::a.md"), id="self loop"),
        pytest.param(
            [("a.md", "b.md"), ("b.md", "a.md")], "two_way", ("t7::a.md", "t7::b.md"), id="two way"
        ),
        pytest.param(
            [("a.md", "b.md"), ("b.md", "c.md"), ("c.md", "a.md")],
            "cycle",
            ("t7::a.md", "t7::b.md", "t7::c.md"),
            id="cycle",
        ),
    ],
)
def test_odd_edges_are_reported_and_kept(pairs: Pairs, kind: str, nodes: tuple[str, ...]) -> None:
    graph = build_graph([task_with(pairs)], DocumentSet(), TableSet())
    (report,) = graph.reports
    assert (report.kind, report.nodes, report.task_id) == (kind, nodes, "7")
    assert report.detail.endswith(".")
    kept = [e for e in graph.edges if e.relation in ("depends_on", "supports_output")]
    assert len(kept) == len(pairs)


def test_a_sound_task_has_no_report() -> None:
    task = task_with([("a.md", "b.md"), ("b.md", "o.md")])
    assert build_graph([task], DocumentSet(), TableSet()).reports == ()


def test_a_name_in_both_lists_is_reported() -> None:
    (report,) = build_graph([task_with([], outputs=("a.md",))], DocumentSet(), TableSet()).reports
    assert report.kind == "input_and_output"
    assert report.nodes == ("t7::a.md", "t7::out::a.md")


def test_two_files_with_one_node_id_are_never_merged_silently() -> None:
    graph = build_graph([source_task(["out::o.md"], outputs=["o.md"])], DocumentSet(), TableSet())
    (report,) = graph.reports
    assert (report.kind, report.nodes) == ("node_clash", ("t7::out::o.md",))


def graph_of(tasks: list[SourceTask], contents: dict[str, Extraction]) -> GraphSet:
    documents = project_documents(tasks, TableSet(), reads(contents))
    return build_graph(tasks, documents, TableSet())


def test_equal_names_of_two_tasks_stay_two_nodes() -> None:
    """Field report 12: nodes are keyed by source file, never merged by label."""
    tasks = [source_task(["Decisions.md"], str(number)) for number in range(40)]
    graph = graph_of(tasks, {"Decisions.md": document("We decide.")})
    assert sum(node.kind == "input" for node in graph.nodes) == 40
    assert sum(node.kind == "document" for node in graph.nodes) == 40
    assert graph.reports == ()


def test_each_file_that_was_read_has_a_node_and_a_surface_else_it_is_listed() -> None:
    """Field report 12: a failure accounts for a file, silence does not."""
    task = source_task(["a.md", "b.md", "c.md"])
    contents: dict[str, Extraction] = {
        "a.md": document("words"),
        "b.md": failed(FailureReason.CORRUPT),
        "c.md": document("words"),
    }
    documents = project_documents([task], TableSet(), reads(contents))
    lost = documents.model_copy(update={"documents": documents.documents[:1]})
    assert build_graph([task], documents, TableSet()).reports == ()
    assert build_graph([task], lost, TableSet()).reports == (
        EdgeReport(
            kind="no_surface",
            task_id="7",
            nodes=("t7::c.md",),
            detail="The file 'c.md' of task 7 is on no surface and no failure says why.",
        ),
    )


def test_reports_are_stored_and_read_again() -> None:
    graph = build_graph([task_with([("o.md", "a.md")])], DocumentSet(), TableSet())
    files = dict(graph.to_files())
    assert GraphSet.from_files(files.__getitem__) == graph
    assert b"reversed" in files["reports.jsonl"]
