"""Sentences and key-value lines as facts; what is no fact stays none."""

from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.seeds.claims import claims
from worksurface_pipeline.mmenterprise.seeds.settings import settings

READ = {
    "subject of entity": (
        "The median error of Brindle was 4.76%.",
        ("Brindle", "median error", "4.76", "%"),
    ),
    "name before a later preposition": (
        "The share of homes below the standard in Ashmere was 38.9%.",
        ("Ashmere", "share of homes below the standard", "38.9", "%"),
    ),
    "money with a scale": (
        "The reserve fund of Garrowby was EUR 1.8 million.",
        ("Garrowby", "reserve fund", "1.8", "EUR million"),
    ),
    "money by its sign": (
        "The average grant in Garrowby was $7,632.",
        ("Garrowby", "average grant", "7,632", "USD"),
    ),
    "has a thing of": (
        "Vantry had an input window of 112 hours.",
        ("Vantry", "input window", "112", "hours"),
    ),
    "unit in words": (
        "Farrow recorded a throughput of 435 forecasts per second.",
        ("Farrow", "throughput", "435", "forecasts per second"),
    ),
    "opening place": (
        "At Gorsley, the reserve capacity is 14.0 MW.",
        ("Gorsley", "reserve capacity", "14.0", "MW"),
    ),
    "opening condition": (
        "Without wind speed, the error of Ostrel rose to 10.60%.",
        ("Ostrel", "error without wind speed", "10.60", "%"),
    ),
    "counted things": (
        "The advice centre in Bexcombe employed 16 advisers.",
        ("Bexcombe", "advisers employed by the advice centre", "16", ""),
    ),
    "share of a group": (
        "In Claims Service, 59.2% of staff have a fixed desk.",
        ("Claims Service", "share of staff who have a fixed desk", "59.2", "%"),
    ),
    "expectation": (
        "The number of installers in Bexcombe is expected to reach 151.",
        ("Bexcombe", "expected number of installers", "151", ""),
    ),
    "negative": (
        "The bias of Brindle was -29.6 kW.",
        ("Brindle", "bias", "-29.6", "kW"),
    ),
    "holds things": (
        "Parking in Dunsop has 173 places.",
        ("Dunsop", "places of the parking", "173", ""),
    ),
    "digits of a name": (
        "GPT-5 achieves an accuracy of 52.6%.",
        ("GPT-5", "accuracy", "52.6", "%"),
    ),
    "behind a pointer": (
        "In Table 2, the reserve fund of Garrowby is EUR 1.8 million.",
        ("Garrowby", "reserve fund", "1.8", "EUR million"),
    ),
    "shown by a figure": (
        "Figure 3b shows that Vantry had an input window of 112 hours.",
        ("Vantry", "input window", "112", "hours"),
    ),
    "pointer in brackets": (
        "The median error of Brindle was 4.76% (see Fig. 4).",
        ("Brindle", "median error", "4.76", "%"),
    ),
    "percent in letters": (
        "The share of homes in Ashmere was 38.9 percent.",
        ("Ashmere", "share of homes", "38.9", "percent"),
    ),
    "second clause": (
        "Nothing changed elsewhere, but the fee of Brindle was 12 points.",
        ("Brindle", "fee", "12", "points"),
    ),
}

NOT_READ = {
    "year": "The launch of Brindle was 2019.",
    "citation": "The method of Brindle was [12].",
    "somebody else's": "Smith et al. reported an accuracy of 81.3%.",
    "place in a document": "The result of Brindle was Table 4.",
    "two numbers": "The error of Brindle was 5% or 6%.",
    "comparison": "The error of Brindle was 12% higher than before.",
    "part of a whole": "The cost of Brindle was 12% of the total.",
    "condition": "If the error of Brindle was 5%, work stops.",
    "pronoun": "It was 5% for this one.",
    "cut by a page": "corrections at Ashmere totalled 703 readings.",
    "no number": "The error of Brindle was small.",
    "negation": "The error of Brindle was not 5%.",
    "change": "The error of Brindle fell by 5%.",
    "verb in the name": "The scale of the table was scaled so as to be a weight was 12.",
    "clause behind a colon": "Death is a state: the chance of death was 12.",
    "cut at an article": "The fraction in relapse a transient state was 12%.",
    "hanging adverb": "The fraction currently in relapse was 12%.",
    "arrow": "The chance of health →death was 12%.",
    "the document itself": "The accuracy of our model was 87%.",
}


@pytest.mark.parametrize(("text", "fact"), READ.values(), ids=READ.keys())
def test_a_sentence_gives_its_fact(text: str, fact: tuple[str, ...]) -> None:
    (draft,) = claims(text, 3, "Results")
    assert (draft.entity, draft.attribute, draft.value, draft.unit) == fact
    assert draft.value in draft.quote
    assert draft.quote == text


LISTS = {
    "two names": (
        "The share of moved visits was 5.1% in Ashmere and 7.2% in Callow Ridge.",
        [("Ashmere", "5.1", "%"), ("Callow Ridge", "7.2", "%")],
    ),
    "three names": (
        "The waiting time was 12 days in Ashmere, 14 days in Dunvale, and 9 days in Eskham.",
        [("Ashmere", "12", "days"), ("Dunvale", "14", "days"), ("Eskham", "9", "days")],
    ),
    "one number without a name": (
        "The waiting time was 12 days in Ashmere and 14 days before.",
        [],
    ),
}


@pytest.mark.parametrize(("text", "items"), LISTS.values(), ids=LISTS.keys())
def test_a_list_gives_a_fact_for_each_name(text: str, items: list[tuple[str, ...]]) -> None:
    assert [(one.entity, one.value, one.unit) for one in claims(text, 1, "")] == items


@pytest.mark.parametrize("text", NOT_READ.values(), ids=NOT_READ.keys())
def test_a_sentence_gives_none(text: str) -> None:
    assert list(claims(text, 3, "Results")) == []


LINES = {
    "unit in words": ("Appeal period: 29 days", ("appeal period", "29", "days")),
    "title case": ("Maximum Grant: EUR 12,966", ("maximum grant", "12,966", "EUR")),
    "percent": ("Commission:  10%", ("commission", "10", "%")),
    "plain": ("Evaluation weeks: 8", ("evaluation weeks", "8", "")),
    "date": ("Order Date: 12/20/2024", None),
    "id": ("Customer ID: 4711", None),
    "range": ("Ages: 18 to 65", None),
    "sentence": ("Note: in all 5 networks the meters were replaced by hand", None),
}


@pytest.mark.parametrize(("line", "fact"), LINES.values(), ids=LINES.keys())
def test_lines_of_key_and_value(line: str, fact: tuple[str, ...] | None) -> None:
    found = [(one.attribute, one.value, one.unit) for one in settings(line, 1, "Scheme rules")]
    assert found == ([fact] if fact else [])
