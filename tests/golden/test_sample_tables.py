"""The embedded sample: each of its tables is read with its header, types and no failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared_files import ROOT
from worksurface_pipeline.readers.model import Workbook
from worksurface_pipeline.readers.tables import read_workbook

FILES = sorted(
    path
    for path in (ROOT / "data_lake" / "sample").glob("*/data/*")
    if path.suffix in {".csv", ".xls", ".xlsx"}
)


def test_the_sample_has_tables() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition("_")[2])
def test_sample_table(path: Path) -> None:
    workbook = read_workbook(path, path.name.partition("_")[2])
    assert isinstance(workbook, Workbook)
    assert workbook.failures == ()
    assert {table.sheet for table in workbook.tables} == set(workbook.sheets)
    for table in workbook.tables:
        assert len(table.layout.header_rows) == 1
        assert not any(column.is_invented for column in table.columns)
        if table.frame.height > 3:
            assert {column.type.value for column in table.columns} - {"text"}
