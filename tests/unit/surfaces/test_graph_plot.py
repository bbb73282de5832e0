"""The picture of a graph: complete, escaped, deterministic, and readable when there is much."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.unit.surfaces.builders import document, reads, source_task
from tests.unit.surfaces.test_graph_reports import task_with
from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceTask
from worksurface_pipeline.worksurface.surfaces import plot_svg
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.graph_plot import plot_graph
from worksurface_pipeline.worksurface.surfaces.graph_style import ODD, STROKES
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet

SVG = "{http://www.w3.org/2000/svg}"


def graph_of(tasks: list[SourceTask], shared: tuple[SharedContent, ...] = ()) -> GraphSet:
    contents = {f.filename: document("See b.md.") for task in tasks for f in task.files}
    documents = project_documents(tasks, TableSet(), reads(contents))
    return build_graph(tasks, documents, TableSet(), shared)


def shown(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_node_and_edge_is_drawn() -> None:
    graph = graph_of([source_task(["a.md", "b.md", "plan_v1.md", "plan_v2.md"], outputs=["o.md"])])
    svg = plot_graph(graph)
    words = shown(svg)
    for label in ("a.md", "b.md", "plan_v1.md", "plan_v2.md", "o.md"):
        assert label in words
    hints = [e.text or "" for e in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    drawn = [edge for edge in graph.edges if edge.relation in STROKES]
    for edge in drawn:
        assert f"{edge.source} {edge.relation} {edge.target}: {edge.reason}" in hints
    assert {edge.relation for edge in drawn} == {"projected_as", "mentions", "version_of"}
    assert any(word.startswith("mentions 3 ") for word in words)


def test_odd_edges_are_red() -> None:
    odd = build_graph([task_with([("o.md", "a.md")])], DocumentSet(), TableSet())
    sound = build_graph([task_with([("a.md", "o.md")])], DocumentSet(), TableSet())
    assert f'stroke="{ODD}"' in plot_graph(odd)
    assert ODD not in plot_graph(sound)


def test_a_file_of_another_persona_has_a_place_of_its_own() -> None:
    shared = SharedContent(
        sha256="0" * 64, members=("t7::a.md", "t9::x.md"), personas=("researcher", "other")
    )
    words = shown(plot_graph(graph_of([source_task(["a.md"])], (shared,))))
    assert "Files of other personas" in words
    assert "t9::x.md" in words


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>.md",
        'a"&<b>.md',
        "报告（最终）.md",
        "x" * 200 + ".md",
        "a\x07b.md",
    ],
)
def test_any_name_makes_a_sound_picture(name: str) -> None:
    svg = plot_graph(build_graph([source_task([name])], DocumentSet(), TableSet()))
    assert "<script" not in svg
    widest = max(map(plot_svg.width_of, shown(svg)))
    assert widest < 1180


def test_many_nodes_are_shown_by_task() -> None:
    shared = SharedContent(
        sha256="0" * 64, members=("t1::a.md", "t2::a.md"), personas=("researcher",)
    )
    graph = graph_of([source_task(["a.md", "b.md"], str(n)) for n in range(70)], (shared,))
    words = shown(plot_graph(graph))
    assert "Task 1" in words
    assert "11 more tasks" in words
    assert "a.md" not in words
    assert "1 equal files" in plot_graph(graph)


def test_equal_graphs_give_equal_bytes() -> None:
    tasks = [source_task(["a.md", "b.md"], task, outputs=["o.md"]) for task in ("7", "10", "8")]
    assert plot_graph(graph_of(tasks)) == plot_graph(graph_of(tasks[::-1]))
    assert plot_graph(graph_of(tasks), 0) == plot_graph(graph_of(tasks[::-1]), 0)
    assert ElementTree.fromstring(plot_graph(GraphSet())) is not None


@pytest.mark.parametrize(
    ("words", "width", "fitted"),
    [
        pytest.param("short", 100.0, "short", id="fits"),
        pytest.param("a" * 40 + ".docx", 100.0, "aaaaaaaa…a.docx", id="the end is kept"),
        pytest.param("报" * 20 + ".md", 100.0, "报报报报报…报.md", id="full width"),
    ],
)
def test_fitted(words: str, width: float, fitted: str) -> None:
    assert plot_svg.fitted(words, width) == fitted
    assert plot_svg.width_of(fitted) <= width
