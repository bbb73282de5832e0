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
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.readers.model import (
    Extraction,
    FailureReason,
    Picture,
    Place,
    TableLayout,
)
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.surfaces.coverage import check_exclusive
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables


def project(files: list[str | SourceFile], contents: dict[str, Extraction]) -> DocumentSet:
    task, read = source_task(files), reads(contents)
    return project_documents([task], project_tables([task], read, GatePolicy()), read)


def test_a_document_keeps_text_and_provenance_apart() -> None:
    found = project(["a b.md"], {"a b.md": document("# T\n\nwords\n")}).documents
    assert [(item.id, item.filename, item.text) for item in found] == [
        ("t7__a b.md", "a b.md", "# T\n\nwords\n")
    ]
    assert found[0].digest == digest_text("# T\n\nwords\n")


def test_every_cell_of_a_small_sheet_stands_in_its_document() -> None:
    layout = TableLayout(titles=("Stock | May",), totals=("Total | 3",), notes=("* counted",))
    small = table(
        ["item", "column_2"],
        [["a|b", "two\nlines"], [None, "3"]],
        sheet="S",
        layout=layout,
        invented=["column_2"],
    )
    found = project(["a.xlsx"], {"a.xlsx": workbook(small)}).documents
    assert found[0].text == (
        "Stock | May\n\n"
        "| item |  |\n| --- | --- |\n| a\\|b | two<br>lines |\n|  | 3 |\n"
        "\nTotal | 3\n\n* counted\n"
    )
    rows = [
        Place(start=found[0].text.index(cell), kind="row", number=number)
        for cell, number in (("| a\\|b", 2), ("|  | 3", 3))
    ]
    assert found[0].places == tuple(rows)
    assert (found[0].kind, found[0].sheet, found[0].title) == ("sheet", "S", "Stock | May")


def test_the_sheet_is_named_only_where_a_workbook_has_several() -> None:
    small = table(["k"], [["v"]], sheet="Notes")
    one = workbook(small)
    two = workbook(small, big_table(sheet="Data"))
    csv = workbook(table(["k"], [["v"]]))
    found = project(
        ["one.xlsx", "two.xlsx", "three.csv"], {"one.xlsx": one, "two.xlsx": two, "three.csv": csv}
    )
    assert [item.id for item in found.documents] == [
        "t7__one.md",
        "t7__two__Notes.md",
        "t7__three.md",
    ]


def test_files_and_sheets_share_one_name_space() -> None:
    book = workbook(table(["k"], [["v"]], sheet="b"), big_table(sheet="c"))
    found = project(["a.xlsx", "a__b.txt"], {"a.xlsx": book, "a__b.txt": document("text")})
    assert [item.id for item in found.documents] == ["t7__a_xlsx__b.md", "t7__a__b_txt.md"]


def test_pictures_are_registered_without_text() -> None:
    picture = Picture(media_type="image/png", width=3, height=4)
    found = project(["p.png"], {"p.png": picture})
    assert found.documents == ()
    assert [(item.id, item.sha256, item.width) for item in found.pictures] == [
        ("t7__p.png", digest_text("p.png"), 3)
    ]


def test_what_cannot_be_read_is_a_failure() -> None:
    files: list[str | SourceFile] = [
        source_file("gone.md", status=FileStatus.ABSENT),
        source_file("out.md", status=FileStatus.UNSAFE_PATH, stored="../out.md"),
        "changed.pdf",
        "blank.txt",
    ]
    task = source_task(files)
    read = reads({"changed.pdf": failed(FailureReason.CHANGED), "blank.txt": document(" \n")})
    found = project_documents([task], TableSet(), read)
    assert found.documents == ()
    assert [(item.filename, item.reason) for item in found.failures] == [
        ("gone.md", FailureReason.ABSENT),
        ("out.md", FailureReason.UNSAFE_PATH),
        ("changed.pdf", FailureReason.CHANGED),
        ("blank.txt", FailureReason.NO_TEXT),
    ]
    assert all(item.detail and item.remedy for item in found.failures)


def test_a_file_that_failed_as_a_table_is_not_read_again() -> None:
    contents: dict[str, Extraction] = {"a.xlsx": failed(FailureReason.TIMEOUT)}
    task = source_task(["a.xlsx"])
    tables = project_tables([task], reads(contents), GatePolicy())
    assert project_documents([task], tables, reads({})) == DocumentSet()


def test_a_workbook_that_the_tables_did_not_see_is_named() -> None:
    found = project_documents(
        [source_task(["a.xlsx"])], TableSet(), reads({"a.xlsx": workbook(big_table())})
    )
    assert [(item.filename, item.reason) for item in found.failures] == [
        ("a.xlsx", FailureReason.CHANGED)
    ]


def test_lost_cells_and_double_surfaces_are_found() -> None:
    task = source_task(["a.xlsx", "b.csv"])
    read = reads(
        {
            "a.xlsx": workbook(table(["k"], [["v"], ["w"]], sheet="S")),
            "b.csv": workbook(big_table()),
        }
    )
    tables = project_tables([task], read, GatePolicy())
    sound = project_documents([task], tables, read)
    assert check_exclusive(sound, tables) == ()
    shown = sound.documents[0]
    poorer = shown.model_copy(update={"text": shown.text.replace("| w |", "|  |")})
    twice = shown.model_copy(update={"id": "t7__b.md", "filename": "b.csv", "sheet": ""})
    broken = DocumentSet(documents=(poorer, twice))
    assert check_exclusive(broken, tables) == (
        "Document 't7__a.md' lacks 1 cells, the first is 'w'.",
        "Table 't7__b' is a view and also the document 't7__b.md'.",
    )
    assert check_exclusive(DocumentSet(), tables) == (
        "Table 't7__a__s' is below the gate and has 0 documents, not one.",
    )
