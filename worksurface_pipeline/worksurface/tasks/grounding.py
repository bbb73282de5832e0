"""Decides which reading of a figure, if any, is what the rubric means.

The wording selects, the value confirms: a reading counts only if its value is the printed figure
and no other reading is better worded. The fewer digits a figure has, the easier a coincidence,
and the less a better-worded reading with another value is forgiven.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.tasks.claims import Figure
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.readings import Reading
from worksurface_pipeline.worksurface.tasks.values import Computed, Fault, compute, is_printed_as

# By significant digits of the figure: the least score of a wording, and by how much a reading
# with another value may be better worded. From five digits on, chance plays no part.
_LEAST = {1: 3.0, 2: 3.0, 3: 2.5, 4: 1.25}
_FORGIVEN = {1: 0.0, 2: 0.0, 3: 0.0, 4: 2.5}
_LEAST_LONG = 1.0
_FORGIVEN_LONG = 4.0
# Two derivations of the figure whose wordings differ by less are equally good.
_CLEAR = 0.5
# In two views the same words need a clearer difference: the views may be copies in part.
_CLEAR_VIEW = 1.5


@dataclass(frozen=True, slots=True)
class Grounded:
    """The reading that a figure was recovered by, with its result."""

    reading: Reading
    computed: Computed


@dataclass(frozen=True, slots=True)
class Verdict:
    """A grounding, or the reason why there is none."""

    grounded: Grounded | None
    reason: str = ""


def decide(engine: Engine, figure: Figure, readings: Iterable[Reading]) -> Verdict:
    """The reading that the wording selects and the value confirms, if there is exactly one."""
    ranked = _best_of_each(readings)
    if not ranked:
        return Verdict(None, "no expression over a named column fits the wording")
    found = [(reading, compute(engine, reading.expression)) for reading in ranked]
    found = [item for item in found if _is_confirmed(engine, item[0])]
    matching = [item for item in found if is_match(item[1], figure)]
    if not matching:
        return Verdict(None, _no_match(found, figure))
    return _judge(figure, found, matching)


def _judge(
    figure: Figure,
    found: Sequence[tuple[Reading, Computed]],
    matching: Sequence[tuple[Reading, Computed]],
) -> Verdict:
    best, computed = matching[0]
    others = [reading for reading, _ in matching[1:] if not _is_same(reading, best)]
    if any(_lead(best, other) < _difference(best, other) for other in others):
        return Verdict(None, "several derivations give the figure and fit the wording equally")
    if best.score < _LEAST.get(figure.significant, _LEAST_LONG):
        return Verdict(None, "the value is met, but the wording says too little for it")
    rivals = [item[0] for item in found if not is_match(item[1], figure) and not _is_idle(item)]
    forgiven = _FORGIVEN.get(figure.significant, _FORGIVEN_LONG)
    if any(rival.score >= best.score + forgiven for rival in rivals):
        return Verdict(None, "a reading with another value fits the wording as well or better")
    return Verdict(Grounded(best, computed))


def _is_idle(item: tuple[Reading, Computed]) -> bool:
    """Conditions that hold nowhere together are not what the rubric says."""
    reading, computed = item
    is_empty = computed.fault in (Fault.NO_ROW, Fault.ONE_ROW, Fault.NO_VALUE)
    return is_empty and len(reading.expression.where) > 1


def _lead(best: Reading, other: Reading) -> float:
    """By how much the best is better worded; a name that calls its view is counted once only."""
    return best.score - (other.score - other.penalty)


def _difference(best: Reading, other: Reading) -> float:
    return _CLEAR if best.expression.view == other.expression.view else _CLEAR_VIEW


def _best_of_each(readings: Iterable[Reading]) -> list[Reading]:
    """One reading of each expression and label, the best worded first."""
    best: dict[tuple[str, str], Reading] = {}
    for reading in readings:
        key = (reading.expression.sql(), reading.label)
        if key not in best or reading.score > best[key].score:
            best[key] = reading
    return sorted(best.values(), key=lambda item: (-item.score, item.expression.sql()))


def _is_confirmed(engine: Engine, reading: Reading) -> bool:
    """Whether the name that the rubric calls the first is the first; a tie confirms nothing."""
    if reading.confirm is None:
        return True
    first = compute(engine, reading.confirm)
    return first.fault is None and first.answer == reading.label


def is_match(computed: Computed, figure: Figure) -> bool:
    """Whether the result is free of faults and is the printed figure."""
    return computed.fault is None and is_printed_as(computed.answer, figure.mention)


def _is_same(one: Reading, other: Reading) -> bool:
    """Whether two readings read the same cells: then the value is the same for the same reason."""
    left, right = one.expression, other.expression
    return left.view == right.view and left.columns == right.columns


def _no_match(found: Sequence[tuple[Reading, Computed]], figure: Figure) -> str:
    faults = [
        computed.fault
        for _, computed in found
        if computed.fault is not None and is_printed_as(computed.answer, figure.mention)
    ]
    if faults:
        return f"the value is met only by {faults[0].value}"
    return f"{len(found)} expressions fit the wording, none gives the figure"
