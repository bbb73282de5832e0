"""Values that a figure prints: each number beside the name of the bar or point that it labels.

Numbers of an axis are told by their even steps and left out. A number that fits two names, or two
numbers of one name whose colours do not tell the series, give nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.parts import FigurePart, Mark
from worksurface_pipeline.mmenterprise.seeds.readable import (
    as_entity,
    as_label,
    is_attribute,
    is_entity,
    label,
    sole_number,
)
from worksurface_pipeline.mmenterprise.seeds.values import value_at

# Marks of one row or column are level within this (points).
_LEVEL = 2.0
# A label stands over its name within this share of the distance between two names.
_REACH = 0.45
_TICKS = 3
# Steps of an axis are even within this share.
_EVEN = 0.02
_BLACK = 0

Place = Callable[[Mark], float]


@dataclass(frozen=True, slots=True)
class _Chart:
    """The names along one axis, what is measured on the other, and the values in between."""

    names: tuple[Mark, ...]
    place: Place
    measure: str
    along: str
    values: tuple[Mark, ...]
    series: dict[int, str]


def figure_facts(figure: FigurePart, page: int, picture: str) -> Iterator[Draft]:
    """The values of a figure whose marks can be told apart."""
    chart = _chart(figure)
    if chart is None:
        return
    paired = [(mark, name) for mark in chart.values if (name := _name_of(mark, chart))]
    counted = Counter((name.text, _series_of(mark, chart)) for mark, name in paired)
    for mark, name in paired:
        series = _series_of(mark, chart)
        if counted[name.text, series] == 1 and bool(series) == bool(chart.series):
            draft = _draft(mark, name, series, chart)
            if draft is not None:
                yield draft.model_copy(update={"page": page, "source": picture})


def ticks(figure: FigurePart) -> tuple[Mark, ...]:
    """The numbers along the axes of a figure."""
    return _ticks([mark for mark in figure.marks if not mark.is_turned])


def _chart(figure: FigurePart) -> _Chart | None:
    level = [mark for mark in figure.marks if not mark.is_turned]
    rows = _axis(level, lambda mark: mark.down)
    columns = _axis(level, lambda mark: mark.box[2])
    ticks = _ticks(level)
    if not rows and not columns:
        return None
    is_upright = len(rows) >= len(columns)
    names = rows if is_upright else columns
    taken = {id(mark) for mark in (*names, *ticks)}
    numbers = [mark for mark in level if sole_number(mark.text) and id(mark) not in taken]
    words = [mark for mark in level if not sole_number(mark.text) and id(mark) not in taken]
    below = _below(words, figure, names if is_upright else ticks)
    turned = next((mark.text for mark in figure.marks if mark.is_turned), "")
    return _Chart(
        names=names,
        place=(lambda mark: mark.across) if is_upright else (lambda mark: mark.down),
        measure=turned if is_upright else below,
        along=below if is_upright else turned,
        values=tuple(numbers),
        series={mark.colour: mark.text for mark in words if mark.colour != _BLACK},
    )


def _axis(marks: Sequence[Mark], side: Place) -> tuple[Mark, ...]:
    """The largest group of level marks with words in them: the names along an axis."""
    named = [mark for mark in marks if any(char.isalpha() for char in mark.text)]
    groups = _groups([mark for mark in named if mark.colour == _BLACK], side)
    best = max(groups, key=len, default=[])
    return tuple(best) if len(best) > 1 else ()


def _groups(marks: Sequence[Mark], side: Place) -> list[list[Mark]]:
    groups: list[list[Mark]] = []
    for mark in sorted(marks, key=lambda one: (side(one), one.box)):
        if groups and side(mark) - side(groups[-1][-1]) <= _LEVEL:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _ticks(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Numbers in even steps of place and value, right-aligned or in one row."""
    numbers = [mark for mark in marks if _number(mark) is not None]
    found = [
        group
        for side, along in ((_right, _down), (_down, _across))
        for group in _groups(numbers, side)
        if _is_even(sorted(group, key=along), along)
    ]
    return tuple(mark for group in found for mark in group)


def _is_even(group: Sequence[Mark], along: Place) -> bool:
    if len(group) < _TICKS:
        return False
    places = [b - a for a, b in pairwise(along(mark) for mark in group)]
    values = [b - a for a, b in pairwise(_number(mark) or 0.0 for mark in group)]
    return _is_constant(places) and _is_constant(values)


def _is_constant(steps: Sequence[float]) -> bool:
    mean = sum(steps) / len(steps)
    return mean != 0 and all(abs(step - mean) <= _EVEN * abs(mean) + 1e-9 for step in steps)


def _number(mark: Mark) -> float | None:
    found = sole_number(mark.text)
    return None if found is None else float(found.number)


def _right(mark: Mark) -> float:
    return mark.box[2]


def _down(mark: Mark) -> float:
    return mark.down


def _across(mark: Mark) -> float:
    return mark.across


def _below(words: Sequence[Mark], figure: FigurePart, above: Sequence[Mark]) -> str:
    """The words below an axis: what it is called."""
    floor = max((mark.down for mark in above), default=figure.box[3])
    return next((mark.text for mark in words if mark.down > floor + _LEVEL), "")


def _name_of(mark: Mark, chart: _Chart) -> Mark | None:
    """The name over or beside which a value stands, None if two are as near."""
    places = sorted(chart.place(name) for name in chart.names)
    step = min((b - a for a, b in pairwise(places)), default=0.0)
    near = [n for n in chart.names if abs(chart.place(n) - chart.place(mark)) <= _REACH * step]
    return near[0] if len(near) == 1 else None


def _series_of(mark: Mark, chart: _Chart) -> str:
    return chart.series.get(mark.colour, "")


def _draft(mark: Mark, name: Mark, series: str, chart: _Chart) -> Draft | None:
    mention = sole_number(mark.text)
    measure = label(chart.measure)
    entity = as_entity(name.text)
    if not name.text[0].isalpha() and chart.along:
        entity = f"{label(chart.along).name} {name.text}"
    attribute = as_label(measure.name) + (f" ({series})" if series else "")
    if mention is None or not is_entity(entity) or not is_attribute(attribute):
        return None
    value = value_at(mark.text, mention)
    return Draft(
        kind=FactKind.FIGURE,
        entity=entity,
        attribute=attribute,
        value=value.text,
        unit=value.unit or measure.unit,
        quote=mark.text,
        page=1,
    )
