"""The world of a project: company, team, rooms with their members, period and milestones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.mmenterprise.ledger.hours import CLOSES, OPENS
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.schema.world import Channel, Milestone, Person, World
from worksurface_pipeline.mmenterprise.simulation import words
from worksurface_pipeline.mmenterprise.simulation.clock import working_days
from worksurface_pipeline.mmenterprise.simulation.rooms import ROOMS

# Working days of a period: more than a week, so that a state can be asked for by its day.
_SHORTEST, _LONGEST = 8, 10
# The late joiner comes after the first report and before the last.
_EARLIEST_JOIN, _LATEST_JOIN = 3, 5
_FIRST_MONDAY = date(2029, 1, 8)
_WEEKS = 150
_OPTIONAL_ROLES = 2


@dataclass(frozen=True, slots=True)
class Cast:
    """A world and who plays which role in it (role key to person id)."""

    world: World
    roles: dict[str, str]

    @property
    def measurers(self) -> tuple[str, ...]:
        """Who measures: everybody whose work gives values."""
        return tuple(self.roles[key] for key in ("first", "data", "second") if key in self.roles)

    @property
    def name(self) -> dict[str, str]:
        """Names by person id."""
        return {person.id: person.name for person in self.world.people}

    def members(self, channel: str) -> tuple[str, ...]:
        """Who is in a channel."""
        return next(item.members for item in self.world.channels if item.id == channel)


def randomness(seed: int, document: SeedDocument) -> Random:
    """The one source of chance of a project."""
    return Random(int(digest_text(f"simulation\x00{seed}\x00{document.id}")[:16], 16))


def cast(document: SeedDocument, rng: Random) -> Cast:
    """A company for this document: always the same one for one state of `rng`."""
    archetype = archetype_of(document)
    monday = _FIRST_MONDAY + timedelta(weeks=rng.randrange(_WEEKS))
    days = working_days(monday, rng.randint(_SHORTEST, _LONGEST))
    keys = _role_keys(rng)
    codename = f"{rng.choice(words.TINTS)}-{rng.choice(words.CODENAMES)}"
    people = _people(keys, archetype, days, rng)
    roles = dict(zip(keys, (person.id for person in people), strict=True))
    world = World(
        project=document.id,
        seed=document.id,
        archetype=archetype,
        company=f"{rng.choice(words.COMPANY_STEMS)} {rng.choice(words.COMPANY_ENDS[archetype])}",
        product=rng.choice(words.PRODUCTS[archetype]),
        customer=f"{rng.choice(words.CUSTOMER_STEMS)} {rng.choice(words.CUSTOMER_TRADES)}",
        starts=datetime.combine(days[0], OPENS),
        ends=datetime.combine(days[-1], CLOSES),
        people=people,
        channels=_channels(roles, archetype, codename),
        milestones=_milestones(days),
        codename=codename,
    )
    return Cast(world, roles)


def archetype_of(document: SeedDocument) -> str:
    """research_lab where the domain or title speaks of experiments, analysis_firm otherwise."""
    text = f"{document.domain} {document.title}".casefold()
    is_lab = any(re.search(rf"\b{word}s?\b", text) for word in words.LAB_WORDS)
    return "research_lab" if is_lab else "analysis_firm"


def _role_keys(rng: Random) -> tuple[str, ...]:
    """Seven to nine roles."""
    keys = tuple(words.ROLES)
    return keys[: len(keys) - rng.randint(0, _OPTIONAL_ROLES)]


def _people(
    keys: tuple[str, ...], archetype: str, days: tuple[date, ...], rng: Random
) -> tuple[Person, ...]:
    firsts = rng.sample(words.FIRST_NAMES, len(keys))
    lasts = rng.sample(words.LAST_NAMES, len(keys))
    styles = _styles(len(keys), rng)
    starts = datetime.combine(days[0], OPENS)
    joins = datetime.combine(days[rng.randint(_EARLIEST_JOIN, _LATEST_JOIN)], time(9, 30))
    return tuple(
        Person(
            id=f"p-{first.casefold()}",
            name=f"{first} {last}",
            role=words.ROLES[key][archetype],
            voice=style,
            joins=joins if key == "joiner" else starts,
        )
        for key, first, last, style in zip(keys, firsts, lasts, styles, strict=True)
    )


def _styles(count: int, rng: Random) -> list[str]:
    """Voices in turn, so that every style speaks."""
    start = rng.randrange(len(words.VOICES))
    return [words.VOICES[(start + place) % len(words.VOICES)] for place in range(count)]


def _channels(roles: dict[str, str], archetype: str, codename: str) -> tuple[Channel, ...]:
    names = {"codename": codename, "item": words.ITEM_ROOM[archetype]}
    return tuple(
        Channel(
            id=room.id,
            place=room.place,
            name=room.name.format(**names),
            members=tuple(roles[key] for key in room.roles if key in roles),
            is_private=room.is_private,
            purpose=room.purpose,
        )
        for room in ROOMS
    )


def _milestones(days: tuple[date, ...]) -> tuple[Milestone, ...]:
    """The internal one within the period, the external one on the working day after it."""
    after = working_days(days[-1] + timedelta(days=1), 2)[1]
    return (
        Milestone(id="review", name="internal review", at=datetime.combine(days[-3], time(15, 0))),
        Milestone(
            id="handover",
            name="customer handover",
            at=datetime.combine(after, time(12, 0)),
            is_external=True,
        ),
    )
