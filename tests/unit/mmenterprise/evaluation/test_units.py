"""Figures with units, signs and decimal commas."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.evaluation.test_scoring import OPEN, RIGHT, WORDS, WRONG, question
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

LOAD = question("number", "64.0", unit="MW")
SHARE = question("number", "5.2", unit="%")
MOVE = question("number", "3.0", unit="percentage points", operation="difference")
BIAS = question("number", "-8.4", unit="kW")
MINUTES = question("number", "90", unit="min")
TONNES = question("number", "1.2", unit="tonnes")
ENERGY = question("number", "5.2", unit="kWh")
BUDGET = question("number", "49,700", unit="EUR")
PRICE = question("number", "12", unit="EUR/MWh")
REQUESTS = question("number", "480", unit="requests")
POINTS = question("number", "0.35", unit="points")
RATIO = question("number", "0.67", operation="ratio")
COUNT = question("number", "2", operation="count_revisions")
GRAMS = question("number", "1.234", unit="kg")


@pytest.mark.parametrize(
    ("asked", "answer", "verdict"),
    [
        pytest.param(LOAD, "64 MW", RIGHT, id="the same"),
        pytest.param(LOAD, "64MW", RIGHT, id="glued"),
        pytest.param(LOAD, "64-MW", RIGHT, id="hyphened"),
        pytest.param(LOAD, "64.0 megawatts", RIGHT, id="spoken"),
        pytest.param(LOAD, "64 mw", RIGHT, id="in small letters"),
        pytest.param(LOAD, "64,000 kW", RIGHT, id="kilo for mega"),
        pytest.param(LOAD, "0.064 GW", RIGHT, id="giga for mega"),
        pytest.param(LOAD, "64 GW", WRONG, id="another prefix"),
        pytest.param(LOAD, "64 MWh", WRONG, id="energy for power"),
        pytest.param(LOAD, "64 EUR", WRONG, id="money for power"),
        pytest.param(LOAD, "64 %", WRONG, id="a share for power"),
        pytest.param(LOAD, "64 sites", OPEN, id="a word that is no unit"),
        pytest.param(LOAD, "64.0 at Alder", OPEN, id="a preposition is no unit"),
        pytest.param(LOAD, "64,0 MW", RIGHT, id="decimal comma"),
        pytest.param(LOAD, "64,0", RIGHT, id="decimal comma alone"),
        pytest.param(LOAD, "64,1 MW", WRONG, id="decimal comma, another digit"),
        pytest.param(LOAD, "-64 MW", WRONG, id="a sign on a value"),
        pytest.param(LOAD, "sixty-four MW", OPEN, id="in words"),
        pytest.param(LOAD, "1" * 5000 + " kW", OPEN, id="far too long"),
        pytest.param(SHARE, "5.2 MW", WRONG, id="power for a share"),
        pytest.param(SHARE, "5.2 kg", WRONG, id="mass for a share"),
        pytest.param(SHARE, "5.2 percent", RIGHT, id="share: spoken"),
        pytest.param(SHARE, "520 basis points", RIGHT, id="share: basis points"),
        pytest.param(SHARE, "5,2 %", RIGHT, id="share: decimal comma"),
        pytest.param(SHARE, "5.2 MW per site", OPEN, id="a unit that goes on"),
        pytest.param(MOVE, "-3.0", RIGHT, id="move: down"),
        pytest.param(MOVE, "minus 3.0 %", OPEN, id="move: minus in a word"),
        pytest.param(MOVE, "\u22123.0 percentage points", RIGHT, id="move: a minus sign"),
        pytest.param(MOVE, "down by 3 percentage points", OPEN, id="move: in words"),
        pytest.param(MOVE, "-6.7 %", WRONG, id="move: another"),
        pytest.param(MOVE, "-3.0 kW", OPEN, id="move: another unit"),
        pytest.param(BIAS, "8.4 kW", WRONG, id="signed: the sign is lost"),
        pytest.param(BIAS, "-8400 W", RIGHT, id="signed: converted"),
        pytest.param(BIAS, "-8,4 kW", RIGHT, id="signed: decimal comma"),
        pytest.param(MINUTES, "1.5 h", RIGHT, id="hours for minutes"),
        pytest.param(MINUTES, "5400 s", RIGHT, id="seconds for minutes"),
        pytest.param(MINUTES, "5,400,000 ms", RIGHT, id="milliseconds for minutes"),
        pytest.param(MINUTES, "90 s", WRONG, id="seconds, not converted"),
        pytest.param(MINUTES, "2 h", OPEN, id="rounded in converting"),
        pytest.param(TONNES, "1200 kg", RIGHT, id="kilograms for tonnes"),
        pytest.param(TONNES, "1.2 t", RIGHT, id="a symbol for a word"),
        pytest.param(TONNES, "1.2 kg", WRONG, id="kilograms, not converted"),
        pytest.param(ENERGY, "5,200 Wh", RIGHT, id="watt hours"),
        pytest.param(ENERGY, "18.72 MJ", RIGHT, id="joules"),
        pytest.param(ENERGY, "5.2 kW", WRONG, id="power for energy"),
        pytest.param(BUDGET, "49,700 kg", WRONG, id="mass for money"),
        pytest.param(BUDGET, "49,700 euro", RIGHT, id="money: spoken"),
        pytest.param(PRICE, "12 EUR per MWh", RIGHT, id="price: in words"),
        pytest.param(PRICE, "12 USD/MWh", WRONG, id="price: another currency"),
        pytest.param(REQUESTS, "480 requests", RIGHT, id="an unlisted unit"),
        pytest.param(REQUESTS, "480 ms", OPEN, id="a listed unit for an unlisted one"),
        pytest.param(POINTS, "0.35 points", RIGHT, id="points"),
        pytest.param(POINTS, "0.35 percentage points", OPEN, id="points of what"),
        pytest.param(RATIO, "67 %", RIGHT, id="ratio: in percent"),
        pytest.param(RATIO, "0.67 %", WRONG, id="ratio: a percentage of it"),
        pytest.param(RATIO, "0.67 kg", OPEN, id="ratio: with a unit"),
        pytest.param(RATIO, "2/3", OPEN, id="ratio: as a fraction"),
        pytest.param(COUNT, "2 times", RIGHT, id="count: times"),
        pytest.param(COUNT, "2 kg", OPEN, id="count: with a unit"),
        pytest.param(GRAMS, "1234 g", RIGHT, id="grams for kilograms"),
        pytest.param(GRAMS, "1,234 kg", OPEN, id="a comma of thousands"),
    ],
)
def test_units(asked: MmQuestion, answer: str, verdict: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict == verdict
