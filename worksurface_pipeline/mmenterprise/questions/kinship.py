"""Things of one sort, and what records know of some of them but not of others.

A question on what nobody recorded has to be one that somebody might ask: "the response time of the
north site" where the other sites have one, never "the response time of the budget".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from worksurface_pipeline.mmenterprise.schema.ledger import Slot

Measure = tuple[str, str, str]


def measure_of(slot: Slot) -> Measure:
    """What two things have in common that share it."""
    return (slot.attribute, slot.unit, slot.kind)


def gaps(slots: Iterable[Slot]) -> Mapping[Measure, tuple[str, ...]]:
    """For each measure the things that lack it, though they share another with one that has it."""
    having: defaultdict[Measure, set[str]] = defaultdict(set)
    of_thing: defaultdict[str, set[Measure]] = defaultdict(set)
    for slot in slots:
        if slot.entity and slot.attribute:
            having[measure_of(slot)].add(slot.entity)
            of_thing[slot.entity].add(measure_of(slot))
    found = {}
    for measure, things in having.items():
        shared = {other for thing in things for other in of_thing[thing]}
        kin = {thing for other in shared for thing in having[other]}
        named = {
            entity for other, those in having.items() if other[0] == measure[0] for entity in those
        }
        found[measure] = tuple(sorted(kin - named))
    return found
