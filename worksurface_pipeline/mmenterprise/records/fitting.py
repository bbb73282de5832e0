"""Whether a page or slide has room for its words: nothing runs over, and no word is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.mmenterprise.records.outline import Document, Sheet
from worksurface_pipeline.mmenterprise.records.painter import (
    PAPER,
    SLIDE,
    Layout,
    length,
    unprintable,
)
from worksurface_pipeline.mmenterprise.records.papers import paint
from worksurface_pipeline.mmenterprise.records.slides import (
    LINE_SIZE,
    LINE_WIDTH,
    TITLE_SIZE,
    room_below,
)
from worksurface_pipeline.mmenterprise.schema.world import Place

_LEAST_PICTURE = 3.0  # inches of a slide: the letters in a smaller picture cannot be read
_LEAST_SHRUNK = 0.8  # of a picture's size beside the template's words
_SHOWN = 40  # characters of a text that is named
_SHARE = 0.85  # of a line: what is left has room for some words more


def misfits(document: Document, number: int, kind: Place, text: str) -> Iterator[str]:
    """What has no room on a sheet of a report or a deck in the words of `text`, as sentences."""
    layout = PAPER if kind is Place.REPORT else SLIDE
    sheets = list(document.sheets)
    sheets[number - 1] = sheets[number - 1].worded(text)
    worded = replace(document, sheets=tuple(sheets))
    faults = [*_words(sheets[number - 1], layout)]
    if kind is Place.DECK:
        faults += _slide(sheets[number - 1])
    yield from faults
    if not faults:
        yield from _sizes(_scales(document, number, layout), _scales(worded, number, layout))


def is_one_line(text: str) -> bool:
    """Whether a text has room on one line of a slide, and some words around it as well."""
    return length(text, LINE_SIZE) <= LINE_WIDTH * _SHARE


def _words(sheet: Sheet, layout: Layout) -> Iterator[str]:
    """Letters that cannot be printed, and words that are wider than the sheet."""
    wide = layout.width - 2 * layout.margin
    sizes = [(sheet.heading, layout.heading), *((line, layout.text) for line in sheet.lines)]
    for text, size in sizes:
        lacking = unprintable(text)
        if lacking:
            yield f"{lacking!r} cannot be printed"
        for word in text.split():
            if length(word, size) > wide:
                yield f"{word[:_SHOWN]!r} is wider than the sheet"


def _slide(sheet: Sheet) -> Iterator[str]:
    """What an office would break into two lines, or push off the slide."""
    for text, size in [(sheet.heading, TITLE_SIZE), *((line, LINE_SIZE) for line in sheet.lines)]:
        over = length(text, size) / LINE_WIDTH
        if over > 1:
            most = int(len(text) / over)
            yield f"{text[:_SHOWN]!r} has room for some {most} characters on one line of a slide"
    if room_below(sheet) < (_LEAST_PICTURE if sheet.figures else 0):
        yield "it has more lines than fit beside what else is on the slide"


def _sizes(before: Sequence[float] | None, now: Sequence[float] | None) -> Iterator[str]:
    """Whether all has room, and pictures are hardly smaller than they were."""
    if now is None:
        yield "it has more on it than fits; write fewer or shorter lines"
    elif any(new < _LEAST_SHRUNK * old for old, new in zip(before or (), now, strict=True)):
        yield "its picture would be too small to read; write fewer or shorter lines"


def _scales(document: Document, number: int, layout: Layout) -> Sequence[float] | None:
    """The sizes of the pictures of a sheet, None where it has more on it than fits."""
    try:
        return paint(None, document, number, layout)
    except PackageError:
        return None
