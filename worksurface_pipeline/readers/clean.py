"""Characters of canonical text: what is dropped, folded or kept.

Line ends become LF; control characters, terminal escapes, zero-width marks and lone surrogates
never reach a document. Words, digits and punctuation are never changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
# Zero-width space, word joiner, byte-order mark, soft hyphen, direction marks: invisible, and they
# break searches. The joiners U+200C and U+200D spell words and emoji, so they stay.
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Only the first blank of a run is tried: a line of nothing but blanks before a word costs once.
_TRAILING = re.compile(r"(?<![ \t])[ \t]+$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Clean text, and how many control characters and replaced characters it had."""

    text: str
    controls: int
    replaced: int


def clean(text: str, *, keeps_spaces: bool = False) -> Cleaned:
    """Canonical characters of `text`, without blank lines at either end.

    `keeps_spaces` leaves no-break spaces as they are, for code and data.
    """
    body = _LINE_END.sub("\n", _ANSI.sub("", text))
    body, controls = _CONTROL.subn("", body)
    body = _SURROGATE.sub(REPLACEMENT, _INVISIBLE.sub("", body))
    if not keeps_spaces:
        body = body.replace("\u00a0", " ").replace("\u202f", " ")
    body = _TRAILING.sub("", body).strip("\n")
    return Cleaned(text=body, controls=controls, replaced=body.count(REPLACEMENT))


def tidy(text: str) -> str:
    """Clean converted Markdown: at most one blank line in a row."""
    return _BLANK_LINES.sub("\n\n", clean(text).text)


def one_line(text: str) -> str:
    """`text` on a single line, white space squeezed: a heading or a table cell."""
    return " ".join(clean(text).text.split())
