"""The second reading catches every planted fact that does not stand."""

from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact
from worksurface_pipeline.mmenterprise.seeds.check import Fault, Witness
from worksurface_pipeline.mmenterprise.seeds.parts import DocumentWords, PageWords, Word

BODY = "The median error of Brindle was 4.76% over all non- linear runs. Costs: 1,204 EUR"
FIGURE_BOX = (0.0, 200.0, 400.0, 400.0)


def words() -> DocumentWords:
    """Two pages: text and a figure with 12.7 and 4.76 in it, then a page of other text."""
    line = [
        Word(box=(20.0 * n, 10, 20.0 * n + 18, 20), text=text)
        for n, text in enumerate(BODY.split())
    ]
    marks = [
        Word(box=(10, 250, 30, 260), text="12.7"),
        Word(box=(50, 250, 70, 260), text="4.76"),
    ]
    other = [Word(box=(0, 0, 10, 10), text="Nothing"), Word(box=(12, 0, 20, 10), text="here")]
    pages = (PageWords(number=1, words=(*line, *marks)), PageWords(number=2, words=tuple(other)))
    return DocumentWords(pages=pages)


CLAIM = SeedFact(
    id="s.claim.001",
    seed="s",
    kind=FactKind.CLAIM,
    entity="Brindle",
    attribute="median error",
    value="4.76",
    unit="%",
    numbers=("4.76",),
    quote="The median error of Brindle was 4.76% over all nonlinear runs.",
    page=1,
)
MARK = CLAIM.model_copy(
    update={"kind": FactKind.FIGURE, "value": "12.7", "numbers": ("12.7",), "quote": "12.7"}
)

FAULTS: dict[str, tuple[SeedFact, dict[str, object], Fault | None]] = {
    "claim that stands": (CLAIM, {}, None),
    "figure that stands": (MARK, {}, None),
    "rounded": (CLAIM, {"value": "4.8", "numbers": ("4.8",)}, Fault.NOT_IN_QUOTE),
    "part of a number": (CLAIM, {"value": "4.7", "numbers": ("4.7",)}, Fault.NOT_IN_QUOTE),
    "numbers of another value": (CLAIM, {"value": "5"}, Fault.NO_FIGURES),
    "no numbers": (CLAIM, {"numbers": ()}, Fault.NO_FIGURES),
    "other words": (CLAIM, {"quote": "The mean error of Brindle was 4.76%"}, Fault.NOT_ON_PAGE),
    "other page": (CLAIM, {"page": 2}, Fault.NOT_ON_PAGE),
    "no such page": (CLAIM, {"page": 3}, Fault.NO_SUCH_PAGE),
    "half a word": (CLAIM, {"quote": "rindle was 4.76% over"}, Fault.NOT_ON_PAGE),
    "figure's value told in text": (
        MARK,
        {"value": "4.76", "numbers": ("4.76",), "quote": "4.76"},
        Fault.IN_TEXT,
    ),
    "mark outside the figure": (
        MARK,
        {"value": "1,204", "numbers": ("1,204",), "quote": "1,204"},
        Fault.NOT_IN_FIGURE,
    ),
}


@pytest.mark.parametrize(("fact", "changes", "fault"), FAULTS.values(), ids=FAULTS.keys())
def test_what_stands_and_what_does_not(
    fact: SeedFact, changes: dict[str, object], fault: Fault | None
) -> None:
    witness = Witness(words(), {1: (FIGURE_BOX,)})
    assert witness.fault(fact.model_copy(update=changes)) == fault
