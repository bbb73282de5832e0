"""The other values of a fact, each placed in time against the moment that a question asks for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from worksurface_pipeline.mmenterprise.questions.closed_world import Part, Sense
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.readings import Reading


class Moment(StrEnum):
    """Where a wrong value stands: after what is asked for, before it, or beside it."""

    LATER = "later"
    UNSYNCHRONISED = "unsynchronised"
    STALE = "stale"


def placed(scene: Scene, part: Part) -> Iterator[tuple[str, Moment]]:
    """Each value that the records give for the slot, but for the right one, with its moment.

    A value that is put forward for the first time after the moment asked for is later. One that
    some record still puts forward after a revision had replaced it comes from a source that was
    not brought up to date. What is left is stale.
    """
    right = scene.evidence.value(part)
    readings = scene.corpus.of(part.slot)
    moment = _moment(scene, part)
    for value in sorted(scene.values(part.slot)):
        if value != right:
            yield value, _place(readings, value, moment)


def _moment(scene: Scene, part: Part) -> datetime:
    """The last instant that counts for what is asked."""
    if part.sense is Sense.AS_OF and part.at is not None:
        return part.at
    if part.sense in (Sense.BEFORE, Sense.AFTER):
        at = scene.names.events[part.event].at
        return at if part.sense is Sense.AFTER else _just_before(scene, part, at)
    if part.sense is Sense.VERSION:
        document, _, version = part.argument.rpartition("@")
        made = [
            event.at
            for event in scene.ledger.events
            if event.document == document and str(event.version) == version
        ]
        return max(made, default=scene.ledger.world.ends)
    return max((item.at for item in scene.corpus.of(part.slot)), default=scene.ledger.world.ends)


def _just_before(scene: Scene, part: Part, at: datetime) -> datetime:
    earlier = [item.told for item in scene.corpus.of(part.slot) if item.told < at]
    return max(earlier, default=at)


def _place(readings: tuple[Reading, ...], value: str, moment: datetime) -> Moment:
    claims = [item for item in readings if item.value == value and item.is_claim]
    if not claims:
        return Moment.STALE
    if min(item.told for item in claims) > moment:
        return Moment.LATER
    return Moment.UNSYNCHRONISED if _outlived(readings, claims) else Moment.STALE


def _outlived(readings: tuple[Reading, ...], claims: list[Reading]) -> bool:
    """Whether some claim of the value came after the revision that replaced it."""
    value = claims[0].value
    replaced = [
        item.told for item in readings if item.is_revision and item.is_claim and item.value != value
    ]
    first = min(item.told for item in claims)
    ends = [told for told in replaced if told > first]
    return bool(ends) and any(item.at > min(ends) and not item.is_revision for item in claims)
