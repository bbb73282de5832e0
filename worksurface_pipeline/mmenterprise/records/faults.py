"""Faults of records, made on purpose: each changes one thing that a check should notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from worksurface_pipeline.mmenterprise.records.model import Mark, Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.units import Unit

_DIGIT = re.compile(r"\d")
Fault = Callable[["Spoiler", WorkspaceRecords], WorkspaceRecords | None]


@dataclass(frozen=True)
class Spoiler:
    """Makes faults in the records of one ledger."""

    words: Words
    rng: Random

    def wrong_author(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """Somebody else is named as the author."""
        unit = self._pick(records.units)
        others = [person.name for person in self.words.ledger.world.people]
        name = self.rng.choice([item for item in others if item != unit.author])
        return _with(records, unit, unit.model_copy(update={"author": name}))

    def wrong_time(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """The time is off by minutes or days."""
        unit = self._pick(records.units)
        off = timedelta(minutes=self.rng.choice((-1440, -60, -1, 1, 60, 1440)))
        return _with(records, unit, unit.model_copy(update={"at": unit.at + off}))

    def wrong_value(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A digit of a value is another one in the text."""
        unit = self._pick([unit for unit in records.units if self._written(unit)])
        value = self.rng.choice(self._written(unit))
        text = unit.text.replace(value, self._misprint(value))
        return _with(records, unit, unit.model_copy(update={"text": text}))

    def wrong_statement(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """What the unit is said to state is another value than it should be."""
        unit = self._pick([unit for unit in records.units if unit.statements])
        place = self.rng.randrange(len(unit.statements))
        item = unit.statements[place]
        wrong = item.model_copy(update={"value": f"{item.value}1"})
        said = (*unit.statements[:place], wrong, *unit.statements[place + 1 :])
        return _with(records, unit, unit.model_copy(update={"statements": said}))

    def added_number(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A number that no event states."""
        unit = self._pick([unit for unit in records.units if not unit.is_visual])
        number = f"{self.rng.randint(1000, 9999)}.{self.rng.randint(1, 9)}"
        return _with(records, unit, unit.model_copy(update={"text": f"{unit.text} So {number}."}))

    def told_picture(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A value of a picture is repeated in a text field or in a file's name."""
        values = sorted(self.words.hidden)
        if not values:
            return None
        unit, value = self._pick(records.units), self.rng.choice(values)
        field = self.rng.choice(("text", "text_layer", "source"))
        told = f"{getattr(unit, field)} {value}"
        return _with(records, unit, unit.model_copy(update={field: told}))

    def told_private(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """What was said in private is repeated in a room that others read."""
        is_private = {
            event.id: self.words.channels[event.channel].is_private
            for event in self.words.ledger.events
        }
        inside = [unit for unit in records.units if is_private[unit.events[0]] and unit.statements]
        outside = [unit for unit in records.units if not is_private[unit.events[0]]]
        if not inside or not outside:
            return None
        source, unit = self._pick(inside), self._pick(outside)
        text = f"{unit.text}\n{source.text}"
        return _with(records, unit, unit.model_copy(update={"text": text}))

    def wrong_thing(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A value is said of another thing."""
        named = [unit for unit in records.units if self._entities(unit)]
        unit = self._pick(named)
        entity = self.rng.choice(self._entities(unit))
        others = sorted({slot.entity for slot in self.words.ledger.slots} - {entity})
        pattern = re.compile(re.escape(entity), re.IGNORECASE)
        wrong = self.rng.choice([item for item in others if entity not in item])
        text = pattern.sub(lambda _: wrong, unit.text)
        return _with(records, unit, unit.model_copy(update={"text": text}))

    def lost(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A unit is missing."""
        unit = self._pick(records.units)
        left = tuple(item for item in records.units if item.id != unit.id)
        return records.model_copy(update={"units": left})

    def doubled(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """An event has a second record, under an id of its own."""
        unit = self._pick([unit for unit in records.units if not unit.is_visual])
        again = unit.model_copy(update={"id": f"u{self.rng.getrandbits(48):012x}"})
        return records.model_copy(update={"units": (*records.units, again)})

    def same_id(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """Two units have one id."""
        unit, other = self.rng.sample(records.units, 2)
        return _with(records, unit, unit.model_copy(update={"id": other.id}))

    def wrong_room(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A message stands in another channel."""
        names = {f"#{item.name}" for item in self.words.ledger.world.channels}
        unit = self._pick([unit for unit in records.units if unit.source in names])
        source = self.rng.choice(sorted(names - {unit.source}))
        return _with(records, unit, unit.model_copy(update={"source": source}))

    def swapped(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """Two messages have each other's text."""
        told = [unit for unit in records.units if self._written(unit)]
        one, two = self.rng.sample(told, 2)
        if set(self._written(one)) == set(self._written(two)):
            return None
        half = _with(records, one, one.model_copy(update={"text": two.text}))
        return _with(half, two, two.model_copy(update={"text": one.text}))

    def wrong_mark(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A picture shows another value than is stated."""
        rows = [row for row in records.plotted if row.marks]
        if not rows:
            return None
        row = self.rng.choice(rows)
        mark = row.marks[0]
        wrong = Mark(slot=mark.slot, label=mark.label, value=self._misprint(mark.value))
        changed = Plotted(unit=row.unit, picture=row.picture, marks=(wrong, *row.marks[1:]))
        plotted = tuple(changed if item is row else item for item in records.plotted)
        return records.model_copy(update={"plotted": plotted})

    def wrong_sheet(self, records: WorkspaceRecords) -> WorkspaceRecords | None:
        """A page or slide has another's number, or belongs to another version."""
        paged = [unit for unit in records.units if unit.is_visual]
        if not paged:
            return None
        unit = self._pick(paged)
        field = self.rng.choice(("number", "version"))
        return _with(records, unit, unit.model_copy(update={field: getattr(unit, field) + 1}))

    def _pick(self, units: Sequence[Unit]) -> Unit:
        return self.rng.choice(units)

    def _written(self, unit: Unit) -> list[str]:
        return [item.value for item in unit.statements if item.value in unit.text]

    def _entities(self, unit: Unit) -> list[str]:
        """Things that a unit states something of, in its own words."""
        said = (self.words.slots[item.slot].entity for item in self.words.textual(unit.statements))
        return sorted({name for name in said if name.casefold() in unit.text.casefold()})

    def _misprint(self, value: str) -> str:
        """The value with one digit, or its first letter, changed."""
        places = [match.start() for match in _DIGIT.finditer(value)]
        if not places:
            return f"No {value}"[::-1]
        place = self.rng.choice(places)
        digit = (int(value[place]) + self.rng.randint(1, 9)) % 10
        return f"{value[:place]}{digit}{value[place + 1 :]}"


FAULTS: Mapping[str, Fault] = {
    "wrong author": Spoiler.wrong_author,
    "wrong time": Spoiler.wrong_time,
    "wrong value in the text": Spoiler.wrong_value,
    "value of another thing": Spoiler.wrong_thing,
    "wrong statement": Spoiler.wrong_statement,
    "number from nowhere": Spoiler.added_number,
    "picture told in words": Spoiler.told_picture,
    "private value repeated": Spoiler.told_private,
    "record lost": Spoiler.lost,
    "record doubled": Spoiler.doubled,
    "id taken twice": Spoiler.same_id,
    "wrong channel": Spoiler.wrong_room,
    "texts swapped": Spoiler.swapped,
    "picture shows another value": Spoiler.wrong_mark,
    "wrong page or version": Spoiler.wrong_sheet,
}


def _with(records: WorkspaceRecords, old: Unit, new: Unit) -> WorkspaceRecords:
    """The records with one unit in another's place."""
    units = tuple(new if item is old else item for item in records.units)
    return records.model_copy(update={"units": units})
