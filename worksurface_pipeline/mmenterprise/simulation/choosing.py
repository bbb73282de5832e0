"""Which facts of a seed a project takes: some that can be compared, some that stand alone.

The choice hangs on the seed number, so that two projects of one document differ; whatever order
the facts come in, the same ones are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.seed import SeedFact

# Facts of one attribute that are taken together, and how many make it worth to compare them. One is
# left out where enough remain: of a thing of the sort nobody in the project then recorded it.
_A_GROUP = 4
_COMPARABLE = 3
# The share of what is taken that can be compared, where the seed has enough of it.
_COMPARED = 0.7


def chosen(facts: Sequence[SeedFact], limit: int, rng: Random) -> tuple[SeedFact, ...]:
    """At most `limit` facts, those of one attribute next to each other."""
    groups = _groups(facts)
    rng.shuffle(groups)
    compared = [_some(group, rng) for group in groups if len(group) >= _COMPARABLE]
    others = [group for group in groups if len(group) < _COMPARABLE]
    taken = _filled([], compared, int(limit * _COMPARED))
    taken = _filled(taken, others, limit)
    return tuple(_filled(taken, compared, limit))


def _some(group: Sequence[SeedFact], rng: Random) -> list[SeedFact]:
    """Facts drawn from a group, in its order."""
    many = max(_COMPARABLE, min(_A_GROUP, len(group) - 1))
    places = sorted(rng.sample(range(len(group)), many))
    return [group[place] for place in places]


def _groups(facts: Sequence[SeedFact]) -> list[list[SeedFact]]:
    """Facts by attribute, attributes and facts in order of name."""
    found: dict[str, list[SeedFact]] = {}
    for fact in sorted(facts, key=lambda fact: fact.id):
        found.setdefault(normalise(fact.attribute), []).append(fact)
    return [found[attribute] for attribute in sorted(found)]


def _filled(
    taken: list[SeedFact], groups: Sequence[Sequence[SeedFact]], limit: int
) -> list[SeedFact]:
    """What is taken with whole groups added while there is room."""
    filled = list(taken)
    for group in groups:
        fresh = [fact for fact in group if fact not in filled]
        if len(filled) + len(fresh) <= limit:
            filled += fresh
    return filled
