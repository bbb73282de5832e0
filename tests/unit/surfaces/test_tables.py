from __future__ import annotations

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
from worksurface_pipeline.readers.packing import Packed
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.sets import TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables


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


def test_absent_files_are_not_opened() -> None:
    opened: list[str] = []

    def read(file: SourceFile) -> Packed:
        opened.append(file.filename)
        raise AssertionError(file.filename)

    task = source_task([source_file("gone.csv", status=FileStatus.ABSENT)])
    found = project_tables([task], read, GatePolicy())
    assert opened == []
    assert list(found.to_files()) == list(TableSet().to_files())


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


def test_cells_are_opened_one_table_at_a_time() -> None:
    asked: list[str] = []
    contents = reads({"a.csv": workbook(big_table()), "b.csv": workbook(big_table(rows=31))})

    def read(file: SourceFile) -> Packed:
        asked.append(file.filename)
        return contents(file)

    found = project_tables([source_task(["a.csv", "b.csv"])], read, GatePolicy())
    assert asked == ["a.csv", "b.csv"]
    assert found.data["t7__b"].frame.height == 31
    assert found.data["t7__b"].texts.height == 31
    assert asked == ["a.csv", "b.csv", "b.csv"]
    assert set(found.data) == {"t7__a", "t7__b"}
