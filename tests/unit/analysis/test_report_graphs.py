"""The graphs of a report: a picture per persona, oddities beside it."""

from __future__ import annotations

import pytest

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


def test_each_persona_has_its_picture_in_order() -> None:
    parts = list(graph_parts((graph_of("researcher"), graph_of("backend_developer")), limit=2))
    assert [part.persona for part in parts] == ["backend_developer", "researcher"]
    assert len({part.file[0] for part in parts}) == 2
    for part in parts:
        picture = part.file[1].decode()
        assert picture.startswith("<svg")
        assert "&lt;a&gt;.md" in picture
        assert "<a>" not in picture
        assert f'src="{part.file[0]}"' in part.body


def test_a_sound_graph_has_no_table_of_oddities() -> None:
    (sound,) = graph_parts((graph_of("researcher"),), limit=2)
    (odd,) = graph_parts((graph_of("researcher", oddities=1),), limit=2)
    assert "<table" not in sound.body
    assert "It loops." in odd.body


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
