"""Numbers of a figure: labels beside their names, axes left out, doubtful ones left out."""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.seeds.marks import figure_facts
from worksurface_pipeline.mmenterprise.seeds.parts import FigurePart, Mark

BLUE, BROWN = 0x1F5A8A, 0xB3541E


def mark(text: str, across: float, down: float, colour: int = 0, *, up: bool = False) -> Mark:
    """A mark around a point."""
    box = (across - 8.0, down - 4.0, across + 8.0, down + 4.0)
    return Mark(box=box, text=text, colour=colour, is_turned=up)


AXIS = [mark(str(10 * n), 20, 200 - 40 * n) for n in range(5)]
NAMES = [mark("Ashmere", 100, 220), mark("Dunvale", 200, 220), mark("Eskham", 300, 220)]
TITLE = mark("Peak load (MW)", 5, 120, up=True)


def read(*marks: Mark) -> list[tuple[str, str, str, str]]:
    """Entity, attribute, value and unit of the facts of a figure."""
    figure = FigurePart(box=(0, 0, 400, 240), marks=(*AXIS, *NAMES, TITLE, *marks))
    found = figure_facts(figure, 1, "p")
    return [(one.entity, one.attribute, one.value, one.unit) for one in found]


def test_labels_belong_to_the_names_below_them() -> None:
    assert read(mark("12.7", 101, 150), mark("31.2", 200, 80), mark("20", 299, 120)) == [
        ("Ashmere", "peak load", "12.7", "MW"),
        ("Dunvale", "peak load", "31.2", "MW"),
        ("Eskham", "peak load", "20", "MW"),
    ]


def test_numbers_of_an_axis_are_no_facts() -> None:
    assert read() == []


def test_two_values_of_one_name_need_colours() -> None:
    assert read(mark("12.7", 95, 150), mark("14.1", 105, 140)) == []


def test_colours_tell_the_series() -> None:
    legend = [mark("Before", 300, 10, BLUE), mark("After", 360, 10, BROWN)]
    values = [mark("12.7", 95, 150, BLUE), mark("14.1", 105, 140, BROWN)]
    assert read(*legend, *values) == [
        ("Ashmere", "peak load (Before)", "12.7", "MW"),
        ("Ashmere", "peak load (After)", "14.1", "MW"),
    ]


def test_a_value_between_two_names_is_nobody_s() -> None:
    assert read(mark("12.7", 150, 150)) == []
