"""Bytes of a text to characters: which encoding, how sure we are of it, and what was lost.

A byte-order mark decides; then UTF-16 and ISO-2022 by their form, UTF-8, what the file itself
declares, UTF-8 mixed with another encoding line by line, and last a guess (`encoding`). Text
readers and table readers share this one way.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from worksurface_pipeline.readers.encoding import guess
from worksurface_pipeline.readers.mixed import MULTIBYTE, mixed_text
from worksurface_pipeline.readers.wide import escaped_encoding, wide_encoding

# Below this confidence an encoding is a guess, and a remark says so.
SURE_ENOUGH = 0.7
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SURE, _SEEN, _DECLARED, _MIXED = 1.0, 0.9, 0.95, 0.6
# Right sequences that a text cut off within a character must have before the cut.
_RIGHT_BEFORE_CUT = 2
# Names that files declare while they use the larger encoding of the same family.
_LARGER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with its encoding, a confidence in [0, 1], and how many characters were replaced.

    `other` is the encoding that fits next best, "" where none was weighed; `declared` the one
    that the file states but does not have.
    """

    text: str
    encoding: str
    confidence: float
    replaced: int = 0
    other: str = ""
    declared: str = ""


def decode(data: bytes, declared: str = "") -> Decoded:
    """`data` as text without its mark; `declared` is what the file claims. Never raises."""
    name = _known(declared)
    found = _by_form(data) or _utf8(data) or _declared(data, name) or _mixed(data) or _guessed(data)
    if name and not data.isascii() and not _agree(name, found.encoding):
        return Decoded(
            found.text, found.encoding, found.confidence, found.replaced, found.other, declared
        )
    return found


def decode_as(data: bytes, encoding: str) -> Decoded | None:
    """`data` in the encoding that a user states, None if Python knows none of this name."""
    try:
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
    except (LookupError, ValueError):
        return None
    return Decoded(text, encoding, _SURE, text.count("\ufffd"))


def encoding_remarks(decoded: Decoded) -> tuple[str, ...]:
    """What a reader of the text must know of its decoding; nothing for plain UTF-8."""
    remarks = []
    if decoded.encoding != "utf-8":
        remarks.append(f"decoded as {decoded.encoding}, confidence {decoded.confidence:.2f}")
    if decoded.confidence < SURE_ENOUGH:
        or_else = f"; {decoded.other} would fit as well" if decoded.other else ""
        remarks.append(f"the encoding is a guess{or_else}")
    if decoded.declared:
        remarks.append(f"the file declares {decoded.declared}, its bytes do not agree")
    if decoded.replaced:
        remarks.append(f"{decoded.replaced} undecodable bytes replaced")
    return tuple(remarks)


def peek(head: bytes) -> str:
    """The beginning of a text well enough to see ASCII marks in it, without guessing."""
    if any(head.startswith(mark) for mark, _ in _MARKS) or wide_encoding(head):
        return decode(head).text
    return head.decode("utf-8", "replace")


def _by_form(data: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _forced(data, encoding, _SURE)
    wide = wide_encoding(data) or escaped_encoding(data)
    return _forced(data, wide, _SEEN) if wide else None


def _forced(data: bytes, encoding: str, confidence: float) -> Decoded:
    text = data.decode(encoding, "replace")
    return Decoded(text, encoding.removesuffix("-sig"), confidence, text.count("\ufffd"))


def _utf8(data: bytes) -> Decoded | None:
    """Whole UTF-8, or UTF-8 that ends within a character."""
    try:
        return Decoded(data.decode("utf-8"), "utf-8", _SURE)
    except UnicodeDecodeError as error:
        is_cut = error.reason == "unexpected end of data"
    if not is_cut or len(MULTIBYTE.findall(data)) < _RIGHT_BEFORE_CUT:
        return None
    return Decoded(data.decode("utf-8", "replace"), "utf-8", _DECLARED, 1)


def _known(declared: str) -> str:
    """The codec behind a declared name, "" if Python knows none."""
    name = declared.strip().lower()
    try:
        return codecs.lookup(_LARGER.get(name, name)).name if name else ""
    except (LookupError, ValueError):
        return ""


def _agree(declared: str, found: str) -> bool:
    """Whether a declaration is true enough: ASCII is a part of nearly all, marks vary UTF-16."""
    if declared.startswith("utf-16"):
        return found.startswith("utf-16")
    plain = ("utf-8", "utf_8_sig", "ascii", "us-ascii")
    return codecs.lookup(found.partition("+")[0]).name == declared or (
        declared in plain and found == "utf-8"
    )


def _declared(data: bytes, name: str) -> Decoded | None:
    """The declared reading if every byte fits."""
    if not name or name.startswith("utf"):
        return None
    try:
        return Decoded(data.decode(name), name, _DECLARED)
    except (UnicodeDecodeError, LookupError):
        return None


def _mixed(data: bytes) -> Decoded | None:
    """UTF-8 whose other lines have stray bytes or another encoding."""
    found = mixed_text(data)
    if found is None:
        return None
    replaced = found.text.count("\ufffd")
    if found.other:
        confidence = min(_MIXED, found.confidence)
        return Decoded(found.text, f"utf-8+{found.other}", confidence, replaced)
    right = len(MULTIBYTE.findall(data))
    return Decoded(found.text, "utf-8", round(right / (right + replaced), 2), replaced)


def _guessed(data: bytes) -> Decoded:
    found = guess(data)
    text = data.decode(found.encoding, "replace")
    return Decoded(text, found.encoding, found.confidence, text.count("\ufffd"), found.other)
