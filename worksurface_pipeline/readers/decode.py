"""Bytes of a document to text: which encoding, how sure we are of it, and what was lost.

A byte-order mark decides; then UTF-16 by its zero bytes, UTF-8, and what the file itself declares.
The guess among legacy encodings is in `encoding`, which the table readers share.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from worksurface_pipeline.readers import encoding as guesses

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Enough bytes to see the zeros of UTF-16.
_SAMPLE = 1 << 12
# UTF-16 of Western text: this share of zeros on one side of each pair, hardly any on the other.
_WIDE_ZEROS, _WIDE_OTHERS, _WIDE_PAIRS = 0.4, 0.05, 4
# UTF-8 with a stray byte is still UTF-8 if this many sequences are right for each wrong one.
_RIGHT_PER_WRONG = 10
_SURE, _SEEN, _DECLARED = 1.0, 0.9, 0.95
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
# Names that files declare while they use the larger encoding of the same family.
_LARGER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "iso-8859-1": "cp1252"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with its encoding, a confidence in [0, 1], and how many characters were replaced."""

    text: str
    encoding: str
    confidence: float
    replaced: int = 0


def decode(data: bytes, declared: str = "") -> Decoded:
    """`data` as text; `declared` is the encoding that the file claims, if any. Never raises."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _forced(data, encoding, _SURE)
    wide = wide_encoding(data)
    if wide:
        return _forced(data, wide, _SEEN)
    return _utf8(data) or _declared(data, declared) or _guessed(data)


def wide_encoding(data: bytes) -> str:
    """The name of UTF-16 without a mark ("" if it is not): every other byte is zero."""
    head = data[:_SAMPLE]
    pairs = len(head) // 2
    if pairs < _WIDE_PAIRS:
        return ""
    even, odd = head[0::2].count(0) / pairs, head[1::2].count(0) / pairs
    if odd > _WIDE_ZEROS and even < _WIDE_OTHERS:
        return "utf-16-le"
    return "utf-16-be" if even > _WIDE_ZEROS and odd < _WIDE_OTHERS else ""


def peek(head: bytes) -> str:
    """The beginning of a text well enough to see ASCII marks in it, without guessing."""
    if any(head.startswith(mark) for mark, _ in _MARKS) or wide_encoding(head):
        return decode(head).text
    return head.decode("utf-8", "replace")


def _forced(data: bytes, encoding: str, confidence: float) -> Decoded:
    text = data.decode(encoding, "replace")
    return Decoded(text, encoding.removesuffix("-sig"), confidence, text.count("\ufffd"))


def _utf8(data: bytes) -> Decoded | None:
    try:
        return Decoded(data.decode("utf-8"), "utf-8", _SURE)
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    right = len(_MULTIBYTE.findall(data))
    if right < wrong * _RIGHT_PER_WRONG:
        return None
    return Decoded(text, "utf-8", round(right / (right + wrong), 2), wrong)


def _declared(data: bytes, declared: str) -> Decoded | None:
    """What the file declares, if Python knows it and every byte fits."""
    name = declared.strip().lower()
    name = _LARGER.get(name, name)
    if not name or name.startswith("utf"):
        return None
    try:
        return Decoded(data.decode(name), name, _DECLARED)
    except (LookupError, UnicodeDecodeError):
        return None


def _guessed(data: bytes) -> Decoded:
    found = guesses.decode(data)
    return Decoded(found.text, found.encoding, found.confidence, found.text.count("\ufffd"))
