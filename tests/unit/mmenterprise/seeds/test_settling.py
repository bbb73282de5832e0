"""What is left out before a fact is one: clashes, the document's own names, decimal commas."""

from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedDocument
from worksurface_pipeline.mmenterprise.seeds.check import Witness
from worksurface_pipeline.mmenterprise.seeds.commas import decimal_commas
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.parts import DocumentWords, PageWords, Word
from worksurface_pipeline.mmenterprise.seeds.settling import (
    CLASH,
    COMMAS,
    DOUBTFUL,
    SECTIONED,
    TITLED,
    settled,
)

TITLE = "Heat in old homes"
DOCUMENT = SeedDocument(id="s", title=TITLE, domain="d", licence="l", digest="", pages=1)


def words(text: str) -> DocumentWords:
    """One page of these words."""
    found = (Word(box=(9.0 * n, 0, 9.0 * n + 8, 9), text=one) for n, one in enumerate(text.split()))
    return DocumentWords(pages=(PageWords(number=1, words=tuple(found)),))


def draft(entity: str, attribute: str, value: str, kind: FactKind = FactKind.CELL) -> Draft:
    """A fact whose quote is its value."""
    return Draft(kind=kind, entity=entity, attribute=attribute, value=value, quote=value, page=1)


def left(text: str, *drafts: Draft) -> tuple[list[str], dict[str, int]]:
    """Values that stand, and what was left out for which reason."""
    facts, dropped = settled(DOCUMENT, drafts, Witness(words(text), {}))
    return [fact.value for fact in facts], dict(dropped)


SETUP = FactKind.CONFIGURATION
CASES: dict[str, tuple[Draft, str]] = {
    "the title as the thing": (draft("Heat in Old Homes", "rooms", "41", SETUP), TITLED),
    "the title in a name": (draft("Ashmere", "rooms (Heat in old homes)", "41"), TITLED),
    "a part as the thing": (draft("Contents", "stress", "41", SETUP), SECTIONED),
    "an annex": (draft("Appendix B", "stress", "41", SETUP), SECTIONED),
    "a date as the thing": (draft("Jan 2015", "stress", "41", SETUP), SECTIONED),
    "a row of that month": (draft("Jan 2015", "stress", "41"), ""),
    "a part of the title": (draft("Homes", "rooms", "41", SETUP), ""),
}


@pytest.mark.parametrize(("given", "reason"), CASES.values(), ids=CASES.keys())
def test_the_documents_own_names_are_no_things(given: Draft, reason: str) -> None:
    assert left("41", given) == (([], {reason: 1}) if reason else (["41"], {}))


def test_two_values_of_one_name_drop_both() -> None:
    found = left("41 42", draft("Ashmere", "rooms", "41"), draft("ashmere", "Rooms", "42"))
    assert found == ([], {CLASH: 2})


def test_with_decimal_commas_a_mark_is_doubtful() -> None:
    text = "14,3 Tage 38,9 % 1.045 987"
    drafts = (draft("Bremen", "Anträge", "1.045"), draft("Kiel", "Anträge", "987"))
    assert left(text, *drafts) == (["987"], {COMMAS: 2, DOUBTFUL: 1})


COUNTS = {
    "commas": ("14,3 38,9 1.284,5", 3),
    "points": ("14.3 38.9 1,284.5 1,2", 0),
    "thousands alone": ("1,284 987,654 1.045", 0),
    "one of each": ("14,3 14.3", 0),
    "in brackets": ("(14,3%) [2]", 1),
    "dates and versions": ("12.03.2024 1.2.3 14,3", 1),
}


@pytest.mark.parametrize(("text", "count"), COUNTS.values(), ids=COUNTS.keys())
def test_numbers_with_a_decimal_comma(text: str, count: int) -> None:
    assert decimal_commas(words(text)) == count
