"""Rows of text in columns for a console: nothing is cut, however narrow the console is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

_GAP = "  "


def aligned(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 2) -> Iterator[str]:
    """Lines under a head; the first `left` columns are set flush left, all others flush right."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            text.ljust(width) if number < left else text.rjust(width)
            for number, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield _GAP.join(cells).rstrip()
