from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.evaluation.times import When, read_times, without_times

DAY = (3, 12)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        pytest.param("12 March", [When(DAY, None, None)], id="day and month"),
        pytest.param("March 12th, 2026", [When(DAY, 2026, None)], id="month first"),
        pytest.param("the 12th of March", [When(DAY, None, None)], id="ordinal"),
        pytest.param("12 Mar. 2026", [When(DAY, 2026, None)], id="short month"),
        pytest.param("2026-03-12", [When(DAY, 2026, None)], id="ISO day"),
        pytest.param("2026-03-12T17:05:00", [When(DAY, 2026, (17, 5))], id="ISO time"),
        pytest.param("Thursday 12 March, 17:05", [When(DAY, None, (17, 5))], id="with a clock"),
        pytest.param("at 5 pm on 12 March", [When(DAY, None, (17, 0))], id="clock first"),
        pytest.param("5.05 p.m.", [When(None, None, (17, 5))], id="clock alone"),
        pytest.param("12 am", [When(None, None, (0, 0))], id="midnight"),
        pytest.param("12 pm", [When(None, None, (12, 0))], id="noon"),
        pytest.param(
            "from 12 March to 13 March 09:00",
            [When(DAY, None, None), When((3, 13), None, (9, 0))],
            id="two days",
        ),
        pytest.param("81.40 %", [], id="a share"),
        pytest.param("1234.50 EUR", [], id="a sum"),
        pytest.param("it may be 12", [], id="no month"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_reading(text: str, times: list[When]) -> None:
    assert list(read_times(text)) == times


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        pytest.param("43 (set on 4 March)", "43", id="day"),
        pytest.param("43 at 17:30", "43", id="clock"),
        pytest.param("81.40", "81.40", id="figure"),
    ],
)
def test_blanking(text: str, rest: str) -> None:
    left = without_times(text)
    assert [word for word in left.split() if any(char.isdigit() for char in word)] == rest.split()
