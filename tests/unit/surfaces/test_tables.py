from __future__ import annotations

import dataclasses

import polars as pl
import pytest

from tests.unit.surfaces.builders import (
    big_table,
    document,
    failed,
    reads,
    source_file,
    source_task,
    table,
    workbook,
)
from worksurface_pipeline.readers.model import Extraction, FailureReason, Picture
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.sets import TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables, table_digest


def test_content_decides_what_a_table_is() -> None:
    task = source_task(["really_a_table.pdf", "really_a_text.xlsx", "photo.png"])
    found = project_tables(
        [task],
        reads(
            {
                "really_a_table.pdf": workbook(big_table()),
                "really_a_text.xlsx": document("words"),
                "photo.png": Picture(media_type="image/png"),
            }
        ),
        GatePolicy(),
    )
    assert [(item.id, item.filename) for item in found.records] == [
        ("t7__really_a_table", "really_a_table.pdf")
    ]
    assert found.failures == ()


def test_small_sheets_stay_in_the_set_and_are_no_views() -> None:
    book = workbook(big_table(sheet="Data"), table(["k"], [["v"]], sheet="库存"))
    found = project_tables([source_task(["a.xlsx"])], reads({"a.xlsx": book}), GatePolicy())
    assert [(item.id, item.is_view, item.row_count) for item in found.records] == [
        ("t7__a__data", True, 30),
        ("t7__a__库存", False, 1),
    ]
    assert [view.id for view in found.views] == ["t7__a__data"]
    assert [seen.sheet for seen in found.sheets] == ["Data", "库存"]
    assert set(found.data) == {"t7__a__data", "t7__a__库存"}


def test_failures_of_sheets_and_of_tried_files_are_kept() -> None:
    book = workbook(big_table(sheet="A"), failures=[failed(FailureReason.EMPTY, "B")])
    contents: dict[str, Extraction] = {"a.xlsx": book, "b.xlsx": failed(FailureReason.ENCRYPTED)}
    found = project_tables([source_task(["a.xlsx", "b.xlsx"])], reads(contents), GatePolicy())
    assert [(item.filename, item.part, item.reason) for item in found.failures] == [
        ("a.xlsx", "B", FailureReason.EMPTY),
        ("b.xlsx", "", FailureReason.ENCRYPTED),
    ]
    assert [seen.sheet for seen in found.sheets] == ["A", "B"]


def test_absent_and_excluded_files_are_not_opened() -> None:
    opened: list[str] = []

    def read(file: SourceFile) -> Extraction:
        opened.append(file.filename)
        raise AssertionError(file.filename)

    task = source_task([source_file("gone.csv", status=FileStatus.ABSENT), "a.pdf"])
    found = project_tables([task], read, GatePolicy(), lambda file: file.filename != "a.pdf")
    assert opened == []
    assert found == TableSet()


def test_tasks_are_taken_in_natural_order() -> None:
    tasks = [source_task(["a.csv"], task_id) for task_id in ("10", "9")]
    contents = reads({"a.csv": workbook(big_table())})
    one = project_tables(tasks, contents, GatePolicy())
    other = project_tables(tasks[::-1], contents, GatePolicy())
    assert [record.id for record in one.records] == ["t9__a", "t10__a"]
    assert dict(one.to_files()) == dict(other.to_files())


def test_a_table_set_survives_its_files() -> None:
    book = workbook(big_table(sheet="A"), failures=[failed(FailureReason.EMPTY, "B")])
    found = project_tables([source_task(["a.xlsx"])], reads({"a.xlsx": book}), GatePolicy())
    files = dict(found.to_files())
    back = TableSet.from_files(files.__getitem__)
    assert dict(back.to_files()) == files
    assert back.records == found.records


BASE = table(["a", "b"], [["1", None], ["x", ""]])
CHANGES = {
    "a cell": dataclasses.replace(BASE, frame=BASE.frame.with_columns(pl.lit("2").alias("a"))),
    "a source text": dataclasses.replace(
        BASE, texts=BASE.texts.with_columns(pl.lit("2").alias("a"))
    ),
    "a type": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.lit(None, pl.Int64).alias("b"))
    ),
    "empty text for no cell": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.col("b").fill_null(""))
    ),
    "the sign of an empty cell": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.col("b").fill_null("\\N"))
    ),
    "a row number": dataclasses.replace(BASE, row_numbers=(2, 4)),
    "a unit": dataclasses.replace(
        BASE, columns=(BASE.columns[0].model_copy(update={"unit": "EUR"}), BASE.columns[1])
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_digest_covers(change: str) -> None:
    assert table_digest(BASE) == table_digest(table(["a", "b"], [["1", None], ["x", ""]]))
    assert table_digest(CHANGES[change]) != table_digest(BASE)
