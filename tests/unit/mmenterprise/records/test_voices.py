"""Patterns: every voice has enough of them, they vary in turn, and each keeps subject and value."""

from __future__ import annotations

from itertools import pairwise
from string import Formatter

import pytest

from tests.unit.mmenterprise.records.ledgers import START, world
from worksurface_pipeline.mmenterprise.records import hearsay, phrasebook, small_talk
from worksurface_pipeline.mmenterprise.records.remarks import remarks_on
from worksurface_pipeline.mmenterprise.records.voices import STYLES, Turns, style_of
from worksurface_pipeline.mmenterprise.schema.world import Person

_BOOKS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": patterns
    for module in (phrasebook, hearsay, small_talk)
    for name, patterns in vars(module).items()
    if name.isupper()
}
_TOPICS = ("ack", "thanks", "question", "follow-up", "lunch", "kick-off", "hello", "unheard of")


@pytest.mark.parametrize("name", sorted(_BOOKS))
def test_every_voice_varies(name: str) -> None:
    assert set(_BOOKS[name]) == set(STYLES)
    assert all(len(set(patterns)) >= 2 for patterns in _BOOKS[name].values())
    everything = [pattern for patterns in _BOOKS[name].values() for pattern in patterns]
    assert not any(letter.isdigit() for pattern in everything for letter in pattern)


_STATING = ("NUMBER", "OTHER", "CORRECTS", "CHANGES", "DOUBTS", "DECIDES")


@pytest.mark.parametrize(
    "name",
    [*(f"phrasebook.{item}" for item in _STATING), "hearsay.NUMBER_AGAIN", "hearsay.OTHER_AGAIN"],
)
def test_every_statement_names_subject_and_value(name: str) -> None:
    for pattern in (item for items in _BOOKS[name].values() for item in items):
        fields = {field for _, field, _, _ in Formatter().parse(pattern) if field}
        assert len(fields & {"s", "S"}) == 1
        assert "v" in fields
        assert ("o" in fields) == name.endswith(("CORRECTS", "CHANGES"))


@pytest.mark.parametrize("topic", _TOPICS)
@pytest.mark.parametrize("is_answer", [True, False])
def test_every_voice_has_remarks_on_any_topic(topic: str, is_answer: bool) -> None:
    remarks = remarks_on(topic, is_answer)
    assert set(remarks) == set(STYLES)
    texts = [text for patterns in remarks.values() for text in patterns]
    assert texts
    assert not any(letter.isdigit() or letter in "{}" for text in texts for letter in text)


def test_a_person_does_not_repeat_a_pattern_at_once() -> None:
    turns = Turns(world().people, 1)
    said = [turns.next("lena", phrasebook.NUMBER) for _ in range(12)]
    assert all(one != two for one, two in pairwise(said))


@pytest.mark.parametrize(
    ("voice", "style"),
    [
        ("terse, lower case", "terse"),
        ("Careful, hedges", "careful"),
        ("warm and chatty", "warm"),
        ("formal and polite", "formal"),
        ("plain and direct", "plain"),
    ],
)
def test_a_described_voice_has_its_style(voice: str, style: str) -> None:
    person = Person(id="p", name="P", role="r", voice=voice, joins=START)
    assert style_of(person, 1) == style


def test_an_unknown_voice_has_some_style() -> None:
    person = Person(id="p", name="P", role="r", voice="like a poet", joins=START)
    assert style_of(person, 1) in STYLES
