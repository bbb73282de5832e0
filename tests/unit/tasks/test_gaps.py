"""Quotations with a gap: from the document alone, in one place, and without their siblings."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import document
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.tasks.blocks import visible
from worksurface_pipeline.worksurface.tasks.gaps import gap_phrase
from worksurface_pipeline.worksurface.tasks.segments import parse


def phrase(text: str, figure: str, *others: str) -> str:
    """The phrase for the first segment that holds the figure."""
    page = document("page.md", text)
    for segment in parse(page).segments:
        line = visible(page)[segment.start : segment.end]
        found = {mention.raw: mention for mention in find_numbers(line)}
        if figure in found:
            hidden = [found[raw] for raw in others]
            return gap_phrase(1, visible(page), segment, found[figure], hidden, "page.md")
    raise AssertionError(f"no segment holds {figure}")


@pytest.mark.parametrize(
    ("text", "figure", "others", "said"),
    [
        ("Offers stay valid for 75\ndays.", "75", (), "“Offers stay valid for […] days.”"),
        ("15+ years: 8 hours a week", "8", ("15",), "“…+ years: […] hours a week”"),
        (
            "You carry over 240 hours from one [leave year](a/b.md) to the next.",
            "240",
            (),
            "“You carry over […] hours from one …”",
        ),
        ("They spend **$500 a month** here.", "$500", (), "“They spend […] a month here.”"),
        (
            "| Month | Net Amount |\n| --- | --- |\n| May | 1,250 |\n",
            "1,250",
            (),
            "the row “May | […]” of page.md, under “Net Amount”",
        ),
    ],
    ids=["sentence", "sibling", "link", "emphasis", "row"],
)
def test_a_gap_is_cut_into_the_documents_own_line(
    text: str, figure: str, others: tuple[str, ...], said: str
) -> None:
    assert said in phrase(text, figure, *others)


def test_a_long_sentence_is_cut_on_both_sides() -> None:
    filler = " ".join(f"word{chr(97 + i)}" for i in range(26))
    made = phrase(f"At first {filler} then 88 crates {filler} at last.", "88")
    said = made.partition("“")[2].partition("”")[0]
    assert said.startswith("… ")
    assert said.endswith(" …")
    assert "then […] crates" in said
    assert len(said) < 250


@pytest.mark.parametrize(
    ("text", "figure", "others"),
    [
        ("Complete 20 hours of Level____ (state which) work.", "20", ()),
        ("Pay 20 euros to ......... within a week.", "20", ()),
        ("The fee is 20.", "20", ()),
        ("Lane A takes 5 hours by road.\n\nLane A takes 7 hours by road.", "5", ()),
    ],
    ids=["blank form", "dots", "too little said", "two places"],
)
def test_other_lines_are_not_quoted(text: str, figure: str, others: tuple[str, ...]) -> None:
    assert phrase(text, figure, *others) == ""
