"""The plan of a project: all its subjects, each with its keeper, in batches shared together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.ledger import Origin
from worksurface_pipeline.mmenterprise.schema.seed import SeedFact, SeedSet
from worksurface_pipeline.mmenterprise.simulation import terms, words
from worksurface_pipeline.mmenterprise.simulation.batches import batch_keys, batches
from worksurface_pipeline.mmenterprise.simulation.choosing import chosen
from worksurface_pipeline.mmenterprise.simulation.managed import managed_subjects
from worksurface_pipeline.mmenterprise.simulation.measurements import Sites, drawn_value
from worksurface_pipeline.mmenterprise.simulation.subjects import (
    Part,
    SlotIds,
    Subject,
    is_drawn,
    seed_subjects,
    usable_facts,
    with_siblings,
)
from worksurface_pipeline.mmenterprise.simulation.values import Values
from worksurface_pipeline.mmenterprise.simulation.world import Cast

# How much of a project comes from its seed, and how much is made up beside it.
_SEED_SHARED, _SEED_DRAWN = 22, 9
_LEAST_SHARED = 34
_SITES = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """Subjects by part, batches of what is shared or drawn together, and the values in use."""

    subjects: tuple[Subject, ...]
    batches: tuple[tuple[Subject, ...], ...]
    drawn: tuple[tuple[Subject, ...], ...]
    values: Values

    def of(self, part: Part) -> tuple[Subject, ...]:
        """The subjects of one part."""
        return tuple(item for item in self.subjects if item.part is part)


def make_plan(seed_set: SeedSet, cast: Cast, rng: Random) -> Plan:
    """What the project will measure, manage and keep to itself."""
    values, ids = Values(), SlotIds()
    facts = usable_facts(seed_set.facts)
    sites = [
        f"{stem} {rng.choice(words.SITE_ENDS)}" for stem in rng.sample(_free_sites(facts), _SITES)
    ]
    told = [fact for fact in facts if not is_drawn(fact)]
    shared = [*seed_subjects(chosen(told, _SEED_SHARED, rng), values, ids)]
    seen = [fact for fact in facts if is_drawn(fact)]
    drawn = [*seed_subjects(chosen(seen, _SEED_DRAWN, rng), values, ids)]
    own = Sites(sites, cast.world.archetype, values, ids, rng).measured(_LEAST_SHARED - len(shared))
    shared += [item for item in own if item.part is Part.SHARED]
    drawn += [item for item in own if item.part is Part.DRAWN]
    written = _written(values, ids, rng)
    managed = managed_subjects(cast, values, ids, rng)
    subjects = with_siblings([*shared, *drawn, *written, *managed])
    batch_of = batch_keys(subjects)
    kept = _with_keepers(subjects, batch_of, cast, rng)
    return Plan(
        subjects=kept,
        batches=batches([item for item in kept if item.part is Part.SHARED], batch_of),
        drawn=batches([item for item in kept if item.part is Part.DRAWN], batch_of),
        values=values,
    )


def _free_sites(facts: Iterable[SeedFact]) -> list[str]:
    """Names of sites that no fact speaks of; all of them where the facts speak of most."""
    spoken = normalise(" ".join(fact.entity for fact in facts))
    free = [site for site in words.SITES if normalise(site) not in spoken]
    return free if len(free) >= _SITES else list(words.SITES)


def _written(values: Values, ids: SlotIds, rng: Random) -> list[Subject]:
    """Totals that stand in the report alone, and move from version to version."""
    found = []
    for measure in terms.WRITTEN_MEASURES:
        slot = ids.slot(
            "whole project", measure.attribute, "number", Origin.INVENTED, unit=measure.unit
        )
        drawn = [drawn_value(measure, values, rng) for _ in range(3)]
        found.append(Subject(slot, tuple(sorted(drawn, key=float)), Part.WRITTEN))
    return found


def _with_keepers(
    subjects: Iterable[Subject], batch_of: Mapping[str, str], cast: Cast, rng: Random
) -> tuple[Subject, ...]:
    """Each slot with who sees to it; slots that are shared together have one keeper."""
    keepers: dict[str, str] = {}
    found = []
    for item in subjects:
        keeper = keepers.setdefault(batch_of[item.id], _keeper(item, cast, rng))
        slot = item.slot.model_copy(update={"keeper": item.slot.keeper or keeper})
        found.append(replace(item, slot=slot))
    return tuple(found)


def _keeper(item: Subject, cast: Cast, rng: Random) -> str:
    if item.part in {Part.SHARED, Part.DRAWN}:
        return rng.choice(cast.measurers)
    if item.part is Part.WRITTEN:
        return cast.roles["author"]
    return cast.roles[rng.choice(("lead", "manager"))]
