"""Columns from records, and the parts of a frame."""

from __future__ import annotations

import polars as pl
import pytest

from worksurface_pipeline.harness.llm.types import MOST_TOKENS
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.analysis.frames import field_columns, parts


class Row(Frozen):
    task_id: str
    tokens: int | None


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        pytest.param(5, 5, id="a count"),
        pytest.param(0, None, id="none was counted"),
        pytest.param(-1, None, id="negative"),
        pytest.param(MOST_TOKENS + 1, None, id="more than there can be"),
        pytest.param(10**30, None, id="more than a column can hold"),
        pytest.param(None, None, id="not reported"),
    ],
)
def test_counts_of_tokens(tokens: int | None, told: int | None) -> None:
    found = field_columns([Row(task_id="a", tokens=tokens)], ["task_id", "tokens"])
    assert {name: list(column) for name, column in found.items()} == {
        "task_id": ["a"],
        "tokens": [told],
    }


def test_nothing_has_empty_columns() -> None:
    found = field_columns([], ["task_id", "tokens"])
    assert pl.DataFrame(found, schema={"task_id": pl.String, "tokens": pl.Int64}).is_empty()


def test_parts_are_sorted_and_keep_the_order_of_rows() -> None:
    frame = pl.DataFrame({"model": ["b", "a", "b"], "kind": ["x", "y", "x"], "n": [1, 2, 3]})
    found = [(key, part["n"].to_list()) for key, part in parts(frame, "model", "kind")]
    assert found == [(("a", "y"), [2]), (("b", "x"), [1, 3])]
