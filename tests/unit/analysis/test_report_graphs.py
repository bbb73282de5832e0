"""The graphs of a report: a picture per persona, oddities beside it."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from worksurface_pipeline.site import pieces
from worksurface_pipeline.worksurface.analysis.report_graphs import graph_parts, oddity_table
from worksurface_pipeline.worksurface.schema.surfaces import EdgeReport, GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet


def graph_of(persona: str, oddities: int = 0) -> GraphSet:
    node = GraphNode(id="t7::<a>.md", kind="input", label="<a>.md", task_id="7", persona=persona)
    loop = GraphEdge(
        source=node.id,
        target=node.id,
        relation="depends_on",
        origin="source",
        reason="So it says.",
        flags=("self_loop",),
    )
    report = EdgeReport(kind="self_loop", task_id="7", nodes=(node.id,), detail="It loops.")
    return GraphSet(nodes=(node,), edges=(loop,), reports=(report,) * oddities)


def page(*graphs: GraphSet) -> Markup:
    return pieces.join(graph_parts(graphs, limit=2))


def test_each_persona_has_its_picture_in_order() -> None:
    html = page(graph_of("researcher"), graph_of("backend_developer"))
    first, second = (html.index(f"figure-graph_{name}") for name in ("backend", "researcher"))
    assert first < second
    assert html.count("<svg") == 2
    assert "&lt;a&gt;.md" in html
    assert "<a>" not in html


def test_a_sound_graph_has_no_table_of_oddities() -> None:
    assert "<table" not in page(graph_of("researcher"))
    assert "It loops." in page(graph_of("researcher", oddities=1))


@pytest.mark.parametrize(
    ("oddities", "rows", "notes"),
    [
        pytest.param(2, 2, (), id="all are listed"),
        pytest.param(5, 2, ("3 more stand in the graph's reports.",), id="the rest is counted"),
    ],
)
def test_a_long_list_says_what_it_leaves_out(
    oddities: int, rows: int, notes: tuple[str, ...]
) -> None:
    table = oddity_table(graph_of("researcher", oddities), limit=2)
    assert sum(len(group.rows) for group in table.groups) == rows
    assert table.notes == notes
