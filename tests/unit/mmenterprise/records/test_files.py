"""Files open with other tools than those that wrote them, and tell no value of a picture."""

from __future__ import annotations

import io
import logging
import mailbox
from email import message_from_bytes, policy
from pathlib import Path
from zipfile import ZipFile

import pymupdf
import pypdf
import pytest
from lxml import etree
from PIL import Image

from tests.unit.mmenterprise.records.ledgers import ledger, rendered
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import DocumentContent

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it remarks on fonts beyond Latin


def _files(ending: str) -> list[str]:
    return [item.path for item in rendered().files if item.path.endswith(f".{ending}")]


def _pdf_text(data: bytes) -> str:
    reader = pypdf.PdfReader(io.BytesIO(data))
    return "\n".join([*(page.extract_text() for page in reader.pages), str(reader.metadata)])


@pytest.mark.parametrize("path", _files("pdf"))
def test_another_reader_finds_the_words_of_each_page(path: str) -> None:
    pages = pypdf.PdfReader(io.BytesIO(rendered().contents[path])).pages
    units = [unit for unit in rendered().units if path.endswith(f"/{unit.source}")]
    assert len(pages) == len(units)
    for page, unit in zip(pages, units, strict=True):
        assert set(unit.text_layer.replace("|", " ").split()) <= set(page.extract_text().split())


@pytest.mark.parametrize("path", _files("pptx"))
def test_a_deck_is_a_zip_of_xml_with_the_words_of_each_slide(path: str) -> None:
    units = [unit for unit in rendered().units if path.endswith(f"/{unit.source}")]
    with ZipFile(io.BytesIO(rendered().contents[path])) as members:
        assert members.testzip() is None
        assert {member.date_time for member in members.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for unit in units:
            root = etree.fromstring(members.read(f"ppt/slides/slide{unit.number}.xml"))
            words = " ".join(root.itertext()).split()
            assert set(unit.text_layer.replace("|", " ").split()) <= set(words)


@pytest.mark.parametrize("path", [*_files("pdf"), *_files("pptx")])
def test_our_own_readers_read_what_was_written(path: str, tmp_path: Path) -> None:
    name = path.rpartition("/")[2]
    file = tmp_path / name
    file.write_bytes(rendered().contents[path])
    content = read_document(file, name)
    assert isinstance(content, DocumentContent)
    assert "61.2%" in content.text


@pytest.mark.parametrize("path", _files("eml"))
def test_a_mailbox_takes_each_mail(path: str, tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "box")
    box.add(rendered().contents[path])
    box.flush()
    (message,) = mailbox.mbox(tmp_path / "box")
    whole = message_from_bytes(message.as_bytes(), policy=policy.default)
    (unit,) = [unit for unit in rendered().units if path.endswith(unit.source)]
    assert whole["Message-ID"].endswith(".example>")
    assert whole["Subject"] in unit.text
    for part in whole.iter_attachments():
        name = part.get_filename() or ""
        stored = [data for key, data in rendered().contents.items() if key.endswith(f"/{name}")]
        assert stored == [part.get_content()]


def test_an_answer_refers_to_the_mail_it_answers() -> None:
    mails = [
        message_from_bytes(rendered().contents[path], policy=policy.default)
        for path in _files("eml")
    ]
    ids = {mail["Message-ID"] for mail in mails}
    answers = [mail["In-Reply-To"] for mail in mails if mail["In-Reply-To"]]
    assert len(ids) == len(mails)
    assert answers
    assert set(answers) <= ids


@pytest.mark.parametrize("path", [unit.image for unit in rendered().units if unit.is_visual])
def test_two_tools_see_the_same_pixels(path: str) -> None:
    data = rendered().contents[path]
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        pixels = pymupdf.Pixmap(data)
        assert picture.size == (pixels.width, pixels.height)
        assert len(set(picture.convert("L").tobytes())) > 2
        assert "Software" not in picture.info


@pytest.mark.parametrize("read_pdf", [_pdf_text, None], ids=["pypdf", "pymupdf"])
def test_no_file_tells_what_stands_in_pixels_alone(read_pdf: object) -> None:
    assert list(give_aways(ledger(), rendered(), read_pdf)) == []  # type: ignore[arg-type]


def _deck_with_alternative_text(value: str) -> tuple[str, bytes]:
    (path,) = _files("pptx")
    target = io.BytesIO()
    with ZipFile(io.BytesIO(rendered().contents[path])) as old, ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, data.replace(b'descr="As', f'descr="{value} As'.encode()))
    return path, target.getvalue()


def _paper_with_text(value: str) -> tuple[str, bytes]:
    path = _files("pdf")[0]
    paper = pymupdf.open(stream=rendered().contents[path], filetype="pdf")
    paper[0].insert_text((50, 700), value)
    return path, paper.tobytes()


def _mail_with_text(value: str) -> tuple[str, bytes]:
    path = _files("eml")[0]
    return path, rendered().contents[path].replace(b"Subject: ", f"Subject: {value} ".encode())


def _picture_with_text(value: str) -> tuple[str, bytes]:
    from PIL.PngImagePlugin import PngInfo

    path, target, about = _files("png")[0], io.BytesIO(), PngInfo()
    about.add_text("Comment", value)
    Image.open(io.BytesIO(rendered().contents[path])).save(target, "PNG", pnginfo=about)
    return path, target.getvalue()


@pytest.mark.parametrize("value", ["48.5", "30.250", "48.5ms"])
@pytest.mark.parametrize(
    "spoil",
    [_deck_with_alternative_text, _paper_with_text, _mail_with_text, _picture_with_text],
)
def test_a_value_told_inside_a_file_is_found(spoil: object, value: str) -> None:
    path, data = spoil(value)  # type: ignore[operator]
    told: WorkspaceRecords = rendered().model_copy(
        update={"contents": {**rendered().contents, path: data}}
    )
    assert path in {finding.where for finding in give_aways(ledger(), told)}
