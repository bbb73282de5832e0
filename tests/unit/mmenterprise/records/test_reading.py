"""The reader: statements out of sentences that no pattern of the writer made."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.records.ledgers import contents, ledger, rendered, seeds
from worksurface_pipeline.mmenterprise.records.reading import Reader, is_same
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.round_trip import differences

_SENTENCES = [
    ("Accuracy went up to 61.2 percent at the retrieval stage.", [("acc", "61.2", False)]),
    (
        "For the reranking stage, accuracy isn't 79.1%. It is 71.9%.",
        [("acc2", "79.1", True)],
    ),
    (
        "The reranking stage has an accuracy of 71.9%, previously 79.1%.",
        [("acc2", "71.9", False), ("acc2", "79.1", True)],
    ),
    ("Omar Diallo takes over as owner of the error audit.", [("own", "Omar Diallo", False)]),
    (
        "Owner of the error audit was Omar Diallo.",
        [("own", "Omar Diallo", True)],
    ),
    (
        "The retrieval stage has an accuracy of 61.2; 62.1 per hundred of them is withdrawn.",
        [("acc", "61.2", False), ("acc", "62.1", True)],
    ),
    ("The date of the customer demo: Friday 14:00.", [("due", "Friday 14:00", False)]),
    ("The customer demo got a date, 14 March 2031.", [("due", "14 March 2031", False)]),
    ("index format | choice | flat shards", [("opt", "flat shards", False)]),
    ("The retrieval stage and the reranking stage are both done.", []),
    ("Version 2 of the retrieval stage accuracy chart is out.", []),
]


@pytest.mark.parametrize(("text", "expected"), _SENTENCES, ids=[text for text, _ in _SENTENCES])
def test_sentences_of_others_are_read(text: str, expected: list[tuple[str, str, bool]]) -> None:
    found = [(item.slot, item.value, item.is_past) for item in Reader.of(ledger()).read("u", text)]
    assert found == expected


@pytest.mark.parametrize(
    ("reading", "value", "same"),
    [
        ("1,200 EUR", "1200", True),
        ("61.20", "61.2", True),
        ("61.2", "62.1", False),
        ("omar  diallo", "Omar Diallo", True),
    ],
)
def test_values_are_compared_as_meant(reading: str, value: str, same: bool) -> None:
    assert is_same(reading, value) is same


@pytest.mark.parametrize("seed", range(2))
def test_what_is_written_by_any_seed_reads_back(seed: int) -> None:
    assert differences(ledger(), render(ledger(), seeds(), contents(), seed)) == ()


def test_another_value_in_a_text_is_noticed() -> None:
    units = tuple(
        unit.model_copy(update={"text": unit.text.replace("61.2", "62.1")})
        for unit in rendered().units
    )
    found = differences(ledger(), rendered().model_copy(update={"units": units}))
    assert any("62.1" in finding.what for finding in found)
    assert any("lost" in finding.what for finding in found)
