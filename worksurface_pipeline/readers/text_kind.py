"""Which kind of text a file is: by its look, and by its name where looks cannot tell."""

from __future__ import annotations

import re

from worksurface_pipeline.readers.kinds import TABLE_KINDS, TEXT_KINDS, MediaKind

# Characters in which flat Word XML says what it is.
_FLAT_WORD_REACH = 1024
# A comment ends at its first `-->`: were it free to end later, many of them would never be done.
_HTML = re.compile(
    r"\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_XML = re.compile(r"\s*<(?:\?xml|!DOCTYPE|[A-Za-z_][\w.:-]*[\s/>])")
_FLAT_WORD = re.compile(r"progid=\"Word\.Document\"|<pkg:package\b|<w:wordDocument\b")
# How a JSON object begins, alone or in a list.
_MEMBER = re.compile(r"[\s\[]*\{\s*\"[^\"]*\"\s*:")
_QUOTED = re.compile(r'"[^"]*"')
_DELIMITERS = ",\t;|"
# Lines of a table drawn with bars under the name of a text, and characters that are looked at.
_MIN_BARRED = 3
# No fewer stand in the first 64 KiB of a file, so that no cut line is looked at.
_MOST_LOOKED = 1 << 14


def text_kind(text: str, named: MediaKind) -> MediaKind:
    """A text-like name is believed, an office or absent one is not."""
    if named is MediaKind.IMAGE and "<svg" in text:
        return MediaKind.IMAGE
    if named in TEXT_KINDS:
        return _believed(text, named)
    if _FLAT_WORD.search(text[:_FLAT_WORD_REACH]):
        return MediaKind.DOC
    if not text.strip():
        return named if named is not MediaKind.UNKNOWN else MediaKind.TEXT
    return _look(text, named)


def _believed(text: str, named: MediaKind) -> MediaKind:
    """The named kind, unless a page or data text came in place of a table or of data.

    A plain text may be a table that an export drew with bars.
    """
    if named is MediaKind.TEXT and _is_barred(text):
        return MediaKind.CSV
    if named in (MediaKind.CSV, MediaKind.JSON) and _HTML.match(text):
        return MediaKind.HTML
    if named is MediaKind.CSV and _XML.match(text) and text.lstrip().startswith("<?xml"):
        return MediaKind.XML
    if named is MediaKind.CSV and _MEMBER.match(text) and text.rstrip().endswith(("}", "]")):
        return MediaKind.JSON
    return named


def _look(text: str, named: MediaKind) -> MediaKind:
    if _HTML.match(text) or (named is MediaKind.XLS and "<table" in text.lower()):
        return MediaKind.HTML
    if _XML.match(text):
        return MediaKind.XML
    if text.lstrip()[:1] in ("{", "[") and text.rstrip()[-1:] in ("}", "]"):
        return MediaKind.JSON
    if is_delimited(text, 2 if named in TABLE_KINDS else 3):
        return MediaKind.CSV
    # Prose under a workbook's name is a broken workbook, and its reader says so.
    return named if named in TABLE_KINDS else MediaKind.TEXT


def _is_barred(text: str) -> bool:
    """Whether all lines hold the same number of bars, and none is drawn as in markdown."""
    whole = text if len(text) < _MOST_LOOKED else text[:_MOST_LOOKED].rpartition("\n")[0]
    lines = [line.strip() for line in whole.split("\n") if line.strip()]
    counts = {_QUOTED.sub("", line).count("|") for line in lines}
    is_drawn = any(line.startswith("|") or not line.strip("|-:+= ") for line in lines)
    # "Home | News": one bar between blanks stands in prose and in menus as well.
    fewest = 2 if any(" | " in line for line in lines) else 1
    return len(lines) >= _MIN_BARRED and len(counts) == 1 and min(counts) >= fewest and not is_drawn


def is_delimited(text: str, fewest: int = 3) -> bool:
    """Whether all first lines hold one delimiter equally often; `fewest` lines are needed."""
    lines = [line for line in text.split("\n")[:20] if line.strip()]
    bare = [_QUOTED.sub("", line) for line in lines]
    counts = [{line.count(mark) for line in bare} for mark in _DELIMITERS]
    return len(lines) >= fewest and any(len(seen) == 1 and seen != {0} for seen in counts)
