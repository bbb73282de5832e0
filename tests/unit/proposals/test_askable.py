"""Sentences that can be asked by putting "how many" in the place of their figure."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import document
from worksurface_pipeline.worksurface.proposals.askable import askable

BEFORE = "The depot is run by two families. "


def found(text: str, kind: str = "markdown") -> tuple[str, ...]:
    """The sentences of a document of this text."""
    return askable(document("depot.md", text, kind=kind), 0, 4)


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("Every damaged parcel is returned within 21 days of delivery.", id="plural"),
        pytest.param("Open gauges miss 8% of the rain that falls on windy days.", id="percent"),
        pytest.param(
            "A night in the capital city is refunded up to $150 per travelling person.", id="money"
        ),
        pytest.param("The northern yard feeds 350 people during the summer.", id="people"),
    ],
)
def test_a_sentence_that_stands_for_itself_is_asked(sentence: str) -> None:
    assert found(f"{BEFORE}{sentence}") == (sentence,)


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("It keeps parcels for 21 days after the delivery.", id="points-back"),
        pytest.param("Parcels stay on this yard for 21 days after delivery.", id="points-around"),
        pytest.param("We keep every parcel for 21 days after delivery.", id="speaker"),
        pytest.param("When rain rises by 25 percent, deliveries take longer.", id="first-clause"),
        pytest.param("Please call the depot 7 days before the delivery date.", id="request"),
        pytest.param("All of the 42 vans stand on the northern yard.", id="determined"),
        pytest.param("Rules for parcels are found in section 42 below.", id="label"),
        pytest.param("Every damaged parcel is returned within 1 day of delivery.", id="guess"),
        pytest.param("The `timeout` of the client is set to 45 seconds.", id="code"),
        pytest.param("The plan allows 2.5 million parcels for the year.", id="scale"),
        pytest.param("Between 21 and 30 days pass before a parcel returns.", id="two-figures"),
        pytest.param("parcels returned within 21 days of their delivery", id="fragment"),
    ],
)
def test_what_reads_badly_is_not_asked(sentence: str) -> None:
    assert found(f"{BEFORE}{sentence}") == ()


def test_code_and_doubled_sentences_are_not_asked() -> None:
    sentence = "Every damaged parcel is returned within 21 days of delivery."
    assert found(sentence, kind="code") == ()
    assert found(f"{sentence} {BEFORE}\n\n{sentence}") == ()
