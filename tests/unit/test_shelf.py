"""The shelf: what one step stored the next one takes, without parsing it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.shelf import Shelf
from tests.unit.surfaces.builders import big_table, reads, source_task, workbook
from worksurface_pipeline.kernel.lake import Lake, Manifest
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.worksurface.surfaces.cells import cell_rows
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.sets import CoverageLedger, LazyCells, TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables
from worksurface_pipeline.worksurface.values import VALUES

BASIS = Basis(step="any", version=1, inputs=())


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(str(tmp_path))


def stored(lake: Lake, asset: str, partition: str = "p") -> tuple[Manifest, CoverageLedger]:
    value = CoverageLedger()
    return lake.store(asset, partition, BASIS, value), value


def tables() -> TableSet:
    contents = reads({"a.xlsx": workbook(big_table())})
    return project_tables([source_task(["a.xlsx"])], contents, GatePolicy())


def test_a_value_just_stored_is_handed_on_as_it_is(lake: Lake) -> None:
    manifest, value = stored(lake, "coverage_ledger")
    shelf = Shelf(VALUES)
    shelf.put(lake, manifest, value)
    assert shelf.take(lake, manifest) is value


def test_a_later_attempt_is_not_taken_for_the_one_that_is_held(lake: Lake) -> None:
    first, value = stored(lake, "coverage_ledger")
    second, _ = stored(lake, "coverage_ledger")
    shelf = Shelf(VALUES)
    shelf.put(lake, first, value)
    found = shelf.take(lake, second)
    assert found is not value
    assert found == value


def test_another_partition_lets_go_of_what_was_held(lake: Lake) -> None:
    one, value = stored(lake, "coverage_ledger", "one")
    other, _ = stored(lake, "coverage_ledger", "other")
    shelf = Shelf(VALUES)
    shelf.put(lake, one, value)
    shelf.take(lake, other)
    assert shelf.take(lake, one) is not value


def test_cells_are_held_by_their_files_and_read_back_the_same(lake: Lake) -> None:
    value = tables()
    manifest = lake.store("tables", "p", BASIS, value)
    shelf = Shelf(VALUES)
    shelf.put(lake, manifest, value)
    held = shelf.take(lake, manifest)
    assert held.records is value.records
    assert isinstance(held.data, LazyCells)
    assert list(held.to_files()) == list(value.to_files())
    assert list(lake.load(manifest, TableSet).to_files()) == list(value.to_files())


def test_the_rows_of_stored_cells_are_counted_without_decoding_them(lake: Lake) -> None:
    value = tables()
    held = lake.load(lake.store("tables", "p", BASIS, value), TableSet)
    counted = [cell_rows(held.data, record.id) for record in value.records]
    decoded = {record.id: held.data[record.id] for record in value.records}
    assert counted == [record.row_count for record in value.records] == [30]
    assert [cell_rows(decoded, record.id) for record in value.records] == counted
