"""Tables without lines around their cells: columns by place, and names that stand over them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from worksurface_pipeline.mmenterprise.seeds.loose import loose_tables
from worksurface_pipeline.readers.pdf_lines import Fragment, Row

STEP, SIZE, WIDE = 12.0, 9.0, 5.0
Placed = tuple[float, str]


def row(line: float, *cells: Placed) -> Row:
    """Pieces that start at these places across, on one line."""
    top = line * STEP
    return tuple(
        Fragment(left, top, left + WIDE * len(text), top + SIZE, text, SIZE) for left, text in cells
    )


def read(*lines: Sequence[Placed]) -> list[tuple[tuple[str | None, ...], ...]]:
    """The cells of the tables of some lines."""
    return [one.rows for one in loose_tables([row(n, *cells) for n, cells in enumerate(lines)])]


FIRST = ((0, "Alder"), (100, "1.2"), (160, "43.1"))
SECOND = ((0, "Birch"), (95, "11.2"), (160, "3.1"))
THIRD = ((0, "Cedar"), (160, "5.9"))
NAMES = ((100, "Load"), (160, "Cost"))
BODY = (("Alder", "1.2", "43.1"), ("Birch", "11.2", "3.1"))
PROSE = ((0, "All of them were run for a month."),)

CASES: dict[str, tuple[Sequence[Sequence[Placed]], list[tuple[tuple[str, ...], ...]]]] = {
    "names over all columns": (
        (((0, "Site"), *NAMES), FIRST, SECOND),
        [(("Site", "Load", "Cost"), *BODY)],
    ),
    "no name in the corner": ((NAMES, FIRST, SECOND), [(("name", "Load", "Cost"), *BODY)]),
    "a cell left open": (
        (((0, "Site"), *NAMES), FIRST, SECOND, THIRD),
        [(("Site", "Load", "Cost"), *BODY, ("Cedar", "", "5.9"))],
    ),
    "a name over two columns": (
        (((100, "Spring of the year"),), ((100, "Load"), (160, "Cost")), FIRST, SECOND),
        [(("name", "Spring of the year Load", "Spring of the year Cost"), *BODY)],
    ),
    "a name over either of two": (
        (((100, "Mild"), (220, "Cold")), ((100, "Load"), (160, "Cost"), (220, "Load")),
         (*FIRST, (220, "7.5")), (*SECOND, (220, "8.5"))),
        [(("name", "Mild Load", "", "Cold Load"), (*BODY[0], "7.5"), (*BODY[1], "8.5"))],
    ),
    "two names set as one": (
        (((0, "Site"), (100, "Load and Cost (EUR)"), (220, "Fee")),
         (*FIRST, (220, "7.5")), (*SECOND, (220, "8.5"))),
        [(("Site", "", "", "Fee"), (*BODY[0], "7.5"), (*BODY[1], "8.5"))],
    ),
    "two names over one of two columns": (
        (((0, "Site"), (100, "Load Fee"), (220, "Cost")),
         (*FIRST, (220, "7.5")), (*SECOND, (220, "8.5"))),
        [(("Site", "", "", "Cost"), (*BODY[0], "7.5"), (*BODY[1], "8.5"))],
    ),
    "no name that is told": ((((100, "Load and Cost (EUR)"),), FIRST, SECOND), []),
    "a line of prose above the names": (
        (PROSE, ((0, "Site"), *NAMES), FIRST, SECOND),
        [(("Site", "Load", "Cost"), *BODY)],
    ),
    "years above": (
        (((0, "Site"), (100, "2021"), (160, "2022")), FIRST, SECOND),
        [(("Site", "2021", "2022"), *BODY)],
    ),
    "wide blanks in one piece": (
        (((0, "Site"), *NAMES), ((0, "Alder               1.2         43.1"),), SECOND),
        [(("Site", "Load", "Cost"), *BODY)],
    ),
    "no names at all": ((PROSE, FIRST, SECOND), []),
    "one row": ((((0, "Site"), *NAMES), FIRST), []),
    "two in one column": (
        (((0, "Site"), *NAMES), ((0, "Alder"), (100, "1,200,000")),
         ((0, "Birch"), (100, "1.2"), (125, "9.9"))),
        [],
    ),
    "prose with figures": (
        (((0, "It rose to 12 and then"), (160, "to 14.")), ((0, "Then it fell"), (160, "again."))),
        [],
    ),
    "pairs": (
        (((0, "Site"), (100, "Load")), FIRST[:2], SECOND[:2], ((0, "Cedar"), (100, "4.4"))),
        [(("Site", "Load"), BODY[0][:2], BODY[1][:2], ("Cedar", "4.4"))],
    ),
    "two pairs are chance": ((((0, "Site"), (100, "Load")), FIRST[:2], SECOND[:2]), []),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "found"), CASES.values(), ids=CASES.keys())
def test_rows_that_keep_their_columns(
    lines: Sequence[Sequence[Placed]], found: list[tuple[tuple[str, ...], ...]]
) -> None:
    assert read(*lines) == found
