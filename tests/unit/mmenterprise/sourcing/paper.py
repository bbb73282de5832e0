"""A document of three pages by hand, with statements and a figure that rules do not read."""

from __future__ import annotations

from pathlib import Path

from worksurface_pipeline.mmenterprise.seeds.build import bundle_of
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.parts import (
    DocumentParts,
    DocumentWords,
    FigurePart,
    Mark,
    PagePart,
    PageWords,
    Readings,
    TablePart,
    Word,
)
from worksurface_pipeline.mmenterprise.seeds.registry import SeedEntry

TITLE = "Lantern sorting in cold storage"
GOOD = "Customers liked Lantern: the share of repeat callers came to 78 percent in spring."
SEVERAL = (
    "Throughput came to 435 parcels per hour with Alder, and to 512 parcels per hour with Birch."
)
BOUND = "Lantern handled more than 640 crates on the last day."
CITED = "The crates of Vantry held 91 parcels [4]."
DENIED = "Lantern would have sorted 770 crates."
KNOWN = "The median error of Brindle was 4.76%."
CHANGE = "The error rate of Lantern fell by 31 percent."
SETUP = "For all trials Lantern ran with 16 lanes."
NUMBERED = "Figure 3 shows Lantern at 84 percent."
TWICE = "Lantern took 12 lanes of Alder and 12 lanes of Birch."
FIRST = (GOOD, SEVERAL, BOUND, CITED, DENIED, KNOWN)
SECOND = (CHANGE, SETUP, NUMBERED, TWICE)


def _mark(text: str, across: float, down: float) -> Mark:
    half = 2.5 * len(text)
    return Mark(box=(across - half, down - 4, across + half, down + 4), text=text)


# Two rows of names: rules cannot tell which of them the values belong to.
MARKS = (
    _mark("Load of the winter (MW)", 200, 210),
    *(_mark(str(10 * step), 20, 400 - 40 * step) for step in range(4)),
    *(_mark(text, place, 300) for text, place in (("31.7", 100), ("29.4", 200), ("33.3", 300))),
    *(_mark(text, place, 420) for text, place in (("Alder", 100), ("Birch", 200), ("Cedar", 300))),
    *(_mark(text, place, 440) for text, place in (("old", 100), ("new", 200), ("new site", 300))),
)
FIGURE = FigurePart(box=(0, 200, 400, 450), caption="Winter load at each site", marks=MARKS)


def readings() -> Readings:
    """Three pages, a table on the second, a figure alone on the third."""
    table = TablePart(rows=(("Network", "Peak load (MW)"), ("Ashmere", "25.8")))
    texts = (f"# {TITLE}\n\n{' '.join(FIRST)}", " ".join(SECOND))
    printed = (
        f"{TITLE} {' '.join(FIRST)}",
        f"{' '.join(SECOND)} Network Peak load (MW) Ashmere 25.8",
    )
    return Readings(
        parts=DocumentParts(
            pages=(
                *(
                    PagePart(number=number, text=text, tables=(table,) if number > 1 else ())
                    for number, text in enumerate(texts, 1)
                ),
                PagePart(number=3, figures=(FIGURE,)),
            )
        ),
        words=DocumentWords(
            pages=(*(_words(n, text) for n, text in enumerate(printed, 1)), _marks())
        ),
        pages=3,
    )


def bundle() -> SeedBundle:
    """What rules take from it."""
    entry = SeedEntry(id="lantern", path=Path("lantern.pdf"), digest="0" * 64)
    return bundle_of(entry, readings())


def _words(page: int, text: str) -> PageWords:
    words = (
        Word(box=(10.0 * place, 10.0, 10.0 * place + 8, 20.0), text=word)
        for place, word in enumerate(text.split())
    )
    return PageWords(number=page, words=tuple(words))


def _marks() -> PageWords:
    words = (Word(box=mark.box, text=word) for mark in MARKS for word in mark.text.split())
    return PageWords(number=3, words=tuple(words))
