"""Bars read back from pixels are as long as the series says, and no other series fits them."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.records.ledgers import rendered
from worksurface_pipeline.mmenterprise.records.charts import draw
from worksurface_pipeline.mmenterprise.records.model import Mark
from worksurface_pipeline.mmenterprise.records.pixels import bars, is_drawn, lengths


def _marks(*values: str) -> tuple[Mark, ...]:
    return tuple(
        Mark(slot=f"s{place}", label=f"site {place} · load", value=value)
        for place, value in enumerate(values)
    )


SERIES = {
    "two": ("48.5%", "30.2%"),
    "close": ("3.50%", "3.56%"),
    "far apart": ("9 ms", "410 ms"),
    "four": ("12.5", "80.1", "33.0", "57.9"),
    "six": ("10", "20", "30", "40", "50", "60"),
}


@pytest.mark.parametrize("choice", [0, 1], ids=["lying", "standing"])
@pytest.mark.parametrize("values", SERIES.values(), ids=SERIES.keys())
def test_bars_are_as_long_as_their_values(values: tuple[str, ...], choice: int) -> None:
    png, noun = draw("Load", _marks(*values), choice)
    assert noun == "chart"
    assert len(bars(png)) == len(values)
    assert is_drawn(png, _marks(*values)) is True


@pytest.mark.parametrize("choice", [0, 1], ids=["lying", "standing"])
@pytest.mark.parametrize(
    "other",
    [("30.2%", "48.5%"), ("48.5%", "32.2%"), ("48.5%", "30.2%", "10.0%")],
    ids=["swapped", "another value", "one more"],
)
def test_another_series_is_noticed(other: tuple[str, ...], choice: int) -> None:
    png, _ = draw("Load", _marks("48.5%", "30.2%"), choice)
    assert is_drawn(png, _marks(*other)) is False


def test_a_table_and_a_single_bar_tell_nothing() -> None:
    table, _ = draw("Load", _marks("48.5%", "30.2%"), 0, is_table=True)
    single, _ = draw("Load", _marks("48.5%"), 0)
    assert lengths(table) == ()
    assert is_drawn(table, _marks("48.5%", "30.2%")) is None
    assert is_drawn(single, _marks("48.5%")) is None


def test_charts_of_a_workspace_are_what_was_plotted() -> None:
    units = {unit.id: unit for unit in rendered().units}
    alone = [row for row in rendered().plotted if units[row.unit].image.startswith("images/")]
    found = [is_drawn(rendered().contents[units[row.unit].image], row.marks) for row in alone]
    assert alone
    assert False not in found
