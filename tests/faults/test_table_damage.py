"""Damaged workbooks give a failure or what can be read, never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlwt

from tests.unit.readers.table_files import write_book
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.readers.model import ExtractionFailure, Workbook
from worksurface_pipeline.readers.tables import read_workbook

CUTS = (10, 100, 600, 2000, 4000)
SEEDS = range(12)


def _files(folder: Path) -> list[Path]:
    modern = write_book(folder, {"S": [["a", "b"], [1, "=A2"], [0.5, "x"]]}, {"A3": "0%"})
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for row, values in enumerate([("a", "b"), (1, "x"), (2, "y")]):
        for column, value in enumerate(values):
            sheet.write(row, column, value)
    book.save(str(folder / "old.xls"))
    return [modern, folder / "old.xls"]


@pytest.mark.parametrize("cut", CUTS)
def test_truncated_workbooks(tmp_path: Path, cut: int) -> None:
    for path in _files(tmp_path):
        path.write_bytes(path.read_bytes()[:cut])
        assert isinstance(read_workbook(path, path.name), ExtractionFailure)


@pytest.mark.parametrize("seed", SEEDS)
def test_flipped_bytes(tmp_path: Path, seed: int) -> None:
    for path in _files(tmp_path):
        data = bytearray(path.read_bytes())
        for index in range(20):
            place = int(hash_unit(seed, f"place {index}") * len(data))
            data[place] = int(hash_unit(seed, f"byte {index}") * 256)
        path.write_bytes(data)
        assert isinstance(read_workbook(path, path.name), (Workbook, ExtractionFailure))
