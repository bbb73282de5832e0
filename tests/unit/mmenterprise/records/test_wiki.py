"""Pages of the wiki: a revision takes the place of what the page said of the same things."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.unit.mmenterprise.records.ledgers import START, says
from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.mmenterprise.records.verbs import Verb, is_plural
from worksurface_pipeline.mmenterprise.records.wiki import Page, entry_of
from worksurface_pipeline.mmenterprise.records.wording import printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Origin, Slot

_SLOTS = tuple(
    Slot(id=key, entity=entity, attribute=attribute, kind="number", origin=Origin.PROJECT)
    for key, entity, attribute in (
        ("a", "north", "load"),
        ("b", "north gate", "load"),
        ("c", "south", "peak load"),
    )
)
_NAMES = {slot.id: f"{titled(slot.entity)}, {slot.attribute}" for slot in _SLOTS}
_WHY = "Reason: it rained."


def _page(*entries: tuple[str, tuple[str, ...]]) -> list[str]:
    """The rows of a page after entries on these slots, in these lines."""
    page = Page("Tracker")
    for number, (keys, lines) in enumerate(entries):
        event = Event(
            id=f"e{number}",
            kind=EventKind.STATUS,
            at=START + timedelta(hours=number),
            actor="lena",
            channel="wiki",
            statements=tuple(says(key, "1") for key in keys),
        )
        slots = [slot for slot in _SLOTS if slot.id in keys]
        assert page.revise(entry_of(event, lines, slots), "Lena Voss", event) == number + 1
    text = page.markdown()
    assert text.count("\nRevision ") == len(entries)
    return [line for line in text.partition("## History")[0].split("\n")[2:] if line]


def _row(key: str, value: str) -> str:
    return f"{_NAMES[key]}: {value}"


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param(
            (("ab", (_row("a", "1"), _row("b", "2"))), ("a", (_row("a", "3 (before: 1)"),))),
            ["- North gate, load: 2", "- North, load: 3 (before: 1)"],
            id="one-of-two",
        ),
        pytest.param(
            (("a", (_row("a", "1"), _WHY)), ("ac", (_row("a", "2"), _row("c", "5")))),
            ["- North, load: 2", "- South, peak load: 5"],
            id="reason-goes-with-its-row",
        ),
        pytest.param(
            (("ac", (_row("a", "1"), _row("c", "5"), _WHY)), ("b", (_row("b", "9"),))),
            [
                "- North, load: 1",
                "- South, peak load: 5",
                "  - Reason: it rained.",
                "- North gate, load: 9",
            ],
            id="another-thing",
        ),
        pytest.param(
            (("a", (_row("a", "1"),)), ("c", (_row("c", "5"),)), ("a", (_row("a", "2"),))),
            ["- North, load: 2", "- South, peak load: 5"],
            id="in-its-old-place",
        ),
        pytest.param(
            (("", ("Opened; content to follow.",)), ("a", (_row("a", "1"),))),
            ["- Opened; content to follow.", "- North, load: 1"],
            id="no-values",
        ),
        pytest.param(
            (("ab", ("The north gate has a load of 2.", "All is well.")), ("ab", ("Two words.",))),
            ["- Two words."],
            id="words-of-others",
        ),
    ],
)
def test_rows_of_one_thing_take_each_others_place(
    entries: tuple[tuple[str, tuple[str, ...]], ...], expected: list[str]
) -> None:
    assert _page(*entries) == expected


def test_no_page_of_a_project_says_two_values_of_one_thing() -> None:
    ledger, records = project()
    names = {f"{titled(slot.entity)}, {slot.attribute}" for slot in ledger.slots}
    pages: dict[str, str] = {}
    for path in sorted(path for path in records.contents if path.startswith("wiki/")):
        pages[path.split("/")[1]] = records.contents[path].decode()
    assert len(pages) >= 3
    for text in pages.values():
        rows = [line[2:].partition(": ")[0] for line in text.split("\n")]
        told = [row for row in rows if row in names]
        assert len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("phrase", "plural"),
    [
        ("respondents", True),
        ("advisers employed by the advice centre", True),
        ("homes a month", True),
        ("visits kept on the agreed day (First year)", True),
        ("days to first visit", True),
        ("staff invited", True),
        ("share of late invoices", False),
        ("longest run of misses", False),
        ("smallest group shown", False),
        ("staff turnover", False),
        ("bias", False),
        ("status", False),
        ("use before", False),
        ("", False),
    ],
)
def test_verbs_agree_with_the_noun_of_a_phrase(phrase: str, plural: bool) -> None:
    assert is_plural(phrase) is plural
    assert f"{Verb(phrase):is|are}" == ("are" if plural else "is")


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("EUR million", "35.9 million EUR"),
        ("EUR", "35.9 EUR"),
        ("EUR a year", "35.9 EUR a year"),
        ("million", "35.9 million"),
        ("%", "35.9%"),
    ],
)
def test_a_value_is_printed_verbatim_with_its_unit_in_english(unit: str, expected: str) -> None:
    slot = _SLOTS[0].model_copy(update={"unit": unit})
    assert printed(slot, "35.9") == expected
