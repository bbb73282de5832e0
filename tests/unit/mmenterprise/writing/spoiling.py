"""Proper replies of the record stage, and faults planted in them one at a time."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import cast

from pydantic import JsonValue

from tests.unit.mmenterprise.writing.scripted import message
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.retelling import TOLD
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Statement
from worksurface_pipeline.mmenterprise.writing.asking import Checked
from worksurface_pipeline.mmenterprise.writing.briefs import Briefing, Part
from worksurface_pipeline.mmenterprise.writing.replies import checked_texts
from worksurface_pipeline.mmenterprise.writing.text_checks import TextChecks

Row = dict[str, str]
Rows = list[Row]
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Replies:
    """The replies of one project, and how many faults in them are caught."""

    ledger: Ledger
    records: WorkspaceRecords

    @cached_property
    def checks(self) -> TextChecks:
        return TextChecks(Briefing(Words(self.ledger), self.records))

    @cached_property
    def parts(self) -> list[tuple[Part, Rows]]:
        """All parts with a proper reply."""
        channels = [item for item in self.ledger.world.channels if item.place in TOLD]
        briefing = self.checks.briefing
        return [
            (part, [_row(briefing, event.id) for event in part.events])
            for channel in channels
            for part in briefing.parts(channel)
        ]

    def checked(self, part: Part, rows: Rows) -> Checked[Mapping[str, str]]:
        fields = cast(Mapping[str, JsonValue], {"messages": rows})
        return checked_texts(fields, part, self.checks)

    def caught(self, rng: Random, count: int) -> tuple[Counter[str], Counter[str]]:
        """So many faults: how many were made and how many caught, by name."""
        made: Counter[str] = Counter()
        found: Counter[str] = Counter()
        while made.total() < count:
            name = rng.choice(sorted(FAULTS))
            part, rows = rng.choice(self.parts)
            spoilt = FAULTS[name](_Spot(self, rng, part, rows))
            if spoilt is not None and spoilt != rows:
                made[name] += 1
                found[name] += bool(self.checked(part, spoilt).faults)
        return made, found


@dataclass(frozen=True)
class _Spot:
    """Where a fault is planted."""

    replies: Replies
    rng: Random
    part: Part
    rows: Rows

    @cached_property
    def place(self) -> int:
        return self.rng.randrange(len(self.rows))

    @property
    def row(self) -> Row:
        return self.rows[self.place]

    @property
    def words(self) -> Words:
        return self.replies.checks.briefing.words

    @property
    def said(self) -> tuple[Statement, ...]:
        event = self.part.events[self.place]
        return self.replies.checks.briefing.units[event.id].statements

    def put(self, **fields: str) -> Rows:
        rows = list(self.rows)
        rows[self.place] = {**self.row, **fields}
        return rows

    def add(self, text: str) -> Rows:
        return self.put(text=f"{self.row['text']} {text}")

    def swapped(self, old: str, new: str) -> Rows:
        return self.put(text=self.row["text"].replace(old, new))


Fault = Callable[[_Spot], Rows | None]


def _row(briefing: Briefing, event: str) -> Row:
    brief = briefing.brief(briefing.words.event(event))
    return message(json.loads(canonical_json(brief)))


def _digit(spot: _Spot) -> Rows | None:
    """Another digit in a value."""
    values = [item.value for item in spot.said if _DIGIT.search(item.value)]
    if not values:
        return None
    value = spot.rng.choice(values)
    place = spot.rng.choice([match.start() for match in _DIGIT.finditer(value)])
    digit = (int(value[place]) + spot.rng.randint(1, 9)) % 10
    return spot.swapped(value, f"{value[:place]}{digit}{value[place + 1 :]}")


def _dropped(spot: _Spot) -> Rows | None:
    values = [item.value for item in spot.said]
    return spot.swapped(spot.rng.choice(values), "as before") if values else None


def _turned(spot: _Spot) -> Rows | None:
    """The wrong value for the right one."""
    past = {item.slot: item.value for item in spot.said if item.is_past}
    for item in spot.said:
        if not item.is_past and item.slot in past:
            old, mark = past[item.slot], "\x00"
            text = spot.row["text"].replace(old, mark).replace(item.value, old)
            return spot.put(text=text.replace(mark, item.value))
    return None


def _thing(spot: _Spot) -> Rows | None:
    names = [spot.words.slots[item.slot].entity for item in spot.said]
    if not names:
        return None
    name = spot.rng.choice(names)
    others = sorted({slot.entity for slot in spot.words.ledger.slots} - {name})
    return spot.swapped(name, spot.rng.choice([item for item in others if name not in item]))


def _private(spot: _Spot) -> Rows | None:
    words = spot.words
    told = [
        item.value
        for event in words.ledger.events
        for item in event.statements
        if words.channels[event.channel].is_private and words.slots[item.slot].kind == "number"
    ]
    if spot.part.channel.is_private or not told:
        return None
    return spot.add(f"By the way, {spot.rng.choice(told)} it is.")


def _hidden(spot: _Spot) -> Rows | None:
    return spot.add(f"It is {spot.rng.choice(sorted(spot.words.hidden))} there.")


def _other(spot: _Spot) -> Rows | None:
    """A fact of another event, with its thing."""
    own = {item.slot for item in spot.said}
    told = [
        item
        for event in spot.words.ledger.events
        for item in event.statements
        if item.slot not in own and spot.words.slots[item.slot].kind != "number"
    ]
    if not told:
        return None
    item = spot.rng.choice(told)
    slot = spot.words.slots[item.slot]
    return spot.add(f"And {slot.entity} {slot.attribute}: {item.value}.")


def _actor(spot: _Spot) -> Rows | None:
    names = [item.name for item in spot.words.ledger.world.people]
    return spot.put(actor=spot.rng.choice([name for name in names if name != spot.row["actor"]]))


FAULTS: Mapping[str, Fault] = {
    "another digit": _digit,
    "value left out": _dropped,
    "wrong for right": _turned,
    "another thing": _thing,
    "private value": _private,
    "picture told": _hidden,
    "fact of another event": _other,
    "another actor": _actor,
    "another time": lambda spot: spot.put(time=f"{spot.row['time'][:-2]}59"),
    "number from nowhere": lambda spot: spot.add(f"That makes {spot.rng.randint(13, 9999)}."),
    "message lost": lambda spot: [*spot.rows[: spot.place], *spot.rows[spot.place + 1 :]],
    "message doubled": lambda spot: [*spot.rows, spot.row],
}
