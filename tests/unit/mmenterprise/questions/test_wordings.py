from __future__ import annotations

import re
from datetime import date

import pytest

from worksurface_pipeline.mmenterprise.questions.ambiguity import rivals
from worksurface_pipeline.mmenterprise.questions.measures import is_plural
from worksurface_pipeline.mmenterprise.questions.naming import day_name, listed, mention
from worksurface_pipeline.mmenterprise.questions.wording import PATTERNS, phrased
from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot

FIELDS = {
    "slot": "the budget of the pilot",
    "Slot": "The budget of the pilot",
    "other": "the budget of the launch",
    "product": "Lattice",
    "customer": "Corran Rail",
    "company": "Juniper Works",
    "who": "Ana",
    "when": " on Monday 2 March",
    "day": "Monday 2 March",
    "doc": "the report",
    "version": "2",
    "earlier": "1",
    "value": "9000 EUR",
    "names": "Alder and Birch",
    "attribute": "accuracy",
    "is": "is",
    "was": "was",
    "has": "has",
    "does": "does",
    "it": "it",
    "them": "it",
    "measure": "accuracy",
    "extent": "accuracy",
    "points": "",
}


@pytest.mark.parametrize("family", sorted(PATTERNS))
def test_every_pattern_reads_as_a_question(family: str) -> None:
    texts = {phrased(seed, "key", family, FIELDS) for seed in range(80)}
    assert len(texts) > len(PATTERNS[family])
    for text in texts:
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(("?", ".", "me?"))
        assert not re.search(r"[{}]|  | [?.,]|\bNone\b", text)
        places = [name for name in ("Lattice", "Corran Rail", "Juniper Works") if name in text]
        assert len(places) == 1


@pytest.mark.parametrize("family", sorted(PATTERNS))
def test_families_have_several_patterns(family: str) -> None:
    assert len(PATTERNS[family]) > 1


@pytest.mark.parametrize(
    ("entity", "attribute", "text"),
    [
        pytest.param("pilot", "budget", "the budget of the pilot", id="common noun"),
        pytest.param("Alder", "accuracy", "the accuracy of Alder", id="name"),
        pytest.param(
            "the north site", "owner", "the owner of the north site", id="has its article"
        ),
        pytest.param("2024 cohort", "size", "the size of 2024 cohort", id="digit"),
        pytest.param(
            "Alder", "share of late returns", "the share of late returns for Alder", id="described"
        ),
        pytest.param(
            "Kirkwall Cross pilot", "cost", "the cost of the Kirkwall Cross pilot", id="half a name"
        ),
        pytest.param("", "budget", "the budget", id="attribute alone"),
        pytest.param("pilot", "", "the pilot", id="entity alone"),
    ],
)
def test_mentions(entity: str, attribute: str, text: str) -> None:
    assert mention(entity, attribute) == text


@pytest.mark.parametrize(
    ("phrase", "is_many"),
    [
        ("parking spaces", True),
        ("callbacks in the busiest month", True),
        ("answers given on a telephone", True),
        ("substations covered by the trial", True),
        ("share of late returns", False),
        ("bias", False),
        ("access", False),
        ("staff invited", False),
        ("MAPE", False),
    ],
)
def test_number_of_a_phrase(phrase: str, is_many: bool) -> None:
    assert is_plural(phrase) is is_many


def test_days_and_lists() -> None:
    assert day_name(date(2026, 3, 3)) == "Tuesday 3 March"
    assert [listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])] == [
        "A",
        "A and B",
        "A, B and C",
    ]


def _slot(key: str, entity: str, attribute: str) -> Slot:
    return Slot(id=key, entity=entity, attribute=attribute, kind="number", origin=Origin.SEED)


@pytest.mark.parametrize(
    ("entity", "attribute", "is_rival"),
    [
        pytest.param("Alder", "accuracy on short clips", True, id="a narrower measure"),
        pytest.param("Alder large", "accuracy", True, id="a longer name"),
        pytest.param("accuracy", "Alder", True, id="the same words"),
        pytest.param("ALDER", "Accuracy", True, id="another case"),
        pytest.param("Birch", "accuracy", False, id="another thing"),
        pytest.param("Alder", "recall", False, id="another measure"),
        pytest.param("Alderman", "accuracy", False, id="a part of a word"),
    ],
)
def test_rivals(entity: str, attribute: str, is_rival: bool) -> None:
    asked, other = _slot("a", "Alder", "accuracy"), _slot("b", entity, attribute)
    assert bool(rivals(asked, [asked, other])) is is_rival
