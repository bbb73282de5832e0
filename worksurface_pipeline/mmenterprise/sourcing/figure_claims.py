"""Claims about a value that a figure prints: borne out by the marks in the file, never by pixels.

The number, its name, the words of its label and its unit are text of the file, and the place of the
marks says which name the number belongs to. So nothing of such a fact is what a model saw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.marks import ticks
from worksurface_pipeline.mmenterprise.seeds.parts import FigurePart, Mark
from worksurface_pipeline.mmenterprise.seeds.readable import as_attribute, as_entity, sole_number
from worksurface_pipeline.mmenterprise.seeds.values import value_at
from worksurface_pipeline.mmenterprise.sourcing.contract import WrittenClaim
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line

# A number and its name are in line within this (points).
_LEVEL = 4.0
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Marked:
    """The draft of a figure's value, and all words that the figure prints."""

    draft: Draft
    words: str


def marked(claim: WrittenClaim, figures: Mapping[str, FigurePart]) -> Marked | str:
    """The value of a figure that a claim points to, or why there is none; figures by picture."""
    wanted = one_line(claim.quote)
    found = [(name, mark) for name, one in figures.items() for mark in _numbers(one, wanted)]
    if len(found) != 1:
        many = "several figures' marks" if found else "no mark of a figure of its page"
        return f"its quote {wanted!r} is {many}, numbers of axes left out"
    name, mark = found[0]
    figure = figures[name]
    mention = sole_number(mark.text)
    value = value_at(mark.text, mention) if mention else None
    if value is None or claim.numbers[:1] != (value.text,) or len(claim.numbers) > 1:
        return "its number is not the one of its mark"
    if normalise(claim.entity) != normalise(_beside(mark, figure.marks)):
        return f"the name in line with {wanted!r} is not {claim.entity!r}, or there are several"
    words = " ".join([figure.caption, *(one.text for one in figure.marks)])
    unit = one_line(claim.unit)
    if unit and (_DIGIT.search(unit) or not has_token(words, unit)):
        return f"the unit {unit!r} does not stand in the figure"
    draft = Draft(
        kind=FactKind.FIGURE,
        entity=as_entity(one_line(claim.entity)),
        attribute=as_attribute(one_line(claim.label)),
        value=value.text,
        unit=value.unit or unit,
        quote=mark.text,
        page=claim.page,
        source=name,
    )
    return Marked(draft, words)


def _numbers(figure: FigurePart, text: str) -> Iterator[Mark]:
    """The marks of a figure that are this text, without those along an axis."""
    axis = {id(mark) for mark in ticks(figure)}
    for mark in figure.marks:
        if mark.text == text and id(mark) not in axis:
            yield mark


def _beside(mark: Mark, marks: Sequence[Mark]) -> str:
    """The nearest name in line with a number, "" where two are as near.

    Names along an axis stand level with each other; a title in the middle does so with none.
    """
    words = [one for one in marks if not sole_number(one.text) and not one.is_turned]
    named = [one for one in words if any(_are_peers(one, other) for other in words)]
    near = sorted((distance, one.text) for one in named if (distance := _distance(mark, one)) >= 0)
    if not near or (len(near) > 1 and near[1][0] - near[0][0] < _LEVEL):
        return ""
    return near[0][1]


def _are_peers(one: Mark, other: Mark) -> bool:
    edges = (one.down - other.down, one.box[0] - other.box[0], one.box[2] - other.box[2])
    return one is not other and min(map(abs, edges)) <= _LEVEL


def _distance(mark: Mark, other: Mark) -> float:
    """How far a mark in the same row or column is, -1.0 where it is in neither."""
    across, down = abs(mark.across - other.across), abs(mark.down - other.down)
    if min(across, down) > _LEVEL:
        return -1.0
    return max(across, down)
