"""A second opinion on a quotation: do its words stand together when the file is read another way.

A span that only our own reading order yields is no ground for a gold answer. The words of a quote
must stand next to each other, in order, in what the format's second extractor gives. Layout is no
evidence: blanks, line ends, hyphens at line ends, Markdown's marks and the form of quotation marks
are not compared; figures are, with their sign and separators.

The row of a PDF's table may be written column by column. It is confirmed if each of its cells is,
and if they stand on one line of the page; cells as long as prose are not, for two columns of text
that were blended look just like that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from worksurface_pipeline.readers.second_texts import second_rows, second_text

# Bounded, so that a text of nothing but brackets is no trap.
_LINK = re.compile(r"!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)")
_NOTE = re.compile(r"\[\^\d+\]:?")
# The number that a list or heading shows but does not hold.
_LABEL = re.compile(r"^[ \t>]*(?:#+ \d{1,3}(?:\.\d{1,3})*|\d{1,3}\.)[ \t]+", re.MULTILINE)
_LINE_HYPHEN = re.compile("(?<=\\w)[-\u00ad\u2010][ \t]*\r?\n[ \t]*(?=\\w)")
# Stands for a hyphen at a line's end, which may break a word or belong to it.
_BREAK = "\x01"
# Between two rows: no quote's words stand on both sides of it.
_ROW_END = "\x02"
_TOKEN = re.compile(
    "[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?<!\\w)[-+\u2212]?\\d+(?:[.,]\\d+)*|[^\\W_]+|\x01"
)
# Between the cells of a row of a PDF, and as many words as a cell of a table has at most.
_CELLS = re.compile(r"[ \t]{2,}|[ \t]*(?<!\\)\|[ \t]*")
_CELL_WORDS = 8
# Texts kept ready: quotes come file by file.
_KEPT_FILES = 8


def confirms(path: Path, name: str, quote: str) -> bool:
    """Whether the words of `quote` stand together in the file when it is read another way.

    Not confirmed: a quote without words, a format without a second extractor, a file that it
    cannot read. Raises OSError if the file cannot be opened.
    """
    stat = path.stat()
    plain, raw, rows = _second_words(path, name, stat.st_mtime_ns, stat.st_size)
    forms = sorted({quote, _LABEL.sub(" ", quote)})
    if any(_stands_in(_words(form), plain) or _stands_in(_raw(form), raw) for form in forms):
        return True
    return bool(rows) and _is_row(quote, plain, rows)


def lies_in_one_block(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] has words and lies within one paragraph, list or table."""
    span = text[start:end].strip()
    return bool(span) and "\n\n" not in span


def _is_row(quote: str, text: str, rows: str) -> bool:
    """Whether a row of short cells stands on one line of a page, each cell confirmed by itself."""
    shown = filter(None, _CELLS.split(quote.strip()))
    cells = [_words(cell) for cell in shown]
    if len(cells) < 2 or not all(0 < len(words) <= _CELL_WORDS for words in cells):
        return False
    together = [word for words in cells for word in words]
    return _stands_in(together, rows) and all(_stands_in(words, text) for words in cells)


def _stands_in(words: list[str], text: str) -> bool:
    if not words:
        return False
    spelled = (f"{_BREAK}?".join(map(re.escape, word)) for word in words)
    pattern = f"(?:^|[ {_BREAK}])" + f"[ {_BREAK}]".join(spelled) + f"(?:$|[ {_BREAK}])"
    return re.search(pattern, text) is not None


@lru_cache(maxsize=_KEPT_FILES)
def _second_words(path: Path, name: str, _changed: int, _size: int) -> tuple[str, str, str]:
    """The words of a file without links' addresses and with them, and those of a PDF by rows."""
    text = second_text(path, name)
    rows = f" {_ROW_END} ".join(" ".join(_words(row)) for row in second_rows(path, name))
    return _joined(text, _words), _joined(text, _raw), rows


def _joined(text: str, words: Callable[[str], list[str]]) -> str:
    """One blank between two words, `_BREAK` where a line's end broke one."""
    marked = _LINE_HYPHEN.sub(_BREAK, text.replace(_BREAK, " "))
    return " ".join(words(marked)).replace(f" {_BREAK} ", _BREAK)


def _words(text: str) -> list[str]:
    """The words that a reader of the page sees: of a link its text."""
    return _raw(_NOTE.sub(" ", _LINK.sub(r" \1 ", text)))


def _raw(text: str) -> list[str]:
    """Words, ideographs one by one, and figures with their sign."""
    folded = unicodedata.normalize("NFKC", text).replace("\u00ad", "").replace("\u2212", "-")
    return _TOKEN.findall(folded.casefold())
