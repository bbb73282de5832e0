"""What may not stand on a page of a report or a slide, and what a model is told of it."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.unit.mmenterprise.writing.documents import checks, documented
from tests.unit.mmenterprise.writing.prose import prose
from tests.unit.mmenterprise.writing.spoiling_pages import FAULTS, PageReplies
from worksurface_pipeline.mmenterprise.records.fitting import misfits
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.writing.document_stage import checked_pages
from worksurface_pipeline.mmenterprise.writing.library import Version
from worksurface_pipeline.mmenterprise.writing.page_words import PageWords
from worksurface_pipeline.mmenterprise.writing.pages import (
    Named,
    PageBrief,
    Role,
    brief_of,
    plan_of,
)
from worksurface_pipeline.mmenterprise.writing.prompts.documents import document_prompt

REPORT, DECK = "weekly-report", "client-deck"


def version(name: str, number: int = 1) -> Version:
    return checks().library.documents[name][number - 1]


def number_of(one: Version, role: Role) -> int:
    """The first page of a role."""
    return next(n for n in one.numbers if plan_of(checks().library, one, n).role is role)


def brief(one: Version, role: Role) -> PageBrief:
    return brief_of(checks().library, one, number_of(one, role))


ACC = "The retrieval stage accuracy is 61.2%."
REC = "The reranking stage accuracy is 71.9%."
TABLE = f"What was measured\n{ACC}\n{REC}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (TABLE, ""),
        (f"What was measured\n- {ACC} {REC}\nAsk the author if need be.", ""),
        (f"Results\n{ACC}", "no line says reranking stage · accuracy: '71.9%'"),
        (f"Results\n{ACC}\nReranking stage accuracy is 71.8%.", "'71.8' is read of reranking"),
        (f"Results\n{ACC}\nReranking stage accuracy is 71.9 ms.", "write '71.9%' as it is given"),
        (f"{TABLE} It came to 71.9% at last.", "the number 71.9 stands without the thing"),
        (f"{TABLE} Before, 79.1% was said.", "'79.1' must not be written"),
        (f"{TABLE} Add 12 to it.", "the number 12 stands without"),
        (f"{TABLE} Add twelve to it.", "'twelve' is a number"),
        (f"{TABLE} The latency is 48.5.", "pixels only"),
        (f"{TABLE} The extension fee is 18,400 EUR.", "it speaks of extension · fee"),
        (f"{TABLE} The index format choice is flat shards.", "'flat shards' is no part"),
        (f"{TABLE} The annotation round cost is pending.", "it speaks of annotation round"),
        (f"{TABLE} Retrieval stage accuracy is not yet available.", "it calls retrieval stage"),
        (f"{TABLE} Omar saw to it.", "it names Omar Diallo, who has no part in it"),
        (f"{TABLE} More on Friday.", "'friday' is a time that nothing gives"),
        (f"{TABLE} That is better.", "'better' compares"),
        (f"{TABLE} See Table II.", "'Table II' numbers a picture or table"),
        (f"{TABLE} See Figure 3.", "publication"),
        (f"{TABLE} The article has it.", "speaks of a publication"),
        (f"{TABLE} Lanternfish retrieval in stages says so.", "is not known there"),
        (f"{TABLE} [here](x)", "mark-up"),
        (f"{TABLE} a | b", "'|' is for tables"),
        (f"{TABLE}\nSubject: all", "header"),
        (f"{TABLE}\n{ACC}", "one line stands there twice"),
        (f"Results: 61.2\n{ACC}\n{REC}", "the heading gives a value"),
        (f"Results: 61.3\n{ACC}\n{REC}", "the number 61.3 stands"),
        (f"Retrieval stage accuracy 61.2%\n{ACC}\n{REC}", "the heading gives a value"),
        (f"Results.\n{ACC}\n{REC}", "no stop at its end"),
        (f"{'Results ' * 9}\n{ACC}\n{REC}", "characters; 60 are allowed"),
        ("Results", "it has 0 lines; 1 to 4 are allowed"),
        (f"{TABLE} {'x' * 120}", "is wider than the sheet"),
        (f"{TABLE} Well done \U0001f980.", "cannot be printed"),
    ],
)
def test_words_of_a_page_are_held_against_what_it_states(text: str, fault: str) -> None:
    one = version(REPORT)
    place = number_of(one, Role.TABLE)
    lines = [line.removeprefix("- ") for line in text.split("\n")]
    found = checks().faults(one, place, "\n".join(lines))
    if fault:
        assert fault in "\n".join(found)
        assert all(item.startswith(f"page {place}: ") for item in found)
    else:
        assert found == ()


def test_a_value_that_was_replaced_is_told_as_such() -> None:
    one = version(REPORT, 2)
    place = number_of(one, Role.TABLE)
    reason = "The reason is that the annotation round was booked."
    right = "Reranking stage accuracy is 72.4%, not 71.9%."
    wrong = "Reranking stage accuracy is 71.9%, not 72.4%."
    head = f"What was measured\n{ACC}\n"
    assert checks().faults(one, place, f"{head}{right}\n{reason}") == ()
    found = "\n".join(checks().faults(one, place, f"{head}{wrong}\n{reason}"))
    assert "'71.9' of reranking stage · accuracy reads as what holds" in found
    assert "booked' is missing" in "\n".join(checks().faults(one, place, f"{head}{right}"))


def test_slides_have_room_for_short_lines_alone() -> None:
    one = version(DECK)
    place = number_of(one, Role.TABLE)
    long = (
        "Whoever reads this ought to look twice at what stands below and ask us if need be, please."
    )
    head = "What was measured"
    assert checks().faults(one, place, f"{head}\n{ACC} {REC}") == ()
    found = "\n".join(
        checks().faults(one, place, f"{head}\n{ACC} {REC}\n{long} And again, all of you.")
    )
    assert "characters on one line of a slide" in found
    found = "\n".join(checks().faults(one, place, f"{head}\n{ACC}\n{REC}\nMore.\nAnd more."))
    assert "4 lines; 1 to 3 are allowed" in found
    title = "What was measured in the course of these weeks"
    assert "on one line of a slide" in "\n".join(
        checks().faults(one, place, f"{title}\n{ACC} {REC}")
    )


def test_a_page_that_is_full_takes_no_more() -> None:
    one = version(REPORT)
    text = "Look at what stands below and ask whoever wrote it if anything is not clear to you. "
    lines = [f"{text * 4} {word}." for word in ("One", "Two", "Three", "Four", "Five", "Six")]
    place = number_of(one, Role.PICTURE)
    found = "\n".join(checks().faults(one, place, "\n".join(["Speed", *lines])))
    assert "6 lines; 1 to 3 are allowed" in found
    assert checks().faults(one, place, "Speed\nThe picture has the values.") == ()


def test_words_leave_a_picture_large_enough_to_be_read() -> None:
    one = version(REPORT)
    place = number_of(one, Role.PICTURE)
    assert list(misfits(one.document, place, one.kind, "Speed\nSee below.\nAnd ask.")) == []
    line = (
        "Look at what stands below and ask whoever wrote it if anything is not clear to you. " * 4
    )
    for many, fault in ((7, "too small to read"), (20, "more on it than fits")):
        text = "\n".join(["Speed", *[line] * many])
        assert fault in "\n".join(misfits(one.document, place, one.kind, text))


def test_what_a_page_states_compares_nothing() -> None:
    words = PageWords(Words(documented()), "A title")
    assert list(words.compared(["It went to the better bidder."], ["better bidder"], True)) == []
    assert list(words.compared(["It went to the better bidder."], [], True))
    assert list(words.compared(["We are ahead of the others."], [], False)) == []


def test_a_first_version_names_what_is_pending() -> None:
    first, second = version(REPORT), version(REPORT, 2)
    cost = Named(thing="annotation round", measure="cost")
    assert brief(first, Role.OPENING).pending == (cost,)
    assert brief(second, Role.OPENING).pending == ()
    told = brief(first, Role.OPENING).model_dump_json()
    assert "2,150" not in told
    assert (
        checks()
        .faults(first, 1, "Start\nBy Lena Voss, Monday, 3 March 2031.")[0]
        .startswith("page 1: no line says that annotation round · cost is pending")
    )
    text = "Start\nBy Lena Voss, Monday, 3 March 2031.\nThe annotation round cost is"
    assert checks().faults(first, 1, f"{text} pending.") == ()
    assert "without saying so" in "\n".join(checks().faults(first, 1, f"{text} being looked at."))
    assert "not read" not in "\n".join(checks().faults(first, 1, f"{text} 2,150 EUR."))
    assert "2150" in "\n".join(checks().faults(first, 1, f"{text} pending at 2,150 EUR."))


def test_a_brief_shows_what_is_stated_and_hides_what_is_drawn() -> None:
    one = version(REPORT)
    table, picture = brief(one, Role.TABLE), brief(one, Role.PICTURE)
    assert [item.value for item in table.says] == ["61.2%", "71.9%"]
    assert table.must_not_contain == ("79.1",)
    assert picture.shows == (Named(thing="pilot cluster", measure="median latency"),)
    assert picture.must_not_contain == ("48.5",)
    assert brief(one, Role.OPENING).must_contain == ("Lena Voss", "Monday, 3 March 2031")
    later = brief(version(REPORT, 2), Role.OPENING).must_contain
    assert later[2:] == ("version 2", "version 1")
    assert brief(version(DECK), Role.OPENING).must_contain[2:] == (
        "Alderline client deck",
        "Tarn and Fell",
        "Quay Mutual",
    )


def test_no_private_value_is_ever_shown_to_the_writer() -> None:
    library = checks().library
    told = [
        brief_of(library, one, number).model_dump_json()
        for versions in library.documents.values()
        for one in versions
        for number in one.numbers
    ]
    assert len(told) > 12
    assert not [item for item in told if "18,400" in item]


def test_proper_replies_pass_and_spoilt_ones_do_not() -> None:
    replies = PageReplies(checks())
    assert [replies.checked(one, rows).faults for one, rows in replies.versions] == [()] * 3
    made, caught = replies.caught(Random(3), 111)
    assert set(made) == set(FAULTS)
    assert caught == made


def test_documents_in_whole_sentences_pass() -> None:
    library = checks().library
    for _, versions in sorted(library.documents.items()):
        for one in versions:
            briefs = [brief_of(library, one, number) for number in one.numbers]
            prompt = document_prompt(library.words.ledger.world, one, briefs, ())
            found = checked_pages(prose(json.loads(prompt.data)), one, checks())
            assert found.faults == ()
