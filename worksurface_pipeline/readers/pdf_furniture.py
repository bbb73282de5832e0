"""What stands on the pages of a PDF only because it is paged: numbers, running heads and feet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of
from worksurface_pipeline.readers.pdf_page import Page

# Furniture stands in the outer tenth of a page, in at most three rows.
_BAND = 0.1
_BAND_ROWS = 3
# Repeated on two pages at least and on this share of the pages (left and right heads differ).
_SHARE = 0.4
# Letters this much larger than the body's are a title, and a title's first use is text.
_TITLE_SIZE = 1.15
# Page numbers have no more digits.
_PAGE_DIGITS = 4
_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:page|seite|p\.|pg\.|第)?\s*(\d{1,4})\s*(?:页|頁)?"
    r"(?:\s*(?:of|/|von|de|共)\s*\d{1,4}\s*(?:页|頁)?)?[-–—|\s]*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\d{1,4}")
_DIGITS = re.compile(r"\d+")

Found = tuple[frozenset[Fragment], str]


def find_furniture(
    pages: Sequence[Page], body_size: float
) -> tuple[set[tuple[int, Fragment]], list[str]]:
    """Fragments to leave out, as (page number, fragment), and their texts without repeats."""
    edges = [(page, list(_edge_rows(page))) for page in pages]
    least = max(2, _SHARE * sum(1 for page in pages if page.upright))
    repeated = _repeated(edges, least)
    offset = _page_offset(edges, least)
    dropped: set[tuple[int, Fragment]] = set()
    texts: dict[str, None] = {}
    met: set[str] = set()
    for page, rows in edges:
        for row in rows:
            is_repeated = _key(row) in repeated
            is_kept = is_repeated and _key(row) not in met and _is_content(row, body_size, pages)
            met.add(_key(row))
            is_number = _is_page_number(row, len(pages)) or _is_numbered(row, page.number, offset)
            if is_number or (is_repeated and not is_kept):
                dropped.update((page.number, fragment) for fragment in _members(page, row))
                texts[_text(row)] = None
    return dropped, list(texts)


def _repeated(edges: Sequence[tuple[Page, Sequence[Row]]], least: float) -> frozenset[str]:
    """Keys of rows that recur on enough pages and whose numbers count pages, if they change."""
    met: dict[str, dict[int, tuple[str, ...]]] = {}
    for page, rows in edges:
        for row in rows:
            numbers = tuple(_DIGITS.findall(_text(row)))
            met.setdefault(_key(row), {}).setdefault(page.number, numbers)
    return frozenset(key for key, seen in met.items() if len(seen) >= least and _counts_pages(seen))


def _counts_pages(seen: Mapping[int, tuple[str, ...]]) -> bool:
    """Whether each number of a running row is always the same or goes up with the pages.

    Others, such as the totals at the feet of a table, are content.
    """
    for values in zip(*seen.values(), strict=True):
        if len(set(values)) > 1:
            is_short = max(map(len, values)) <= _PAGE_DIGITS
            pairs = zip(seen, values, strict=True)
            if not is_short or len({int(value) - page for page, value in pairs}) > 1:
                return False
    return True


def _page_offset(edges: Sequence[tuple[Page, Sequence[Row]]], least: float) -> int | None:
    """What to add to a page's place in the file to get the number printed on it, if any."""
    offsets: Counter[int] = Counter()
    for page, rows in edges:
        offsets.update({number - page.number for row in rows for number in _loose_numbers(row)})
    best = max(offsets, key=lambda offset: (offsets[offset], -abs(offset)), default=0)
    return best if offsets[best] >= max(least, _BAND_ROWS) else None


def _loose_numbers(row: Row) -> set[int]:
    """Bare numbers that begin or end a row of at most two pieces."""
    ends = {row[0].text, row[-1].text} if len(row) <= 2 else set()
    return {int(text) for text in ends if _BARE.fullmatch(text)}


def _is_numbered(row: Row, page: int, offset: int | None) -> bool:
    """A head of a chapter, say, with the number of its page beside it."""
    return offset is not None and len(row) == 2 and page + offset in _loose_numbers(row)


def _edge_rows(page: Page) -> Iterator[Row]:
    rows = rows_of(page.upright)
    top, bottom = page.top + page.height * _BAND, page.top + page.height * (1 - _BAND)
    yield from (row for row in rows[:_BAND_ROWS] if row[0].middle < top)
    yield from (row for row in rows[-_BAND_ROWS:] if row[0].middle > bottom)


def _members(page: Page, row: Row) -> Iterator[Fragment]:
    """The page's own fragments inside a row, which may have been joined up."""
    for fragment in page.upright:
        if any(
            part.x0 <= fragment.x0
            and fragment.x1 <= part.x1
            and abs(part.middle - fragment.middle) < part.height / 2
            for part in row
        ):
            yield fragment


def _text(row: Row) -> str:
    return "  ".join(fragment.text for fragment in row)


def _key(row: Row) -> str:
    return _DIGITS.sub("#", _text(row)).casefold()


def _is_content(row: Row, body_size: float, pages: Sequence[Page]) -> bool:
    """A title or a table's head: its first appearance is text, the later ones are furniture."""
    return len(row) > 1 or row[0].size >= _TITLE_SIZE * body_size or len(pages) < _BAND_ROWS


def _is_page_number(row: Row, pages: int) -> bool:
    if len(row) != 1 or not _PAGE_NUMBER.fullmatch(row[0].text):
        return False
    return pages > 1 or not _BARE.fullmatch(row[0].text)
