"""What stands on the pages of a PDF only because it is paged: numbers, running heads and feet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of
from worksurface_pipeline.readers.pdf_page import Page
from worksurface_pipeline.readers.pdf_page_numbers import PageNumbers

# Furniture stands in the outer tenth of a page, in at most three rows.
_BAND = 0.1
_BAND_ROWS = 3
# Repeated on two pages at least and on this share of the pages (left and right heads differ).
_SHARE = 0.4
# Letters this much larger than the body's are a title, and a title's first use is text.
_TITLE_SIZE = 1.15
# Page numbers have no more digits.
_PAGE_DIGITS = 4
# What parts a page's number from the words of a running head.
_SET_OFF_LEFT = re.compile(
    r"(?:^|\s{2}|[|·•/]\s*|\s[-–—]\s*|\b(?:page|seite|p\.|pg\.)\s*|第\s*|共\s*|\bof\s+)$",
    re.IGNORECASE,
)
_SET_OFF_RIGHT = re.compile(
    r"(?:$|\s{2}|\s*[|·•/页頁]|\s*[-–—](?:\s|$)|\s+(?:of|von|de)\b)", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Running:
    """A row that recurs: its usual place, and whether a number in it counts the pages."""

    place: float
    is_counting: bool


def find_furniture(
    pages: Sequence[Page], body_size: float
) -> tuple[set[tuple[int, Fragment]], list[str]]:
    """Fragments to leave out, as (page number, fragment), and their texts without repeats."""
    edges = [(page, list(_edge_rows(page))) for page in pages]
    least = max(2, _SHARE * sum(1 for page in pages if page.upright))
    repeated = _repeated(edges, least)
    numbers = PageNumbers(((page.number, rows) for page, rows in edges), least)
    title = _TITLE_SIZE * body_size
    dropped: set[tuple[int, Fragment]] = set()
    texts: dict[str, None] = {}
    met: set[str] = set()
    for page, rows in edges:
        for row in rows:
            running = _running_at(page, row, repeated)
            is_first = _key(row) not in met and _is_content(row, title, pages)
            met.add(_key(row))
            is_furniture = running is not None and (running.is_counting or not is_first)
            if is_furniture or numbers.counts(row, page.number, title):
                dropped.update((page.number, fragment) for fragment in _members(page, row))
                texts[_text(row)] = None
    return dropped, list(texts)


def _running_at(page: Page, row: Row, repeated: Mapping[str, _Running]) -> _Running | None:
    """What recurs here, if the row stands where it does on the other pages."""
    usual = repeated.get(_key(row))
    is_there = usual is not None and abs(_place(page, row) - usual.place) <= row[0].height
    return usual if is_there else None


def _place(page: Page, row: Row) -> float:
    """How far a row is from the nearer edge of its page, that of the foot below zero (points)."""
    from_top = row[0].middle - page.top
    return from_top if from_top < page.height / 2 else from_top - page.height


def _repeated(edges: Sequence[tuple[Page, Sequence[Row]]], least: float) -> dict[str, _Running]:
    """Rows that recur on enough pages; numbers in them that change are those of the pages."""
    met: dict[str, dict[int, tuple[Row, float]]] = {}
    for page, rows in edges:
        for row in rows:
            met.setdefault(_key(row), {}).setdefault(page.number, (row, _place(page, row)))
    found = {}
    for key, seen in met.items():
        rows_seen = {page: row for page, (row, _) in seen.items()}
        is_number = _DIGITS.fullmatch(_text(next(iter(rows_seen.values()))))
        if len(seen) >= least and not is_number and _counts_pages(rows_seen):
            is_counting = len(set(map(_text, rows_seen.values()))) > 1
            found[key] = _Running(median(place for _, place in seen.values()), is_counting)
    return found


def _counts_pages(seen: Mapping[int, Row]) -> bool:
    """Whether each number of a running row is always the same or is the page's.

    Others, such as the totals at the feet of a table or the numbers of chapters, are content.
    """
    text = _text(next(iter(seen.values())))
    places = [match.span() for match in _DIGITS.finditer(text)]
    numbers = (_DIGITS.findall(_text(row)) for row in seen.values())
    for (start, end), values in zip(places, zip(*numbers, strict=True), strict=True):
        is_parted = _SET_OFF_LEFT.search(text[:start]) and _SET_OFF_RIGHT.match(text[end:])
        if len(set(values)) > 1 and not (is_parted and _follows_pages(seen, values)):
            return False
    return True


def _follows_pages(pages: Iterable[int], values: Sequence[str]) -> bool:
    """Whether numbers go up with the pages."""
    is_short = max(map(len, values)) <= _PAGE_DIGITS
    return (
        is_short
        and len({int(value) - page for page, value in zip(pages, values, strict=True)}) == 1
    )


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


def _is_content(row: Row, title_size: float, pages: Sequence[Page]) -> bool:
    """A title or a table's head: its first appearance is text, the later ones are furniture."""
    return len(row) > 1 or row[0].size >= title_size or len(pages) < _BAND_ROWS
