from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document

from tests.unit.readers.document_files import png_bytes, write_docx, write_pptx
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Picture,
)

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read(path: Path, name: str = "") -> DocumentContent:
    result = read_document(path, name or path.name)
    assert isinstance(result, DocumentContent), result
    return result


def test_docx_is_markdown_without_escapes_pictures_or_margins(tmp_path: Path) -> None:
    content = read(write_docx(tmp_path / "a.docx"))
    assert content.text == (
        "# Stock policy\n\nReorder at 40_units *always*.\n\n- First\n- Second\n\n"
        "| Site | Days |\n| --- | --- |\n| North\\|East | 12 |\n"
    )
    assert content.title == "Stock policy"
    assert content.furniture == ("Company confidential",)


def rewrite(path: Path, change: Callable[[str], str]) -> Path:
    """The document with its main part changed."""
    changed = path.with_suffix(".new.docx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/document.xml":
                data = change(data.decode()).encode()
            new.writestr(name, data)
    return changed


def test_tracked_changes_are_read_as_accepted(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("KEEP")
    document.save(str(tmp_path / "a.docx"))
    marks = (
        '<w:ins w:id="1" w:author="a"><w:r><w:t xml:space="preserve"> added</w:t></w:r></w:ins>'
        '<w:del w:id="2" w:author="a"><w:r><w:delText> dropped</w:delText></w:r></w:del></w:p>'
    )
    path = rewrite(tmp_path / "a.docx", lambda xml: xml.replace("</w:p>", marks, 1))
    assert read(path).text == "KEEP added\n"


def test_a_docx_of_pictures_has_no_text(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(png_bytes(3, 3))
    document = Document()
    document.add_picture(str(tmp_path / "p.png"))
    document.save(str(tmp_path / "a.docx"))
    result = read_document(tmp_path / "a.docx", "a.docx")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.NO_TEXT


def test_pptx_slides_tables_charts_notes_and_hidden_state(tmp_path: Path) -> None:
    content = read(write_pptx(tmp_path / "a.pptx"))
    assert content.text == (
        "## Quarter\n\n- Orders rose\n- Returns fell\n\nBoxed\n\n> Say it slowly\n\n"
        "## Figures\n\n| Region | Units |\n| --- | --- |\n| West | 31 |\n\n"
        "|  | Orders |\n| --- | --- |\n| Jan | 10 |\n| Feb | 20.5 |\n\n"
        "## Spare\n"
    )
    assert content.title == "Quarter"
    assert [(place.kind, place.number) for place in content.places] == [
        ("slide", 1),
        ("slide", 2),
        ("slide", 3),
    ]
    assert [content.text[place.start :][:9] for place in content.places] == [
        "## Quarte",
        "## Figure",
        "## Spare\n",
    ]
    assert content.remarks == ("hidden slides: 3",)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("write", [write_docx, write_pptx], ids=["docx", "pptx"])
def test_truncated_office_files_are_corrupt(
    tmp_path: Path, write: Callable[[Path], Path], share: float
) -> None:
    path = write(tmp_path / f"a.{write.__name__[6:]}")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    result = read_document(path, path.name)
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.CORRUPT


@pytest.mark.parametrize("part", ["word/document.xml", "[Content_Types].xml"])
def test_a_docx_with_a_broken_part_is_corrupt(tmp_path: Path, part: str) -> None:
    write_docx(tmp_path / "a.docx")
    path = tmp_path / "b.docx"
    with zipfile.ZipFile(tmp_path / "a.docx") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"<broken" if name == part else old.read(name))
    result = read_document(path, "b.docx")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.CORRUPT


@pytest.mark.parametrize("name", ["a.doc", "a.ppt", "a.xls", "a.docx"])
def test_a_damaged_ole_file_is_a_failure(tmp_path: Path, name: str) -> None:
    path = tmp_path / "stored"
    path.write_bytes(OLE + bytes(range(256)) * 8)
    result = read_document(path, name)
    assert isinstance(result, ExtractionFailure)
    assert result.reason in (FailureReason.CORRUPT, FailureReason.UNSUPPORTED)
    assert result.remedy


def test_pictures_have_a_type_and_a_size(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(png_bytes(7, 5))
    assert read_document(path, "a.jpg") == Picture(media_type="image/png", width=7, height=5)


def test_a_picture_with_a_broken_header_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"rubbish" * 9)
    result = read_document(path, "a.png")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.CORRUPT


def test_the_name_never_enters_the_text(tmp_path: Path) -> None:
    name = "zebra_quokka.docx"
    path = write_docx(tmp_path / name)
    shutil.copy(path, tmp_path / "other.bin")
    assert read(path) == read(tmp_path / "other.bin", "other.docx")


@pytest.mark.parametrize("write", [write_docx, write_pptx], ids=["docx", "pptx"])
def test_bits_damaged_inside_a_member_are_no_exception(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    whole = write(tmp_path / f"a.{write.__name__[6:]}").read_bytes()
    path = tmp_path / f"b.{write.__name__[6:]}"
    for start in range(100, len(whole) // 2, len(whole) // 12):
        path.write_bytes(whole[:start] + b"\xa5" * 40 + whole[start + 40 :])
        result = read_document(path, path.name)
        assert isinstance(result, DocumentContent | ExtractionFailure)
        if isinstance(result, ExtractionFailure):
            assert result.reason in (FailureReason.CORRUPT, FailureReason.UNSUPPORTED)
