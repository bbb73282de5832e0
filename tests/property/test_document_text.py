"""Laws of canonical text that hold for any input."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.readers.clean import clean, tidy
from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.markdown import assemble, fence
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure, Picture
from worksurface_pipeline.readers.pdf_columns import regions
from worksurface_pipeline.readers.pdf_lines import Fragment, Row
from worksurface_pipeline.readers.pdf_text import Typesetter
from worksurface_pipeline.readers.pdf_words import Words

EXTENSIONS = ("txt", "md", "py", "json", "xml", "html", "pdf", "docx", "pptx", "doc", "ppt", "png")
NAMES = ["a", *(f"a.{extension}" for extension in EXTENSIONS)]
HEADS = [
    b"",
    b"%PDF-1.7\n",
    b"PK\x03\x04",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"\x89PNG\r\n\x1a\n",
    b"<?xml version='1.0'?>",
    b"<html>",
    b"\xff\xfe",
    b"{\\rtf1",
]
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text).text
    assert clean(once).text == once
    assert tidy(tidy(text)) == tidy(text)


@given(st.binary(max_size=200))
def test_decoding_never_raises(data: bytes) -> None:
    decoded = decode(data)
    assert 0.0 <= decoded.confidence <= 1.0
    assert decoded.replaced == decoded.text.count("\ufffd")


@given(st.text(alphabet="`~a\n", max_size=40))
def test_no_text_ends_its_fence(text: str) -> None:
    _opening, *body, closing = fence(text, "x").split("\n")
    assert all(not line.strip().startswith(closing) for line in body)
    assert "\n".join(body) == text


@given(st.lists(st.text(alphabet="ab \n", max_size=6).map(str.strip), max_size=6))
def test_places_point_at_their_parts(parts: list[str]) -> None:
    text, places = assemble("page", enumerate(parts, 1))
    for place in places:
        assert text[place.start :].startswith(parts[place.number - 1])
    assert [place.number for place in places] == [n for n, part in enumerate(parts, 1) if part]


@settings(deadline=None, max_examples=60)
@given(VALUES)
def test_json_keeps_its_value(value: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        content = read_document(path, "a.json")
    assert isinstance(content, DocumentContent)
    body = content.text.split("\n", 1)[1].rstrip("\n").rstrip("`")
    assert json.loads(body) == value


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(NAMES), st.sampled_from(HEADS), st.binary(max_size=600))
def test_any_bytes_under_any_name_give_content_or_a_failure(
    name: str, head: bytes, tail: bytes
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stored"
        path.write_bytes(head + tail)
        result = read_document(path, name)
    if isinstance(result, ExtractionFailure):
        assert result.detail
        assert result.remedy
    elif isinstance(result, DocumentContent):
        assert result.text.strip()
    else:
        assert isinstance(result, Picture)


TEXTS = ["Key: a", "Other: 12", "The sentence goes on and on", "12", "North", "con-", "firmed", "•"]
FRAGMENTS = st.lists(
    st.builds(
        lambda x, y, text: Fragment(x, y, x + 5.0 * len(text), y + 12.0, text, 10.0),
        st.integers(0, 60).map(lambda n: 10.0 * n),
        st.integers(0, 60).map(lambda n: 12.0 * n),
        st.sampled_from(TEXTS),
    ),
    min_size=1,
    max_size=60,
)


def letters(text: str) -> str:
    return "".join(sorted(char for char in text if char.isalnum()))


def rows_text(found: list[list[Row]]) -> str:
    return "".join(fragment.text for region in found for row in region for fragment in row)


@settings(deadline=None, max_examples=150)
@given(FRAGMENTS)
def test_no_layout_loses_or_repeats_a_letter(fragments: list[Fragment]) -> None:
    found = regions(fragments)
    expected = letters("".join(fragment.text for fragment in fragments))
    assert letters(rows_text(found)) == expected
    setter = Typesetter(row for region in found for row in region)
    assert letters(setter.write(found)) == expected


@given(FRAGMENTS, st.randoms(use_true_random=False))
def test_the_order_in_the_file_does_not_count(fragments: list[Fragment], random: Random) -> None:
    unique = list(dict.fromkeys(fragments))
    shuffled = random.sample(unique, len(unique))
    spots = {(item.x0, item.y0) for item in unique}
    if len(spots) == len(unique):
        assert regions(shuffled) == regions(unique)


@given(st.text(alphabet="ab-A1 ", min_size=1), st.text(alphabet="ab-A1 ", min_size=1))
def test_mending_changes_hyphens_alone(left: str, right: str) -> None:
    joined = Words([left, right]).join(left, right)
    if joined is not None:
        assert joined.replace("-", "") == (left + right).replace("-", "")
