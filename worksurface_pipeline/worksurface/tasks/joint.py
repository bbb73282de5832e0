"""Lists: figures that are weak alone but that one computation gives together.

"62 varchar, 14 integer, 12 DATE": the same view, computation and columns, with one value of the
column for each figure, must give all the figures that it reads, and no other one may do so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.tasks.claims import Claim
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.grounding import Grounded, is_match
from worksurface_pipeline.worksurface.tasks.readings import Reading
from worksurface_pipeline.worksurface.tasks.values import compute

# Printed digits of all figures of a list together; fewer can meet by chance.
_LEAST_DIGITS = 4
_FEWEST_FIGURES = 2

Pattern = tuple[str, str, str, tuple[str, ...]]
Found = dict[int, Grounded]


@dataclass(frozen=True, slots=True)
class Listed:
    """The readings of one figure, by its order in the claim."""

    order: int
    readings: tuple[Reading, ...]


def joint_groundings(
    engine: Engine, claim: Claim, listed: Sequence[Listed], known: Mapping[int, Grounded]
) -> Found:
    """Groundings of the figures that exactly one pattern gives together; may be empty."""
    every = {_pattern(item) for each in listed for item in each.readings}
    patterns = sorted(pattern for pattern in every if pattern is not None)
    found = [_meet(engine, claim, listed, pattern) for pattern in patterns]
    strong = [group for group in found if _is_strong(claim, group) and _agrees(group, known)]
    if not strong:
        return {}
    most = max(len(group) for group in strong)
    best = [group for group in strong if len(group) == most]
    return best[0] if len(best) == 1 else {}


def _pattern(reading: Reading) -> Pattern | None:
    expression = reading.expression
    if not expression.where and not expression.target:
        return None
    columns = tuple(item.column for item in (*expression.where, *expression.target))
    return expression.view, expression.op.value, expression.measure, columns


def _meet(engine: Engine, claim: Claim, listed: Sequence[Listed], pattern: Pattern) -> Found:
    """The figures that the pattern reads, if it gives every one of them; else nothing."""
    found: Found = {}
    for each in listed:
        readings = [item for item in each.readings if _pattern(item) == pattern]
        results = [Grounded(item, compute(engine, item.expression)) for item in readings]
        figure = claim.figures[each.order]
        matching = [item for item in results if is_match(item.computed, figure)]
        if readings and len(matching) != 1:
            return {}
        if matching:
            found[each.order] = matching[0]
    return found


def _is_strong(claim: Claim, group: Found) -> bool:
    values = {item.reading.expression.sql() for item in group.values()}
    digits = sum(len(claim.figures[order].mention.value.replace(".", "")) for order in group)
    return len(values) >= _FEWEST_FIGURES and digits >= _LEAST_DIGITS


def _agrees(group: Found, known: Mapping[int, Grounded]) -> bool:
    return all(
        known[order].reading.expression.view == item.reading.expression.view
        for order, item in group.items()
        if order in known
    )
