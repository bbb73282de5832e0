"""Things of one sort, and what records know of some of them but not of others.

A question on what nobody recorded has to be one that somebody might ask: "the response time of the
north site" where the other sites have one, never "the response time of the budget".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot

Measure = tuple[str, str, str]


def measure_of(slot: Slot) -> Measure:
    """What two things have in common that share it."""
    return (slot.attribute, slot.unit, slot.kind)


def gaps(slots: Iterable[Slot]) -> Mapping[Measure, tuple[str, ...]]:
    """For each measure the things that lack it, though they are of the sort that has it.

    Of one sort are things that share a measure; and all that a project manages several of, its
    pieces of work and its dates: any of them may have an owner or a deadline.
    """
    known = [slot for slot in slots if slot.entity and slot.attribute]
    having: defaultdict[Measure, set[str]] = defaultdict(set)
    for slot in known:
        having[measure_of(slot)].add(slot.entity)
    managed = {measure_of(slot) for slot in known if slot.origin is Origin.PROJECT}
    managed = {measure for measure in managed if len(having[measure]) > 1}
    found = {}
    for measure, things in having.items():
        related = {other for other, theirs in having.items() if theirs & things}
        related |= managed if measure in managed else set()
        kin = {thing for other in related for thing in having[other]}
        alike = (theirs for other, theirs in having.items() if other[0] == measure[0])
        found[measure] = tuple(sorted(kin.difference(*alike)))
    return found
