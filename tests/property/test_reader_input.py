"""Whatever the bytes and the name: one value comes back, and text is never invented."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.readers.declared import declared_markup, declared_source
from worksurface_pipeline.readers.decode import decode, encoding_remarks
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    Picture,
    Workbook,
)

NAMES = "md txt html json xml csv tsv xls xlsx xlsb ods docx pptx doc ppt pdf png svg py bin"
EXTENSIONS = st.sampled_from(tuple(NAMES.split(" ")))
MARKS = st.sampled_from(
    [
        b"",
        b"PK\x03\x04",
        b"%PDF-1.7\n",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"\xff\xfe",
        b"<html>",
        b"<?xml version='1.0' encoding='big5'?>",
        b"\x89PNG\r\n\x1a\n",
        b"{",
        b"sep=;\n",
        b"\x09\x08",
    ]
)
DECLARED = st.sampled_from(["", "gb2312", "utf-8", "UTF-16", "hex", "rot13", "idna", "x" * 300])


@settings(max_examples=150)
@given(mark=MARKS, data=st.binary(max_size=400), extension=EXTENSIONS)
def test_any_file_gives_a_value(mark: bytes, data: bytes, extension: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "stored")
        path.write_bytes(mark + data)
        result = read_any(path, f"name.{extension}")
    assert isinstance(result, DocumentContent | Workbook | Picture | ExtractionFailure)
    if isinstance(result, ExtractionFailure):
        assert result.detail
        assert result.remedy


@given(data=st.binary(max_size=300), declared=DECLARED)
def test_any_bytes_are_decoded_with_a_confidence(data: bytes, declared: str) -> None:
    decoded = decode(data, declared)
    assert 0.0 <= decoded.confidence <= 1.0
    assert decoded.replaced == decoded.text.count("\ufffd") or decoded.encoding == "utf-8"
    assert all(encoding_remarks(decoded))
    assert isinstance(declared_markup(data) + declared_source(data), str)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200), declared=DECLARED)
def test_utf8_is_read_as_utf8(text: str, declared: str) -> None:
    data = text.encode()
    decoded = decode(data, declared)
    if decoded.encoding == "utf-8":
        assert decoded.text == text.removeprefix("\ufeff")


@given(
    lines=st.lists(st.sampled_from(["编号 数量", "合计 12", "plain words", "größer"]), min_size=1),
    mark=st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]),
)
def test_a_mark_decides(lines: list[str], mark: str) -> None:
    text = "\n".join(lines)
    decoded = decode(text.encode(mark))
    assert (decoded.text, decoded.confidence) == (text, 1.0)
