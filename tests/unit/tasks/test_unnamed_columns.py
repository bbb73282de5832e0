"""No question comes from a name that the file does not state; none computes with identifiers."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import table
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile, profile_view

COLUMNS: dict[str, list[object]] = {
    "region": ["North", "South"],
    "column_2": [1, 2],
    "sales": [3, 4],
}


def _profile(invented: set[str], types: dict[str, ColumnType] | None = None) -> ViewProfile:
    record, data = table("sales.csv", COLUMNS, types=types)
    columns = tuple(
        column.model_copy(update={"is_invented": column.name in invented})
        for column in record.columns
    )
    changed: TableRecord = record.model_copy(update={"columns": columns})
    return profile_view(changed, data, category_limit=50)


@pytest.mark.parametrize(
    ("invented", "asked"),
    [
        (set(), ["region", "column_2", "sales"]),
        ({"column_2"}, ["region", "sales"]),
        ({"column_2", "region"}, []),
    ],
)
def test_invented_names_are_never_asked_about(invented: set[str], asked: list[str]) -> None:
    assert [column.name for column in _profile(invented).columns] == asked


@pytest.mark.parametrize(
    "kind", [ColumnType.IDENTIFIER, ColumnType.TIME, ColumnType.DURATION, ColumnType.TEXT]
)
def test_only_numbers_are_measures(kind: ColumnType) -> None:
    assert [item.name for item in _profile(set()).measures] == ["column_2", "sales"]
    profile = _profile(set(), {"column_2": kind})
    assert [item.name for item in profile.measures] == ["sales"]
