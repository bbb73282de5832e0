from __future__ import annotations

import pytest

from tests.unit.surfaces.builders import source_task
from tests.unit.surfaces.test_graph import IN, OUT, dependency
from worksurface_pipeline.worksurface.schema.source import SharedContent
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.graph_view import GraphView, exported_relation
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet


@pytest.fixture
def view() -> GraphView:
    task = source_task(
        ["b.md", "a.md"],
        outputs=["o.md"],
        edges=[
            dependency(("a.md", IN), ("o.md", OUT)),
            dependency(("a.md", IN), ("o.md", OUT), "duplicate"),
            dependency(("a.md", IN), ("a.md", IN), "self_loop"),
        ],
    )
    far = SharedContent(
        sha256="0" * 64, members=("t7::b.md", "t9::b.md"), personas=("other", "researcher")
    )
    return GraphView(build_graph([task], DocumentSet(), TableSet(), [far]))


def test_complete_sets_are_sorted_and_without_repeats(view: GraphView) -> None:
    assert view.targets("task_7", "task_requires_file") == ("t7::a.md", "t7::b.md")
    assert view.targets("t7::a.md", "supports_output") == ("t7::out::o.md",)
    assert view.sources("t7::out::o.md", "supports_output") == ("t7::a.md",)
    assert view.targets("t7::out::o.md", "supports_output") == ()


def test_neighbours_go_both_ways(view: GraphView) -> None:
    found = [
        (step.node, step.edge.relation, step.is_outgoing) for step in view.neighbours("t7::a.md")
    ]
    assert found == [
        ("t7::a.md", "depends_on", True),
        ("t7::out::o.md", "supports_output", True),
        ("t7::out::o.md", "supports_output", True),
        ("task_7", "task_requires_file", False),
    ]


def test_another_personas_node_is_an_end(view: GraphView) -> None:
    assert [step.node for step in view.neighbours("t7::b.md", "shared_artifact")] == ["t9::b.md"]
    assert view.node("t9::b.md") is None
    assert view.neighbours("t9::b.md") == ()
    assert view.traverse("t9::b.md", depth=5) == ()


@pytest.mark.parametrize(
    ("relation", "depth", "reached"),
    [
        pytest.param(None, 0, [], id="nowhere"),
        pytest.param(None, 1, [("t7::out::o.md", 1), ("t7::a.md", 1), ("t7::b.md", 1)], id="one"),
        pytest.param(
            None,
            3,
            [("t7::out::o.md", 1), ("t7::a.md", 1), ("t7::b.md", 1), ("t9::b.md", 2)],
            id="each once",
        ),
        pytest.param(
            "task_requires_file", 9, [("t7::a.md", 1), ("t7::b.md", 1)], id="one relation"
        ),
        pytest.param("mentions", 9, [], id="no such edge"),
    ],
)
def test_traverse(
    view: GraphView, relation: str | None, depth: int, reached: list[tuple[str, int]]
) -> None:
    found = view.traverse("task_7", relation, depth)
    assert [(item.node, item.depth) for item in found] == reached


def test_unknown_nodes_have_no_neighbours(view: GraphView) -> None:
    assert view.node("task_8") is None
    assert view.traverse("task_8") == ()


@pytest.mark.parametrize(
    ("relation", "exported"),
    [("supports_output", "depends_on"), ("depends_on", "depends_on"), ("mentions", "mentions")],
)
def test_the_public_format_knows_one_dependency(relation: str, exported: str) -> None:
    assert exported_relation(relation) == exported
