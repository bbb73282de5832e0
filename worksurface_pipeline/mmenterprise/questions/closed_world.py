"""The closed-world reader: what a set of records alone establishes, none other being supposed.

It shares nothing with the queries over the ledger: gold and evidence are two derivations that have
to agree. A question is split into parts, one value of one slot each; a part is read from readings,
and the values of the parts are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from worksurface_pipeline.mmenterprise.questions.readings import Reading
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind


class Sense(StrEnum):
    """What a part asks of a slot."""

    CURRENT = "current"
    AS_OF = "as_of"
    BEFORE = "before"
    AFTER = "after"
    AUTHOR = "author"
    CORRECTOR = "corrector"
    VERSION = "version"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Part:
    """One value to be read of one slot; `argument` is a value, or a document with its version."""

    sense: Sense
    slot: str
    at: datetime | None = None
    event: str = ""
    argument: str = ""


def read(part: Part, readings: Sequence[Reading]) -> str | None:
    """What these readings alone say, or None where they do not settle the part."""
    own = tuple(item for item in readings if item.slot == part.slot)
    return _READERS[part.sense](part, own)


def in_force(readings: Sequence[Reading]) -> str | None:
    """The value that applies: of the latest announced revision, else of the latest claim."""
    claims = [item for item in readings if item.is_claim]
    revisions = [item for item in claims if item.is_revision]
    return max(revisions or claims, key=_order).value if claims else None


def revisions(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The announced revisions that changed what was on record, one for each, in order."""
    found: list[Reading] = []
    value: str | None = None
    for item in sorted((each for each in readings if each.is_claim), key=_order):
        if item.is_revision and value is not None and item.value != value:
            found.append(item)
        if item.is_revision or value is None:
            value = item.value
    return tuple(found)


def _order(reading: Reading) -> tuple[datetime, datetime, str]:
    return reading.order


def _current(_part: Part, readings: Sequence[Reading]) -> str | None:
    return in_force(readings)


def _as_of(part: Part, readings: Sequence[Reading]) -> str | None:
    if part.at is None:
        return None
    return in_force([item for item in readings if item.told <= part.at and item.at <= part.at])


def _before(part: Part, readings: Sequence[Reading]) -> str | None:
    """The boundary has to be in sight: without it nobody knows which value it replaced.

    A new version of a document replaces what its last version says.
    """
    boundary = [item for item in readings if part.event in item.events]
    if not boundary:
        return None
    past = [item.value for item in boundary if item.is_past]
    if past:
        return past[0] if len(set(past)) == 1 else None
    since = min(item.told for item in boundary)
    earlier = [item for item in readings if item.told < since]
    document = min(item.document for item in boundary)
    same = [item for item in earlier if document and item.document == document]
    return max(same, key=_order).value if same else in_force(earlier)


def _after(part: Part, readings: Sequence[Reading]) -> str | None:
    values = {item.value for item in readings if part.event in item.events and item.is_claim}
    return values.pop() if len(values) == 1 else None


def _author(part: Part, readings: Sequence[Reading]) -> str | None:
    # Who doubts a value has named it too: a later record of it alone does not tell who came first.
    named = [item for item in readings if item.is_claim or item.kinds == {EventKind.DETECTION}]
    wanted = [item for item in named if part.argument in ("", item.value)]
    return min(wanted, key=_order).author if wanted else None


def _corrector(part: Part, readings: Sequence[Reading]) -> str | None:
    fixes = [item for item in readings if EventKind.CORRECTION in item.kinds and not item.is_past]
    named = [item for item in fixes if part.event in ("", *item.events)]
    return _first_author(named)


def _first_author(readings: Sequence[Reading]) -> str | None:
    """The author of the record nearest to the act: later records of it only pass it on."""
    if not readings:
        return None
    latest = max(item.told for item in readings)
    told = [item for item in readings if item.told == latest]
    return min(told, key=lambda item: (item.at, item.unit)).author


def _version(part: Part, readings: Sequence[Reading]) -> str | None:
    found = {
        item.value
        for item in readings
        if f"{item.document}@{item.version}" == part.argument and not item.is_past
    }
    return found.pop() if len(found) == 1 else None


def _count(_part: Part, readings: Sequence[Reading]) -> str | None:
    return str(len(revisions(readings))) if readings else None


_Reader = Callable[[Part, Sequence[Reading]], "str | None"]
_READERS: Mapping[Sense, _Reader] = {
    Sense.CURRENT: _current,
    Sense.AS_OF: _as_of,
    Sense.BEFORE: _before,
    Sense.AFTER: _after,
    Sense.AUTHOR: _author,
    Sense.CORRECTOR: _corrector,
    Sense.VERSION: _version,
    Sense.COUNT: _count,
}
