"""A text that says only the last part of a name means a file in a subfolder, if it is unique."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import document, source_task
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet


@pytest.mark.parametrize(
    ("files", "target"),
    [
        pytest.param(["a.md", "sub/rates.csv"], ["t7::sub/rates.csv"], id="unique"),
        pytest.param(["a.md", "x/rates.csv", "y/rates.csv"], [], id="two-of-that-name"),
        pytest.param(["a.md", "rates.csv"], ["t7::rates.csv"], id="no-subfolder"),
    ],
)
def test_the_last_part_of_a_name_is_a_mention(files: list[str], target: list[str]) -> None:
    task = source_task([], files)
    text = document("a.md", "# Plan\n\nAll prices follow rates.csv as of May.\n")
    graph = build_graph([task], DocumentSet(documents=(text,)), TableSet())
    assert [edge.target for edge in graph.edges if edge.relation == "mentions"] == target
