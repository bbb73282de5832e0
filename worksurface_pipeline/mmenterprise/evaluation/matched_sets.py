"""Results on questions that belong together: twins, and triples on one fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

CURRENT, AS_OF, BEFORE = "current", "as of", "before a revision"


class Twins(Frozen):
    """Pairs of an answerable question and its unanswerable twin: right on both, on one, on none."""

    both: Rate
    answerable_only: int
    unanswerable_only: int
    neither: int


class Triples(Frozen):
    """Triples right on all three, and the rate of each state over whole triples."""

    whole: Rate
    states: Mapping[str, Rate]


def twins(questions: Sequence[MmQuestion], is_right: Mapping[str, bool]) -> Twins:
    """The pairs of which both questions were judged; `is_right` has verdicts by id."""
    pairs = [
        (is_right[item.twin], is_right[item.id])
        for item in questions
        if item.twin in is_right and item.id in is_right
    ]
    return Twins(
        both=rate(pairs.count((True, True)), len(pairs)),
        answerable_only=pairs.count((True, False)),
        unanswerable_only=pairs.count((False, True)),
        neither=pairs.count((False, False)),
    )


def triples(questions: Sequence[MmQuestion], is_right: Mapping[str, bool]) -> Triples:
    """The triples of which all three questions were judged."""
    groups: dict[str, dict[str, bool]] = {}
    for item in questions:
        if item.triple and item.id in is_right:
            key = f"{item.project} {item.triple}"
            groups.setdefault(key, {})[state_of(item)] = is_right[item.id]
    whole = [group for group in groups.values() if len(group) == len((CURRENT, AS_OF, BEFORE))]
    states = {
        state: rate(sum(group[state] for group in whole), len(whole))
        for state in (CURRENT, AS_OF, BEFORE)
    }
    return Triples(whole=rate(sum(all(g.values()) for g in whole), len(whole)), states=states)


def state_of(question: MmQuestion) -> str:
    """Which state of its fact a member of a triple asks for."""
    if question.query.operation == "before_revision":
        return BEFORE
    return AS_OF if question.query.at is not None else CURRENT
