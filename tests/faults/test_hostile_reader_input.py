"""Hostile files: archives that swell, entities, addresses that call home, secrets outside.

Each is refused or read without harm, and never stops the batch it is in.
"""

from __future__ import annotations

import io
import random
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf
import pytest

from tests.unit.readers.document_files import write_docx, write_pptx
from tests.unit.readers.table_files import write_book
from worksurface_pipeline.readers import inflation
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import (
    DocumentContent,
    Extraction,
    ExtractionFailure,
    FailureReason,
    Picture,
    Workbook,
)
from worksurface_pipeline.readers.prolog import declares_doctype

MEMORY_MIB = 2048
MIB = 1 << 20
LAUGHS = '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY e SYSTEM "{secret}">]>'
MAIN_PARTS = {
    "docx": "word/document.xml",
    "pptx": "ppt/slides/slide1.xml",
    "xlsx": "xl/worksheets/sheet1.xml",
}


def office(folder: Path, kind: str) -> Path:
    """A small whole file of an office format."""
    if kind == "xlsx":
        return write_book(folder, {"S": [["k", "v"], ["x", 1], ["y", 2]]})
    return {"docx": write_docx, "pptx": write_pptx}[kind](folder / f"a.{kind}")


def rewritten(path: Path, parts: Mapping[str, Callable[[bytes], bytes]]) -> Path:
    """The same archive with some parts changed; a part that is not there is added."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    for name, change in parts.items():
        contents[name] = change(contents.get(name, b""))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return path


def failed(result: Extraction) -> ExtractionFailure:
    assert isinstance(result, ExtractionFailure), result
    assert result.remedy
    return result


def forge(path: Path, change: Callable[[list[zipfile.ZipInfo]], None]) -> Path:
    """Write the directory of an archive anew with what `change` makes of its members."""
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("forged.bin", b"")
        change(archive.infolist())
    return path


def _huge(members: list[zipfile.ZipInfo]) -> None:
    members[0].file_size = 600 * MIB


def _steep(members: list[zipfile.ZipInfo]) -> None:
    members[0].file_size = 150 * MIB


def _sum(members: list[zipfile.ZipInfo]) -> None:
    for member in members[:3]:
        member.file_size = 90 * MIB
    for member in members[3:]:
        member.file_size = 99 * MIB


def _overlapping(members: list[zipfile.ZipInfo]) -> None:
    members[2].header_offset = members[1].header_offset


BOMBS = [
    pytest.param(_huge, "one part unpacks to 600 MiB", id="one-part"),
    pytest.param(_steep, "150 MiB, ", id="ratio"),
    pytest.param(_overlapping, "its parts overlap", id="overlap"),
]


@pytest.mark.parametrize("kind", MAIN_PARTS)
@pytest.mark.parametrize(("change", "words"), BOMBS)
def test_a_bomb_is_refused_by_its_directory(
    tmp_path: Path, kind: str, change: Callable[[list[zipfile.ZipInfo]], None], words: str
) -> None:
    result = failed(read_any(forge(office(tmp_path, kind), change), f"a.{kind}"))
    assert result.reason is FailureReason.TOO_LARGE
    assert words in result.detail


def test_many_middling_parts_are_refused_together(tmp_path: Path) -> None:
    result = failed(read_any(forge(office(tmp_path, "docx"), _sum), "a.docx"))
    assert (result.reason, "it unpacks to 1," in result.detail) == (FailureReason.TOO_LARGE, True)


def test_too_many_parts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inflation, "MAX_MEMBERS", 5)
    result = failed(read_any(office(tmp_path, "pptx"), "a.pptx"))
    assert result.reason is FailureReason.TOO_LARGE
    assert "parts" in result.detail


@pytest.mark.parametrize("kind", MAIN_PARTS)
def test_a_part_that_states_less_than_it_holds_is_refused(tmp_path: Path, kind: str) -> None:
    noise = random.Random(7).randbytes(600_000)
    path = rewritten(office(tmp_path, kind), {MAIN_PARTS[kind]: lambda data: data + noise})

    def understate(members: list[zipfile.ZipInfo]) -> None:
        next(m for m in members if m.filename == MAIN_PARTS[kind]).file_size = 1000

    result = failed(read_any(forge(path, understate), path.name))
    assert result.detail.endswith("a part unpacks to more than it states")


def test_a_real_sheet_of_repeated_values_is_no_bomb(tmp_path: Path) -> None:
    path = write_book(tmp_path, {"S": [["name", "v"], *([["same words here", 1]] * 20_000)]})
    book = read_any(path, path.name)
    assert isinstance(book, Workbook)
    assert book.tables[0].frame.height == 20_000


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("kind", MAIN_PARTS)
def test_entities_in_an_office_part_are_refused(tmp_path: Path, kind: str, encoding: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    declared = LAUGHS.format(secret=secret.as_uri())

    def poison(data: bytes) -> bytes:
        body = data.decode().partition("?>")[2] if data.startswith(b"<?xml") else data.decode()
        head = f'<?xml version="1.0" encoding="{encoding}"?>' + " " * 5000
        return (head + declared + body).encode(encoding)

    path = rewritten(office(tmp_path, kind), {MAIN_PARTS[kind]: poison})
    result = failed(read_any(path, path.name))
    assert result.reason is FailureReason.CORRUPT
    assert "declares a document type or entities" in result.detail


HIDING = {
    "comment with a tag": "<!-- <x> -->",
    "comments": "<!-- <w:p -->\n<!-- <!-- -->",
    "instruction with a tag": "<?x <y> ?>",
    "long comment": f"<!-- {'<z>' * 3000} -->",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
@pytest.mark.parametrize("before", HIDING.values(), ids=list(HIDING))
@pytest.mark.parametrize("kind", MAIN_PARTS)
def test_nothing_before_a_document_type_hides_it(
    tmp_path: Path, kind: str, before: str, encoding: str
) -> None:
    def poison(data: bytes) -> bytes:
        body = data.decode().partition("?>")[2] if data.startswith(b"<?xml") else data.decode()
        head = f'<?xml version="1.0" encoding="{encoding}"?>{before}'
        return (head + '<!DOCTYPE x [<!ENTITY a "lol">]>' + body).encode(encoding)

    path = rewritten(office(tmp_path, kind), {MAIN_PARTS[kind]: poison})
    result = failed(read_any(path, path.name))
    assert "declares a document type or entities" in result.detail


@pytest.mark.parametrize(
    ("prolog", "is_declared"),
    [
        pytest.param("<!-- <!DOCTYPE x> --><x/>", False, id="a comment says so"),
        pytest.param("<x><![CDATA[<!DOCTYPE x>]]></x>", False, id="the text says so"),
        pytest.param("<!-- <x> --><!DOCTYPE x><x/>", True, id="after a comment"),
        pytest.param("no XML <!DOCTYPE x>", False, id="no XML"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_a_declaration_is_told_from_words_about_one(prolog: str, is_declared: bool) -> None:
    assert declares_doctype(io.BytesIO(prolog.encode())) is is_declared


def test_the_main_part_is_refused_under_any_name(tmp_path: Path) -> None:
    """The relations, not the name, make a part the document: the parser looks again."""
    path = office(tmp_path, "docx")
    with zipfile.ZipFile(path) as archive:
        main = archive.read("word/document.xml").partition(b"?>")[2]
    parts = {
        "word/other.bin": lambda _: b'<!DOCTYPE x [<!ENTITY a "lol">]>' + main,
        "_rels/.rels": lambda data: data.replace(b"word/document.xml", b"word/other.bin"),
        "[Content_Types].xml": lambda data: data.replace(b"/word/document.xml", b"/word/other.bin"),
    }
    result = failed(read_any(rewritten(path, parts), "a.docx"))
    assert (result.reason, "document type" in result.detail) == (FailureReason.CORRUPT, True)


@pytest.mark.parametrize("name", ["a.xml", "a.html", "a.svg", "a.xls", "a.doc", "a.csv"])
def test_entities_in_markup_files_are_not_expanded(tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    path = tmp_path / name
    root = "svg" if name.endswith("svg") else "r"
    markup = LAUGHS.format(secret=secret.as_uri()) + f"<{root}>&b;&e;</{root}>"
    path.write_text(f'<?xml version="1.0"?>{markup}')
    result = read_any(path, name)
    words = result.text if isinstance(result, DocumentContent) else repr(result)
    assert "TOPSECRET" not in words
    assert "lollol" not in words


@dataclass
class Listener:
    """A server on this machine that counts who calls."""

    port: int
    calls: list[bytes] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/x"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = Listener(server.getsockname()[1])

        def listen() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(1)
                    found.calls.append(connection.recv(100))

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield found
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def calling_files(folder: Path, url: str, secret: str) -> list[Path]:
    """Files of every format that name an address and a file outside."""
    (folder / "page.html").write_text(
        f'<html><head><link rel="stylesheet" href="{url}"><base href="{url}"></head><body>'
        f'<p>Words</p><img src="{url}"><iframe src="{url}"></iframe><script src="{url}"></script>'
        f'<object data="{secret}"></object><video poster="{url}"></video></body></html>'
    )
    (folder / "export.xls").write_text(
        f'<html><link href="{url}"><table><tr><th>k<th>v<tr><td>x<td>1</table>'
        f'<iframe src="{secret}"></iframe></html>'
    )
    (folder / "data.xml").write_text(
        f'<?xml version="1.0"?><!DOCTYPE r SYSTEM "{url}" [<!ENTITY % p SYSTEM "{url}">%p;]>'
        f'<r xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="{secret}"/></r>'
    )
    (folder / "drawing.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{url}"/></svg>'
    )
    (folder / "notes.md").write_text(f"![remote]({url}) and ![local]({secret})\n")
    return [*sorted(folder.iterdir()), *_office_files(folder, url, secret), _pdf(folder, url)]


def _office_files(folder: Path, url: str, secret: str) -> list[Path]:
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="x{number}" Type="{relation}/{kind}" Target="{target}"'
        ' TargetMode="External"/>'
        for number, (kind, target) in enumerate(
            [
                ("attachedTemplate", url),
                ("image", url),
                ("image", secret),
                ("oleObject", secret),
                ("subDocument", url),
                ("externalLinkPath", url),
            ]
        )
    ).encode()
    head = b'<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package'
    empty = head + b'/2006/relationships"></Relationships>'

    def linked(data: bytes) -> bytes:
        return (data or empty).replace(b"</Relationships>", links + b"</Relationships>")

    def pictured(data: bytes) -> bytes:
        return data.replace(b'r:embed="', b'r:link="x1" r:other="')

    docx = {"word/document.xml": pictured, "word/_rels/document.xml.rels": linked}
    docx["word/_rels/settings.xml.rels"] = linked
    slides = {"ppt/slides/slide1.xml": pictured, "ppt/slides/_rels/slide1.xml.rels": linked}
    sheets = {"xl/worksheets/_rels/sheet1.xml.rels": linked}
    return [
        rewritten(office(folder, kind), parts)
        for kind, parts in (("docx", docx), ("pptx", slides), ("xlsx", sheets))
    ]


def _pdf(folder: Path, url: str) -> Path:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 60), "Words")
    box = pymupdf.Rect(0, 0, 99, 99)
    page.insert_link({"kind": pymupdf.LINK_URI, "from": box, "uri": url})
    page.insert_link({"kind": pymupdf.LINK_GOTOR, "from": box, "file": url, "page": 0})
    document.save(folder / "a.pdf")
    return folder / "a.pdf"


def test_no_reader_calls_home_or_reads_another_file(tmp_path: Path, listener: Listener) -> None:
    """In the guarded worker, as in production: a server on this machine is never asked."""
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    folder = tmp_path / "files"
    folder.mkdir()
    files = calling_files(folder, listener.url, secret.as_uri())
    with GuardedReader(1, 60.0, MEMORY_MIB) as reader:
        results = list(reader.read_many((path, path.name) for path in files))
    assert listener.calls == []
    assert len(results) == 9
    for path, result in zip(files, results, strict=True):
        assert isinstance(result, DocumentContent | Workbook | Picture), (path.name, result)
        assert "TOPSECRET" not in repr(result)


def test_nor_in_this_process(
    tmp_path: Path, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the worker's own refusal: no library even tries."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a reader asked for the network")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    for path in calling_files(tmp_path, listener.url, "file:///etc/hostname"):
        assert not isinstance(read_any(path, path.name), ExtractionFailure)
    assert listener.calls == []


FORBIDDEN = {
    "connect": "import socket; socket.create_connection(('127.0.0.1', 9))",
    "lookup": "import socket; socket.getaddrinfo('localhost', 80)",
    "listen": "import socket; socket.socket().bind(('127.0.0.1', 0))",
    "program": "import subprocess; subprocess.run(['true'])",
    "shell": "import os; os.system('true')",
    "write": "open(target, 'w')",
    "append": "import os; os.open(target, os.O_WRONLY | os.O_APPEND)",
    "create": "import os; os.open(target + '.new', os.O_CREAT)",
}


@pytest.mark.parametrize("act", FORBIDDEN.values(), ids=list(FORBIDDEN))
def test_a_confined_process_may_not(tmp_path: Path, act: str) -> None:
    target = tmp_path / "target.txt"
    target.write_text("kept")
    code = (
        "from worksurface_pipeline.readers.confine import confine\n"
        "import sys\ntarget = sys.argv[1]\nconfine()\nassert open(target).read() == 'kept'\n"
        f"try:\n    {act}\nexcept PermissionError:\n    sys.exit(17)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(target)], check=False, timeout=60)
    assert done.returncode == 17
    assert target.read_text() == "kept"


DEEP = {
    "a.html": b"<html>" + b"<div><table><tr><td>" * 200 + b"words",
    "a.xml": b"<a>" * 50_000 + b"words" + b"</a>" * 50_000,
    "a.json": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "a.md": b"> " * 20_000 + b"words\n",
    "a.csv": b'"' * 200_001 + b"\nwords\n",
    "b.csv": b"a,b\n" + b"," * 300_000 + b"\nwords\n",
    "a.txt": b"\x1b[" * 50_000 + b" words\n",
    "a.py": b"`" * 100_000 + b"\nwords\n",
    "a.xls": b"<html><table>" + b"<tr><td colspan=1000 rowspan=1000>x" * 2 + b"</table>",
}


def test_deep_and_odd_files_end_in_time_and_stop_nothing(tmp_path: Path) -> None:
    files = []
    for name, data in DEEP.items():
        (tmp_path / name).write_bytes(data)
        files.append((tmp_path / name, name))
    (tmp_path / "last.md").write_text("fine\n")
    files.append((tmp_path / "last.md", "last.md"))
    with GuardedReader(1, 120.0, MEMORY_MIB) as reader:  # ample, also on a busy machine
        results = list(reader.read_many(files))
    reasons = {
        name: result.reason
        for (_, name), result in zip(files, results, strict=True)
        if isinstance(result, ExtractionFailure)
    }
    assert set(reasons.values()) <= {FailureReason.TOO_LARGE, FailureReason.EMPTY}
    assert isinstance(results[-1], DocumentContent)
    assert results[-1].text == "fine\n"
