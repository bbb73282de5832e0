"""Exported tables: the schema is the documented one, rows are ordered, equal input equal bytes."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.shared_files import ROOT
from tests.unit.exchange.cells import NAMES, cell
from worksurface_pipeline.worksurface.exchange.columns import Layout
from worksurface_pipeline.worksurface.exchange.layouts import LAYOUTS, SCORES, TURNS
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns, write_tables
from worksurface_pipeline.worksurface.schema.scores import Score

_ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", re.M)


def _read(folder: Path, layout: Layout) -> pa.Table:
    return pq.read_table(folder / f"{layout.name}.parquet")


def _documented(layout: Layout) -> list[tuple[str, str, str]]:
    text = (ROOT / "docs" / "parquet.md").read_text(encoding="utf-8")
    part = text.split(f"## `{layout.name}.parquet`")[1].split("\n## ")[0]
    return _ROW.findall(part)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_documented_schema_is_the_one_that_is_written(layout: Layout, tmp_path: Path) -> None:
    write_tables(tmp_path, [cell()])
    assert _documented(layout) == [(one.name, one.kind, one.meaning) for one in layout.columns]
    assert _read(tmp_path, layout).schema.equals(layout.schema)


def test_every_field_of_a_score_is_exported() -> None:
    split = {"departure"}
    beside = {"also"}  # the other profiles are a table of their own
    columns = {one.name for one in SCORES.columns}
    assert set(Score.model_fields) - split - beside <= columns


def test_equal_input_in_any_order_gives_equal_bytes(tmp_path: Path) -> None:
    one = cell()
    turned = CellRuns(one.trajectories[::-1], one.scores[::-1])
    write_tables(tmp_path / "a", [one])
    write_tables(tmp_path / "b", [turned])
    for layout in LAYOUTS:
        name = f"{layout.name}.parquet"
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_rows_are_ordered_and_hold_what_the_records_say(tmp_path: Path) -> None:
    counts = dict(write_tables(tmp_path, [cell("S4"), cell("S5")]))
    assert counts.pop("profiles") == 2 * 2 * (len(NAMES) - 1)  # two more profiles, one error
    assert counts == {"scores": 10, "trajectories": 10, "turns": 2 * (5 + 6 - 1)}
    for layout in LAYOUTS:
        table = _read(tmp_path, layout)
        keys = list(zip(*(table[name].to_pylist() for name in layout.order), strict=True))
        assert keys == sorted(keys)
        assert len(set(keys)) == len(keys)
    scores = _read(tmp_path, SCORES).to_pylist()[: len(NAMES)]
    by_task = {row["task_id"]: row for row in scores}
    assert by_task["answered"]["answer"] == 1.0
    assert (by_task["errored"]["status"], by_task["errored"]["answer"]) == ("error", None)
    assert "efficiency: a call reported no usage" in by_task["unread"]["unscored"].split("\n")
    observed = [row["observation"] for row in _read(tmp_path, TURNS).to_pylist()]
    assert "[a.md] Größe" in observed


def test_half_a_character_is_replaced_and_stops_nothing(tmp_path: Path) -> None:
    (first, *rest) = cell().trajectories
    odd = first.model_copy(update={"error": "name \ud800"})
    write_tables(tmp_path, [CellRuns([odd, *rest], ())])
    table = pq.read_table(tmp_path / "trajectories.parquet")
    assert table["error"].to_pylist()[1] == "name ?"
    assert _read(tmp_path, SCORES).num_rows == 0
