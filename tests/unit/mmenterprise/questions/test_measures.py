"""What measures are called, in which unit answers are given, and which way a ratio goes."""

from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.questions.division import divides
from worksurface_pipeline.mmenterprise.questions.measures import (
    POINTS,
    apart_in,
    extent_of,
    phrase_of,
    unit_of,
)
from worksurface_pipeline.mmenterprise.questions.naming import wording_of
from worksurface_pipeline.mmenterprise.questions.wording import PATTERNS, phrased
from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

PLACE = {"product": "Lattice", "customer": "Corran Rail", "company": "Juniper Works"}


def slot(key: str, entity: str, attribute: str, unit: str = "") -> Slot:
    return Slot(
        id=key, entity=entity, attribute=attribute, kind="number", unit=unit, origin=Origin.SEED
    )


ABOVE = slot("a", "Alder", "accuracy", "%")
BELOW = slot("b", "Birch", "accuracy", "%")


@pytest.mark.parametrize(
    ("attribute", "unit", "phrase"),
    [
        pytest.param(
            "staff who would join", "%", "share of staff who would join", id="people in percent"
        ),
        pytest.param(
            "checks closed on time", "percent", "share of checks closed on time", id="things"
        ),
        pytest.param("hours with full weather", "h", "hours with full weather", id="no percentage"),
        pytest.param("losses per site", "%", "losses per site", id="nothing is counted"),
        pytest.param("savings", "%", "savings", id="a bare noun"),
        pytest.param("accuracy", "%", "accuracy", id="a singular"),
        pytest.param("share of staff who agree", "%", "share of staff who agree", id="a share"),
    ],
)
def test_percentages_of_what_is_counted_are_shares(attribute: str, unit: str, phrase: str) -> None:
    assert phrase_of(attribute, unit) == phrase


@pytest.mark.parametrize(
    ("attribute", "extent"),
    [
        pytest.param("respondents", "figure for respondents", id="plural"),
        pytest.param("accuracy", "accuracy", id="singular"),
    ],
)
def test_what_is_high_or_low_is_singular(attribute: str, extent: str) -> None:
    assert extent_of(attribute, "") == extent


@pytest.mark.parametrize(
    ("unit", "apart"),
    [("%", POINTS), ("per cent", POINTS), ("EUR", "EUR"), ("", ""), ("percentile", "percentile")],
)
def test_two_percentages_lie_percentage_points_apart(unit: str, apart: str) -> None:
    assert apart_in(unit) == apart


@pytest.mark.parametrize(
    ("operation", "unit"),
    [("difference", POINTS), ("ratio", ""), ("count_revisions", ""), ("as_of", "%")],
)
def test_the_unit_follows_from_the_query(operation: str, unit: str) -> None:
    query = LedgerQuery(operation=operation, slots=("a", "b"))
    assert unit_of(query, {"a": ABOVE, "b": BELOW}) == unit


@pytest.mark.parametrize(
    ("attribute", "text"),
    [
        pytest.param("parking spaces", "before Petr revised them", id="several"),
        pytest.param("budget", "before Petr revised it", id="one"),
    ],
)
def test_what_somebody_revises_stands_in_the_object_case(attribute: str, text: str) -> None:
    fields = {**PLACE, **wording_of("Alder", attribute, "", "number"), "who": "Petr", "when": ""}
    found = {phrased(seed, "key", "before", fields) for seed in range(60)}
    assert any(text in item for item in found)
    assert not any("they" in item for item in found)


@pytest.mark.parametrize("family", ["difference", "moved", "between_versions"])
@pytest.mark.parametrize(
    ("unit", "is_said"), [pytest.param("%", True, id="%"), pytest.param("EUR", False, id="EUR")]
)
def test_differences_of_percentages_say_how_they_are_counted(
    family: str, unit: str, is_said: bool
) -> None:
    more = {"other": "the accuracy of Birch", "who": "Petr", "when": "", "doc": "the report"}
    own = wording_of("Alder", "accuracy", unit, "number")
    fields = {**PLACE, **own, **more, "earlier": "1", "version": "2"}
    for seed in range(60):
        assert (f"in {POINTS}?" in phrased(seed, "key", family, fields)) is is_said


@pytest.mark.parametrize("attribute", ["share of late returns", "parking spaces"])
def test_a_difference_agrees_with_its_verb(attribute: str) -> None:
    own = wording_of("Alder", attribute, "", "number")
    fields = {**PLACE, **own, "other": f"the {attribute} of Birch"}
    found = " ".join(phrased(seed, "key", "difference", fields) for seed in range(60))
    assert ("much does the share" in found) == ("share" in attribute)
    assert "much do the share" not in found


@pytest.mark.parametrize("seed", range(20))
def test_ratios_of_the_rules_go_one_way(seed: int) -> None:
    fields = {**PLACE, **wording_of("Alder", "accuracy", "%", "number")}
    text = phrased(seed, "key", "ratio", {**fields, "other": "the accuracy of Birch"})
    assert divides(text, ABOVE, BELOW)
    assert not divides(text, BELOW, ABOVE)


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        pytest.param("Divide the accuracy of Alder by the accuracy of Birch.", True, id="divide"),
        pytest.param("The accuracy of Alder divided by that of Birch?", True, id="divided"),
        pytest.param("What is the ratio of Alder to Birch in accuracy?", True, id="ratio of to"),
        pytest.param("What is Alder's accuracy as a multiple of Birch's?", True, id="multiple"),
        pytest.param(
            "How many times the accuracy of Birch is the accuracy of Alder?", False, id="times"
        ),
        pytest.param("Divide the accuracy of Birch by the accuracy of Alder.", False, id="turned"),
        pytest.param("What is the ratio between Alder and Birch?", False, id="ratio between"),
        pytest.param("How far apart are Alder and Birch?", False, id="no division"),
    ],
)
def test_only_plain_divisions_are_ratios(text: str, is_plain: bool) -> None:
    assert divides(text, ABOVE, BELOW) is is_plain


def test_no_pattern_of_a_ratio_asks_how_many_times() -> None:
    assert not any("how many times" in pattern.casefold() for pattern in PATTERNS["ratio"])
