"""What is only said again: worded as hearsay by everybody, and read back all the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import firm, lab
from tests.unit.mmenterprise.records.ledgers import ledger, rendered
from worksurface_pipeline.mmenterprise.records import hearsay, phrasebook
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.freshness import news_in, stale_news
from worksurface_pipeline.mmenterprise.records.posts import Attached, Writer
from worksurface_pipeline.mmenterprise.records.reading import Reader, is_same, parts
from worksurface_pipeline.mmenterprise.records.verbs import Verb
from worksurface_pipeline.mmenterprise.records.voices import Turns
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Ledger
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.simulation.events import simulate

SEEDS = range(6)
_AGAIN = [
    pattern
    for book in (hearsay.NUMBER_AGAIN, hearsay.OTHER_AGAIN, hearsay.LEADS_AGAIN)
    for patterns in book.values()
    for pattern in patterns
]
_NEWS = (
    "Just finished: our yearly cost of Garrowby is 48.3 EUR :)",
    "On the latest check the yearly cost comes out at 48.3 EUR.",
    "Good news to share, the yearly cost landed at 48.3 EUR!",
    "It is agreed that the yearly cost is 48.3 EUR.",
    "The yearly cost has been recorded as 48.3 EUR.",
    "I re-measured it: the yearly cost is 48.3 EUR.",
    "As of today the yearly cost is 48.3 EUR.",
    "The newest figure for the yearly cost: 48.3 EUR.",
    "Update: the yearly cost is 48.3 EUR.",
)
_NO_NEWS = (
    "I have not checked it, the yearly cost is 48.3 EUR in my notes.",
    "Going by the report of Tuesday, the yearly cost is 48.3 EUR.",
    "The figure I remember for the yearly cost is 48.3 EUR.",
)


@cache
def _ledgers() -> tuple[Ledger, ...]:
    return tuple(simulate(seeds(), seed) for seed in SEEDS for seeds in (lab, firm))


def told_of(words: Words, seed: int) -> Iterator[tuple[Event, Unit]]:
    """The words of all that is said in chats and mails."""
    writer = Writer(words, Turns(words.ledger.world.people, seed))
    for event in words.ledger.events:
        place = words.channels[event.channel].place
        if place in (Place.CHAT, Place.MAIL):
            text = "\n".join(writer.sentences(event, Attached()))
            yield event, _unit(event, place, f"Hi,\n\n{text}" if place is Place.MAIL else text)


def _unit(event: Event, place: Place, text: str) -> Unit:
    return Unit(
        id=event.id,
        project="p",
        place=place,
        at=event.at,
        author=event.actor,
        source="s",
        text=text,
        events=(event.id,),
        statements=event.statements,
    )


def test_what_no_longer_holds_is_nowhere_told_as_news_and_reads_back() -> None:
    stale = 0
    for number, one in enumerate(_ledgers()):
        words, reader = Words(one), Reader.of(one)
        for event, unit in told_of(words, number):
            assert list(stale_news(words, event, unit)) == []
            read = list(reader.read(unit.id, unit.text))
            again = [item for item in event.statements if (event.id, item.slot) in words.repeated]
            stale += sum(not item.is_true for item in again)
            for item in again if not words.visual(event.statements) else ():
                for part in parts(item.value, words.slots[item.slot].kind):
                    own = [found for found in read if found.slot == item.slot]
                    assert any(is_same(found.value, part) and not found.is_past for found in own)
    assert stale > 5 * len(_ledgers())


def test_no_first_statement_and_no_revision_is_a_repetition() -> None:
    for one in _ledgers():
        repeated = Words(one).repeated
        assert not {(state.event, state.slot) for state in one.states} & repeated
        news = {EventKind.CORRECTION, EventKind.CHANGE, EventKind.DECISION, EventKind.DETECTION}
        kinds = {event.id: event.kind for event in one.events}
        assert not {kinds[event] for event, _ in repeated} & news


def test_some_of_what_is_said_again_holds_and_some_does_not() -> None:
    """Both sound the same, so that no wording tells what is true."""
    for one in _ledgers():
        repeated = Words(one).repeated
        said = ((event.id, item) for event in one.events for item in event.statements)
        holds = [item.is_true for name, item in said if (name, item.slot) in repeated]
        assert set(holds) == {True, False}


@pytest.mark.parametrize("pattern", _AGAIN)
def test_no_pattern_of_hearsay_claims_news(pattern: str) -> None:
    for subject in ("yearly cost", "respondents"):
        said = pattern.format(s="the thing", S="The thing", v="48.3", n=Verb(subject))
        assert news_in(said, ()) == ""


@pytest.mark.parametrize(
    ("style", "least"), [("warm", 5), ("formal", 3), ("careful", 1), ("plain", 1)]
)
def test_patterns_of_first_statements_that_claim_most_are_noticed(style: str, least: int) -> None:
    """The check shares no pattern with the writer."""
    said = [
        item.format(s="the thing", S="The thing", v="48.3", n=Verb("thing"))
        for book in (phrasebook.NUMBER, phrasebook.OTHER)
        for item in book[style]
    ]
    assert sum(news_in(item, ()) != "" for item in said) >= least


@pytest.mark.parametrize("text", _NEWS)
def test_words_of_news_are_noticed(text: str) -> None:
    assert news_in(text, ())


@pytest.mark.parametrize("text", _NO_NEWS)
def test_words_of_hearsay_are_let_pass(text: str) -> None:
    assert news_in(text, ()) == ""


def test_names_and_values_claim_nothing() -> None:
    assert news_in("The new value of the latest run is just finished.", ("latest run",)) != ""
    assert news_in("The latest run is just done.", ("latest run", "just done")) == ""


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("e008", "Retrieval stage, accuracy: 61.2% - just measured"),
        ("e007", "Just finished these!\nReranking stage, accuracy: 79.1%"),
    ],
)
def test_a_repetition_told_as_news_is_found(event: str, text: str) -> None:
    unit = next(item for item in rendered().units if event in item.events)
    told = unit.model_copy(update={"text": f"{unit.text.partition(chr(10))[0]}\n{text}"})
    units = tuple(told if item is unit else item for item in rendered().units)
    found = check(ledger(), rendered().model_copy(update={"units": units}))
    assert {item.check for item in found} == {"stale news"}
