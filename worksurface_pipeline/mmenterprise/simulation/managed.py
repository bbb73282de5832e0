"""Facts of a project's life in versions: owners, deadlines, options, budgets, names, statuses."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from random import Random

from worksurface_pipeline.mmenterprise.schema.ledger import Origin
from worksurface_pipeline.mmenterprise.schema.world import Milestone
from worksurface_pipeline.mmenterprise.simulation import terms
from worksurface_pipeline.mmenterprise.simulation.clock import next_working
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, SlotIds, Subject
from worksurface_pipeline.mmenterprise.simulation.values import Values, drifted
from worksurface_pipeline.mmenterprise.simulation.words import MONTHS
from worksurface_pipeline.mmenterprise.simulation.world import Cast

_OWNERS = 2
_CHOICES = 2
_FEWEST_VERSIONS, _MOST_VERSIONS = 2, 4
_BUDGET_STEP = 100
_DRIFTS = (-18, -9, 7, 12, 21)
_WRITTEN_TEAM = ("lead", "manager", "author", "first", "data", "second")


def managed_subjects(cast: Cast, values: Values, ids: SlotIds, rng: Random) -> list[Subject]:
    """All facts that the project manages, private ones and statuses included."""
    items = rng.sample(
        terms.WORK_ITEMS[cast.world.archetype], len(terms.WORK_ITEMS[cast.world.archetype])
    )
    found = [_owner(item, cast, ids, rng) for item in items[:_OWNERS]]
    found += [_deadline(milestone, ids, rng) for milestone in cast.world.milestones]
    found += _choices(cast, ids, rng)
    found.append(_budget(cast, values, ids, rng))
    found.append(_name(cast, ids, rng))
    found += _private(cast, values, ids, rng)
    found += [_status(item, ids, rng) for item in items]
    return found


def printed_day(at: datetime) -> str:
    """A day as people write it, "14 May"."""
    return f"{at.day} {MONTHS[at.month - 1]}"


def _versions(rng: Random) -> int:
    return rng.randint(_FEWEST_VERSIONS, _MOST_VERSIONS)


def _owner(item: str, cast: Cast, ids: SlotIds, rng: Random) -> Subject:
    team = [cast.name[cast.roles[key]] for key in _WRITTEN_TEAM if key in cast.roles]
    names = tuple(rng.sample(team, min(_versions(rng), 3)))
    slot = ids.slot(item, "owner", "person", Origin.PROJECT)
    return Subject(slot, names, Part.MANAGED, terms.WHY_CHANGED["person"], tuple(team))


def _deadline(milestone: Milestone, ids: SlotIds, rng: Random) -> Subject:
    """The planned day, then later ones, each a working day or two after the one before."""
    days = [milestone.at]
    for _ in range(_versions(rng) - 1):
        days.append(next_working(days[-1] + timedelta(days=rng.randint(1, 2))))
    slot = ids.slot(milestone.name, "deadline", "time", Origin.PROJECT)
    printed = tuple(printed_day(day) for day in days)
    later = tuple(printed_day(days[-1] + timedelta(days=more)) for more in (7, 14))
    return Subject(slot, printed, Part.MANAGED, terms.WHY_CHANGED["time"], later)


def _choices(cast: Cast, ids: SlotIds, rng: Random) -> list[Subject]:
    found = []
    for choice in rng.sample(terms.CHOICES[cast.world.archetype], _CHOICES):
        options = tuple(rng.sample(choice.options, rng.randint(2, 3)))
        slot = ids.slot(choice.entity, choice.attribute, "choice", Origin.PROJECT)
        found.append(Subject(slot, options, Part.MANAGED, choice.reasons, choice.options))
    return found


def _budget(cast: Cast, values: Values, ids: SlotIds, rng: Random) -> Subject:
    first = rng.randrange(180, 620) * _BUDGET_STEP
    sums = [f"{first:,}"]
    values.take(sums[0])
    drifts = rng.sample(_DRIFTS, len(_DRIFTS))
    for drift in drifts[: _versions(rng) - 1]:
        following = drifted(Decimal(sums[-1].replace(",", "")), drift, _BUDGET_STEP)
        if values.take(following):
            sums.append(following)
    slot = ids.slot(
        "project",
        terms.BUDGETS[cast.world.archetype],
        "number",
        Origin.PROJECT,
        unit="EUR",
    )
    return Subject(slot, tuple(sums), Part.MANAGED, terms.WHY_CHANGED["number"])


def _name(cast: Cast, ids: SlotIds, rng: Random) -> Subject:
    entity, attribute = terms.NAMED[cast.world.archetype]
    names = tuple(rng.sample(terms.NAMES, 2))
    slot = ids.slot(entity, attribute, "name", Origin.PROJECT)
    return Subject(slot, names, Part.MANAGED, terms.WHY_CHANGED["name"], tuple(terms.NAMES))


def _private(cast: Cast, values: Values, ids: SlotIds, rng: Random) -> list[Subject]:
    """Terms that the leads keep to themselves."""
    keeper = cast.roles["lead"]
    discount = ids.slot(
        "customer offer", "discount", "number", Origin.PROJECT, unit="%", keeper=keeper
    )
    offers = tuple(values.measured(3, 18, 2, rng) for _ in range(2))
    contractor = ids.slot("project", "stand-by contractor", "name", Origin.PROJECT, keeper=keeper)
    ceiling = ids.slot(
        "project", "overtime ceiling", "number", Origin.PROJECT, unit="h", keeper=keeper
    )
    return [
        Subject(discount, offers, Part.PRIVATE, terms.WHY_CHANGED["number"]),
        Subject(contractor, tuple(rng.sample(terms.CONTRACTORS, 2)), Part.PRIVATE),
        Subject(ceiling, (values.measured(110, 190, 0, rng),), Part.PRIVATE),
    ]


def _status(item: str, ids: SlotIds, rng: Random) -> Subject:
    start = rng.randrange(2)
    slot = ids.slot(item, "status", "choice", Origin.PROJECT)
    return Subject(slot, terms.STATUSES[start : start + rng.randint(2, 3)], Part.STATUS)
