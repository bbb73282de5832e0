"""Layouts of PDF pages: each case is what a reader of the page would read, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf
import pytest

from tests.unit.readers.document_files import Line, write_pdf
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import DocumentContent

LEADING = 14.0


def read(path: Path) -> DocumentContent:
    result = read_document(path, "report.pdf")
    assert isinstance(result, DocumentContent), result
    return result


def text_of(folder: Path, pages: Sequence[Sequence[Line]]) -> str:
    return read(write_pdf(folder / "a.pdf", pages)).text


def column(x: float, top: float, side: str, count: int, leading: float = LEADING) -> list[Line]:
    return [
        (x, top + leading * n, f"{side} column sentence {n} is here", 10.0) for n in range(count)
    ]


def wide(top: float, words: str, count: int) -> list[Line]:
    line = f"{words} runs over the whole width of the page, from its left edge to its right one"
    return [(60.0, top + LEADING * n, f"{line} {n}", 10.0) for n in range(count)]


@dataclass(frozen=True, slots=True)
class Order:
    """A page and marks that its text shows in this order."""

    lines: Sequence[Line]
    marks: tuple[str, ...]
    columns: int


ORDERS = {
    "a heading across both columns": Order(
        [
            *column(60, 100, "Left", 5),
            *column(330, 100, "Right", 5),
            (60, 200, "A second heading that runs across both columns of the page", 18.0),
            *column(60, 240, "Lower", 5),
            *column(330, 240, "Last", 5),
        ],
        ("Left column sentence 4", "Right column sentence 0", "A second", "Lower", "Last"),
        2,
    ),
    "columns under much text of full width": Order(
        [*wide(60, "Prose", 30), *column(60, 500, "Left", 6), *column(330, 500, "Right", 6)],
        ("one 29", "Left column sentence 5", "Right column sentence 0"),
        2,
    ),
    "a narrow gutter": Order(
        [*column(60, 100, "Left", 8), *column(225, 100, "Right", 8)],
        ("Left column sentence 7", "Right column sentence 0"),
        2,
    ),
    "three columns under a title": Order(
        [
            (60, 60, "A title that stands over all three of the columns below", 18.0),
            *column(40, 100, "First", 8),
            *column(230, 100, "Second", 8),
            *column(420, 100, "Third", 8),
        ],
        (
            "A title",
            "First column sentence 7",
            "Second column sentence 0",
            "Second column sentence 7",
            "Third column sentence 0",
        ),
        3,
    ),
    "prose beside short notes that keep no step with it": Order(
        [
            *[
                (60.0, 100 + 12.0 * n, f"The body says much in line {n} of it", 10.0)
                for n in range(9)
            ],
            *[(330.0, 107 + 30.0 * n, f"Note {n}", 10.0) for n in range(3)],
        ],
        ("line 8 of it", "Note 0", "Note 2"),
        2,
    ),
    "a table keeps its rows": Order(
        [
            (60.0 + 170 * x, 100 + 16.0 * y, f"row {y} column {x}", 10.0)
            for y in range(4)
            for x in range(3)
        ],
        ("row 0 column 2", "row 1 column 0", "row 3 column 2"),
        1,
    ),
}


@pytest.mark.parametrize("case", ORDERS.values(), ids=ORDERS.keys())
def test_reading_order(tmp_path: Path, case: Order) -> None:
    content = read(write_pdf(tmp_path / "a.pdf", [case.lines]))
    places = [content.text.find(mark) for mark in case.marks]
    assert -1 not in places, content.text
    assert places == sorted(places), content.text
    assert content.quality.columns_guess == case.columns


def pairs(x: float, top: float, keys: Sequence[tuple[str, str]]) -> list[Line]:
    return [
        line
        for n, (key, value) in enumerate(keys)
        for line in ((x, top + 12.0 * n, key, 9.0), (x + 100, top + 12.0 * n, value, 9.0))
    ]


LEFT = (("Order:", "17"), ("Product:", "Film"), ("Dates:", "1 to 3 May"))
RIGHT = (("Cinema:", "Downtown"), ("Region:", "North"))
LEFT_TEXT = "Order:  17\nProduct:  Film\nDates:  1 to 3 May"
RIGHT_TEXT = "Cinema:  Downtown\nRegion:  North"

PAIRS = {
    "side by side": (
        [*pairs(60, 100, LEFT), *pairs(320, 100, RIGHT)],
        f"{LEFT_TEXT}\n\n{RIGHT_TEXT}",
    ),
    "side by side, out of step": (
        [*pairs(60, 100, LEFT), *pairs(320, 106, RIGHT)],
        f"{LEFT_TEXT}\n\n{RIGHT_TEXT}",
    ),
    "one after the other": (
        [*pairs(60, 100, LEFT), *pairs(60, 136, RIGHT)],
        f"{LEFT_TEXT}\n{RIGHT_TEXT}",
    ),
    "key and value in one piece": (
        [
            *[(60.0, 100 + 12.0 * n, f"{key} {value}", 9.0) for n, (key, value) in enumerate(LEFT)],
            *[
                (320.0, 100 + 12.0 * n, f"{key} {value}", 9.0)
                for n, (key, value) in enumerate(RIGHT)
            ],
        ],
        f"{LEFT_TEXT}\n\n{RIGHT_TEXT}".replace("  ", " "),
    ),
    "records that repeat their keys stay rows": (
        [
            *pairs(60, 100, (("Name:", "Ann"), ("Name:", "Bob"))),
            *pairs(320, 100, (("Age:", "3"), ("Age:", "4"))),
        ],
        "Name:  Ann  Age:  3\nName:  Bob  Age:  4",
    ),
    "one pair beside another is a line": (
        [*pairs(60, 100, LEFT[:1]), *pairs(320, 100, RIGHT[:1])],
        "Order:  17  Cinema:  Downtown",
    ),
}


@pytest.mark.parametrize(("lines", "expected"), PAIRS.values(), ids=PAIRS.keys())
def test_blocks_of_pairs(tmp_path: Path, lines: Sequence[Line], expected: str) -> None:
    assert text_of(tmp_path, [lines]) == expected + "\n"


def paragraph(*texts: str) -> list[Line]:
    return [(60.0, 100 + LEADING * n, text, 11.0) for n, text in enumerate(texts)]


HYPHENS = {
    "a broken word is mended": (
        paragraph("The auditors of the year looked at each entry and con-", "firmed the whole."),
        "and confirmed the whole.",
    ),
    "a compound that stands elsewhere keeps its hyphen": (
        paragraph("A well-known rule of the house is long and very well-", "known to us."),
        "very well-known to us.",
    ),
    "a prefix keeps its hyphen": (
        paragraph("Each of the teams in the house is small, is quick and self-", "directed."),
        "and self-directed.",
    ),
    "two words that stand elsewhere keep their hyphen": (
        paragraph(
            "The service unit is oriented to users, which makes it a service-",
            "oriented one, they say.",
        ),
        "a service-oriented one",
    ),
    "a word that stands whole elsewhere is mended": (
        paragraph("All our note taking, notebook keeping and book making is in a note-", "book."),
        "is in a notebook.",
    ),
    "a hyphen that waits for a word stays": (
        paragraph("The plan of the house names for every unit what are its in-", "and outputs."),
        "its in- and outputs.",
    ),
    "capitals that stand whole elsewhere are mended": (
        paragraph("What is OPTIONAL in the rules is written so; what is not OP-", "TIONAL is not."),
        "is not OPTIONAL is not.",
    ),
    "a name keeps its hyphen": (
        paragraph("The rules of the house were written in long nights by Anna Meyer-", "Schmidt."),
        "Anna Meyer-Schmidt.",
    ),
    "a ragged line mends its word too": (
        paragraph("The infor-", "mation of the house is written over the whole width of a page."),
        "The information of",
    ),
    "no line breaks after one letter": (
        paragraph("The house of the auditors answers every letter and e-", "mail."),
        "and e-mail.",
    ),
    "a ragged range of figures": (
        paragraph("In 2019-", "2024 the house wrote to all of its auditors, each and every year."),
        "In 2019-2024 the",
    ),
    "a range of figures keeps its dash": (
        paragraph(
            "The plan of the house covers each and every year of the time 2019-", "2024 too."
        ),
        "2019-2024 too.",
    ),
}


@pytest.mark.parametrize(("lines", "expected"), HYPHENS.values(), ids=HYPHENS.keys())
def test_hyphens_at_line_ends(tmp_path: Path, lines: Sequence[Line], expected: str) -> None:
    content = read(write_pdf(tmp_path / "a.pdf", [lines]))
    assert expected in content.text
    assert content.quality.hyphen_breaks == 1


def test_a_soft_hyphen_breaks_a_word_too(tmp_path: Path) -> None:
    lines = paragraph("The auditors of the year looked at each entry and con\u00ad", "firmed it.")
    assert "and confirmed it." in text_of(tmp_path, [lines])


def test_a_sentence_goes_on_in_the_next_column(tmp_path: Path) -> None:
    left = [*column(60, 100, "Left", 6), (60.0, 184.0, "Here the last sentence goes con-", 10.0)]
    right = [(330.0, 100.0, "tinually on in column two", 10.0), *column(330, 114, "Right", 6)]
    assert "the last sentence goes continually on in column two" in text_of(
        tmp_path, [[*left, *right]]
    )


def heads(pages: int, text: Callable[[int], str], y: float = 30.0) -> list[list[Line]]:
    bodies = ("alpha", "beta", "gamma", "delta")
    return [
        [
            (60.0, y, text(number), 9.0),
            (60.0, 300.0, f"The page about {bodies[number]} has more words than its edges.", 11.0),
        ]
        for number in range(pages)
    ]


FURNITURE = {
    "a head": (lambda n: "Acme annual report", True),
    "a head with the page's number": (lambda n: f"Acme annual report | {n + 7}", True),
    "page n of m": (lambda n: f"Page {n + 1} of 4", True),
    "a bare number": (lambda n: f"{n + 1}", True),
    "a dashed number": (lambda n: f"- {n + 1} -", True),
    "a Chinese page number": (lambda n: f"{n + 1} / 4", True),
    "totals at the edge are content": (lambda n: f"Total units {(17, 230, 41, 8)[n]}", False),
    "dates at the edge are content": (lambda n: f"Received on {(3, 9, 1, 4)[n]} May 2024", False),
    "the numbers of chapters are content": (lambda n: f"Chapter {n + 1}", False),
    "numbered items are content": (lambda n: f"Item {n + 1} of the list", False),
    "years that go up are content": (lambda n: f"Results for {n + 2021}", False),
    "numbers that begin a heading are content": (lambda n: f"{n + 1}. Part", False),
    "a page number in words": (lambda n: f"Acme, page {n + 1}", True),
    "a page number before the words": (lambda n: f"{n + 1} | Acme annual report", True),
    "a bare value is content": (lambda n: f"{(417, 23, 8100, 64)[n]}", False),
    "a bare value that recurs is content": (lambda n: f"{(0, 70, 0, 30)[n]}", False),
    "roman page numbers": (lambda n: ("i", "ii", "iii", "iv")[n], True),
    "roman numbers that do not follow": (lambda n: ("iv", "i", "ix", "vi")[n], False),
    "different words are content": (lambda n: f"Chapter {'ABCD'[n]} begins", False),
}


@pytest.mark.parametrize(("text", "is_dropped"), FURNITURE.values(), ids=FURNITURE.keys())
def test_what_recurs_at_the_edge(
    tmp_path: Path, text: Callable[[int], str], is_dropped: bool
) -> None:
    content = read(write_pdf(tmp_path / "a.pdf", heads(4, text)))
    lines = content.text.split("\n")
    assert [text(n) in lines for n in range(4)] == [not is_dropped] * 4
    assert (text(0) in content.furniture) is is_dropped


def test_a_large_heading_that_only_counts_is_content(tmp_path: Path) -> None:
    pages = heads(4, lambda n: f"Section {n + 1} Title")
    for page in pages:
        page[0] = (60.0, 60.0, page[0][2], 18.0)
    content = read(write_pdf(tmp_path / "a.pdf", pages))
    assert [line for line in content.text.split("\n") if line.startswith("#")] == [
        f"# Section {n} Title" for n in range(1, 5)
    ]
    assert content.furniture == ()


def test_a_foot_with_the_page_number_leaves_its_first_page_too(tmp_path: Path) -> None:
    pages = heads(4, lambda n: "Confidential", 760.0)
    for number, page in enumerate(pages, 1):
        page.append((300.0, 760.0, f"{number} / 4", 9.0))
    assert "Confidential" not in read(write_pdf(tmp_path / "a.pdf", pages)).text


def test_large_years_that_follow_each_other_are_headings(tmp_path: Path) -> None:
    pages = heads(4, lambda n: f"{2021 + n}")
    for page in pages:
        page[0] = (60.0, 60.0, page[0][2], 18.0)
    content = read(write_pdf(tmp_path / "a.pdf", pages))
    assert [str(year) in content.text for year in range(2021, 2025)] == [True] * 4


def test_what_recurs_elsewhere_on_the_page_is_content(tmp_path: Path) -> None:
    """The same words at three heights are no running head: only what keeps its place is."""
    pages = heads(4, lambda n: "Acme annual report")
    for number, page in enumerate(pages):
        page[0] = (60.0, (30.0, 30.0, 30.0, 62.0)[number], page[0][2], 9.0)
    text = read(write_pdf(tmp_path / "a.pdf", pages)).text
    assert text.count("Acme annual report") == 1


def test_heads_of_chapters_with_the_page_number_are_furniture(tmp_path: Path) -> None:
    pages = heads(4, lambda n: f"{n + 1}", 780.0)
    chapters = ("Chapter one", "Chapter one", "Chapter two", "Chapter three")
    for n, title in enumerate(chapters):
        pages[n][0] = (60.0, 30.0, title, 9.0)
        pages[n].append((500.0, 30.0, f"{n + 1}", 9.0))
    content = read(write_pdf(tmp_path / "a.pdf", pages))
    assert "Chapter" not in content.text
    assert content.furniture[-1] == "Chapter three  4"


def test_a_page_set_sideways_is_read_like_any_other(tmp_path: Path) -> None:
    """Title, paragraph and running head of pages whose text runs up the paper."""
    document = pymupdf.open()
    for number, word in enumerate(("alpha", "beta", "gamma")):
        page = document.new_page(width=612, height=792)
        for x, text, size in (
            (30, "Acme annual report", 9),
            (100, f"Chapter {word}", 20),
            (140, f"The page about {word} has enough letters to be taken for the body text,", 11),
            (154, "and a second line of them.", 11),
            (590, f"Page {number + 1} of 3", 9),
        ):
            page.insert_text((x, 700), text, fontsize=size, rotate=90)
        page.set_rotation(90)
    document.save(tmp_path / "a.pdf")
    content = read(tmp_path / "a.pdf")
    assert content.text.startswith(
        "# Chapter alpha\n\nThe page about alpha has enough letters to be taken for the body text, "
        "and a second line of them.\n\n# Chapter beta"
    )
    assert content.furniture == ("Acme annual report", "Page 1 of 3", "Page 2 of 3", "Page 3 of 3")


def test_letters_drawn_twice_are_read_once(tmp_path: Path) -> None:
    lines = [(60.0, 100.0, "Bold total 17", 11.0), (60.4, 100.0, "Bold total 17", 11.0)]
    assert text_of(tmp_path, [lines]) == "Bold total 17\n"


def test_a_watermark_stands_apart(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for n in range(5):
        page.insert_text((60, 300 + 14 * n), f"{n + 1}. Item of the body text", fontsize=11)
    centre = pymupdf.Point(120, 420)
    page.insert_text(centre, "DRAFT COPY", fontsize=40, morph=(centre, pymupdf.Matrix(45)))
    document.save(tmp_path / "a.pdf")
    text = read(tmp_path / "a.pdf").text
    assert "1. Item of the body text\n2. Item" in text
    assert text.rstrip().endswith("DRAFT COPY")


def test_cells_close_to_each_other_stay_cells(tmp_path: Path) -> None:
    """A long city reaches up to the next column; the column's other cells say where it begins."""
    cities = ("Corona", "San Diego", "Irvine", "Huntington Beach", "Novato")
    lines = [(60.0, 100 + 14.0 * n, city, 10.0) for n, city in enumerate(cities)]
    lines += [(145.0, 100 + 14.0 * n, str(60 + n), 10.0) for n in range(len(cities))]
    assert "Huntington Beach  63" in text_of(tmp_path, [lines])


def cells(rows: Sequence[Sequence[str]], step: float = 120.0, top: float = 100.0) -> list[Line]:
    return [
        (60.0 + step * x, top + LEADING * y, text, 10.0)
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
        if text
    ]


HEAD = ["Region", "Units", "Price"]
TABLES = {
    "an empty cell in the middle": (
        cells([HEAD, ["North", "10", "2.50"], ["South", "", "3.50"], ["East", "30", "4.50"]]),
        "| Region | Units | Price |\n| --- | --- | --- |\n"
        "| North | 10 | 2.50 |\n| South |  | 3.50 |\n| East | 30 | 4.50 |",
    ),
    "empty cells at both ends": (
        cells([HEAD, ["", "10", "2.50"], ["South", "20", ""]]),
        "| Region | Units | Price |\n| --- | --- | --- |\n|  | 10 | 2.50 |\n| South | 20 |  |",
    ),
    "heads over two columns": (
        cells(
            [
                ["", "Sales of years", "", "Costs of years"],
                ["Region", "2023", "2024", "2023", "2024"],
                ["North", "10", "20", "30", "40"],
            ],
            60,
        ),
        "|  | Sales of years |  | Costs of years |  |\n| --- | --- | --- | --- | --- |\n"
        "| Region | 2023 | 2024 | 2023 | 2024 |\n| North | 10 | 20 | 30 | 40 |",
    ),
    "a total below a gap": (
        [*cells([HEAD, ["North", "10", "2.50"]]), *cells([["Total", "", "2.50"]], top=144.0)],
        "| Region | Units | Price |\n| --- | --- | --- |\n"
        "| North | 10 | 2.50 |\n| Total |  | 2.50 |",
    ),
    "a cell that goes on below": (
        cells([HEAD, ["North", "10", "2.50"], ["", "dozen"], ["South", "20", "3.50"]]),
        "Region  Units  Price\nNorth  10  2.50\ndozen\nSouth  20  3.50",
    ),
    "figures to the right of their head": (
        [
            *cells([HEAD, ["North", "", "2.50"], ["South", "", "3.50"]]),
            (215.0, 100.0 + LEADING, "10", 10.0),
            (215.0, 100.0 + 2 * LEADING, "20", 10.0),
        ],
        "Region  Units  Price\nNorth  10  2.50\nSouth  20  3.50",
    ),
    "a table without empty cells stays as its lines": (
        cells([HEAD, ["North", "10", "2.50"]]),
        "Region  Units  Price\nNorth  10  2.50",
    ),
    "rows of two pieces have no place for an empty one": (
        cells([["Order", "17"], ["Product"], ["Dates", "May"]]),
        "Order  17\nProduct\nDates  May",
    ),
    "blanks in one piece part cells": (
        [
            *cells([["Region", "", "", "Sum"]]),
            (180.0, 100.0, "Units            Price", 10.0),
            *cells([["North", "10", "", "25"], ["South", "20", "3", "60"]], top=100.0 + LEADING),
        ],
        "| Region | Units | Price | Sum |\n| --- | --- | --- | --- |\n"
        "| North | 10 |  | 25 |\n| South | 20 | 3 | 60 |",
    ),
    "names of columns in one piece": (
        [
            (60.0, 100.0, "Region Units Price", 10.0),
            *cells([["North", "10", "2.50"], ["South", "", "3.50"]], 35.0, 100.0 + LEADING),
        ],
        "| Region | Units | Price |\n| --- | --- | --- |\n"
        "| North | 10 | 2.50 |\n| South |  | 3.50 |",
    ),
}


@pytest.mark.parametrize(("lines", "expected"), TABLES.values(), ids=TABLES.keys())
def test_cells_keep_their_columns(tmp_path: Path, lines: Sequence[Line], expected: str) -> None:
    assert text_of(tmp_path, [lines]) == expected + "\n"


def raised(page: pymupdf.Page, pieces: Sequence[tuple[str, float, float]], turn: int) -> None:
    """A line of pieces (text, size, rise above the base line), set upright or up the page."""
    along = 60.0
    for text, size, rise in pieces:
        place = (100.0 - rise, 400.0 - along) if turn else (along, 100.0 - rise)
        page.insert_text(place, text, fontsize=size, rotate=turn)
        along += pymupdf.get_text_length(text, fontsize=size)


@pytest.mark.parametrize(
    ("base", "power", "rise", "size", "expected"),
    [
        pytest.param("about 10", "6", 4.0, 7.0, "about 10^6 units", id="power"),
        pytest.param("about 10", "-6", 4.0, 7.0, "about 10^-6 units", id="negative power"),
        pytest.param("in 2023", "1", 4.0, 7.0, "in 2023^1 units", id="mark of a footnote"),
        pytest.param("about m", "2", 4.0, 7.0, "about m2 units", id="after a letter"),
        pytest.param("about 10", "6", 0.0, 12.0, "about 106 units", id="not raised"),
        pytest.param("about 10", "6", -2.0, 7.0, "about 106 units", id="lowered"),
        pytest.param("about 1", "st", 4.0, 7.0, "about 1st units", id="no figure"),
        pytest.param("about 5", "1/2", 4.0, 7.0, "about 5 1/2 units", id="fraction"),
    ],
)
@pytest.mark.parametrize("turn", [0, 90])
def test_raised_figures_are_powers(
    tmp_path: Path, base: str, power: str, rise: float, size: float, expected: str, turn: int
) -> None:
    document = pymupdf.open()
    page = document.new_page(width=400, height=400)
    raised(page, [(base, 12.0, 0.0), (power, size, rise), (" units", 12.0, 0.0)], turn)
    document.save(tmp_path / "a.pdf")
    assert read(tmp_path / "a.pdf").text == expected + "\n"


def test_ligatures_are_spelled_out(tmp_path: Path) -> None:
    document = pymupdf.open()
    font = pymupdf.Font("tiro")
    writer = pymupdf.TextWriter(pymupdf.Rect(0, 0, 612, 792))
    writer.append((60, 100), "The of\ufb01ce \ufb01les the \ufb02ow", font=font)
    page = document.new_page(width=612, height=792)
    writer.write_text(page)
    document.save(tmp_path / "a.pdf")
    assert read(tmp_path / "a.pdf").text == "The office files the flow\n"


def test_the_quality_of_a_document(tmp_path: Path) -> None:
    content = read(
        write_pdf(
            tmp_path / "a.pdf",
            [[(60, 100, "Ten words", 11)], [], [(60, 100, "And a second page", 11)]],
        )
    )
    assert content.quality.page_characters == (11, 0, 17)
    assert sum(content.quality.page_characters) + 1 == content.quality.characters
    assert (content.quality.pages, content.quality.empty_pages) == (3, 1)
