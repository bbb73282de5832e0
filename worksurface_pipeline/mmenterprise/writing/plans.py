"""The event stage: reasons and stories for planned events; nothing that is planned changes.

Reasons go into the ledger, the same one wherever a decision is told again. Stories are background
for who writes the records. What does not pass is left as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.records.retelling import TOLD
from worksurface_pipeline.mmenterprise.records.wording import Words, label
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Ledger
from worksurface_pipeline.mmenterprise.writing.asking import Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import improper, one_line
from worksurface_pipeline.mmenterprise.writing.counting import once_each
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage
from worksurface_pipeline.mmenterprise.writing.prompts.events import (
    VERSION,
    Planned,
    events_prompt,
)
from worksurface_pipeline.mmenterprise.writing.strange import Strange

_LONGEST_REASON, _LONGEST_STORY = 140, 240
_STORIED = (EventKind.ERROR, EventKind.DETECTION, EventKind.CORRECTION, EventKind.TALK)
Key = tuple[str, tuple[tuple[str, str], ...]]


class Line(Frozen):
    """A reason or a story of a reply."""

    id: str
    text: str


class Reply(Frozen):
    """A reply of the event stage."""

    reasons: tuple[Line, ...]
    stories: tuple[Line, ...]


@dataclass(frozen=True)
class Plans:
    """What the stage leaves: the ledger with its reasons, stories by event, what was asked."""

    ledger: Ledger
    stories: Mapping[str, str] = field(default_factory=dict)
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True)
class _Found:
    reasons: dict[str, str] = field(default_factory=dict)
    stories: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Day:
    """The events of a day that get a reason or a story."""

    day: str
    reasoned: tuple[Event, ...]
    storied: tuple[Event, ...]


class PlanStage:
    """Asks for the reasons and stories of one project, day by day."""

    def __init__(self, asker: Asker, ledger: Ledger) -> None:
        self._asker = asker
        self._ledger = ledger
        self._words = Words(ledger)
        self._strange = Strange(self._words)

    def run(self) -> Plans:
        """All days; reasons that would break the ledger are left out as a whole."""
        reasons: dict[str, str] = {}
        stories: dict[str, str] = {}
        passages = []
        for day in self._days():
            found, passage = self._day(day)
            reasons |= found.reasons
            stories |= found.stories
            passages.append(passage)
        return Plans(self._with(reasons), stories, tuple(passages))

    def _days(self) -> Iterator[_Day]:
        seen: set[Key] = set()
        for day, items in groupby(self._ledger.events, key=lambda event: f"{event.at:%Y-%m-%d}"):
            events = tuple(items)
            reasoned = []
            for event in events:
                if event.reason and _key(event) not in seen:
                    seen.add(_key(event))
                    reasoned.append(event)
            told = [event for event in events if event.kind in _STORIED and self._is_told(event)]
            if reasoned or told:
                yield _Day(day, tuple(reasoned), tuple(told))

    def _is_told(self, event: Event) -> bool:
        return self._words.channels[event.channel].place in TOLD

    def _day(self, day: _Day) -> tuple[_Found, Passage]:
        reasons = [self._planned(event) for event in day.reasoned]
        stories = [self._planned(event) for event in day.storied]
        prompt = events_prompt(self._ledger.world, day.day, reasons, stories)
        asked = self._asker.ask(prompt, lambda fields: self._checked(fields, day))
        found = asked.value or _Found()
        written = {*found.reasons, *found.stories}
        keys = sorted({event.id for event in (*day.reasoned, *day.storied)})
        passage = Passage(
            stage=Stage.EVENTS,
            part=day.day,
            model=self._asker.model,
            prompt_version=VERSION,
            calls=asked.calls,
            errors=asked.errors,
            written=tuple(key for key in keys if key in written),
            kept=tuple(key for key in keys if key not in written),
        )
        return found, passage

    def _planned(self, event: Event) -> Planned:
        channel = self._words.channels[event.channel]
        slots = dict.fromkeys(item.slot for item in event.statements)
        return Planned(
            id=event.id,
            time=f"{event.at:%H:%M}",
            actor=self._words.name(event.actor),
            channel=channel.name,
            act=f"{event.kind.value} {event.topic}".strip(),
            about=tuple(label(self._words.slots[slot]) for slot in slots),
        )

    def _checked(self, fields: Mapping[str, JsonValue], day: _Day) -> Checked[_Found]:
        reply = of_fields(dict(fields), Reply)
        if isinstance(reply, str):
            return Checked(None, (reply,))
        reasons, wrong = self._passed(reply.reasons, day.reasoned, "reason")
        stories, amiss = self._passed(reply.stories, day.storied, "story")
        found = _Found(reasons, stories)
        return Checked(found, (*wrong, *amiss), len(reasons) + len(stories))

    def _passed(
        self, rows: tuple[Line, ...], events: tuple[Event, ...], what: str
    ) -> tuple[dict[str, str], list[str]]:
        """The texts that pass, and the faults of the others."""
        keys = [row.id for row in rows]
        faults = list(once_each(keys, (event.id for event in events), what))
        texts = {row.id: one_line(row.text) for row in rows if keys.count(row.id) == 1}
        passed = {}
        for event in events:
            if event.id in texts:
                wrong = list(self._faults(event, texts[event.id], what))
                faults += [f"{event.id}: its {what}: {fault}" for fault in wrong]
                if not wrong:
                    passed[event.id] = texts[event.id]
        return passed, faults

    def _faults(self, event: Event, text: str, what: str) -> Iterator[str]:
        is_reason = what == "reason"
        yield from improper(text, _LONGEST_REASON if is_reason else _LONGEST_STORY)
        if re.search(r"\d", text):
            yield "it holds a digit"
        if is_reason and (text[:1].isupper() or text.endswith((".", "!", "?"))):
            yield "it must begin in lower case and have no final stop"
        bare = event.model_copy(update={"reason": ""})  # the reason so far allows nothing
        yield from self._strange.faults(text, bare)

    def _with(self, reasons: Mapping[str, str]) -> Ledger:
        """The ledger with new reasons, each wherever the old one was given of the same thing."""
        by_key = {_key(self._words.event(key)): text for key, text in reasons.items()}
        events = tuple(
            event.model_copy(update={"reason": by_key[_key(event)]})
            if event.reason and _key(event) in by_key
            else event
            for event in self._ledger.events
        )
        changed = self._ledger.model_copy(update={"events": events})
        known = set(violations(self._ledger))
        return self._ledger if set(violations(changed)) - known else changed


def _key(event: Event) -> Key:
    """What a reason is given for: the decision, wherever it is told."""
    said = sorted((item.slot, item.value) for item in event.statements if not item.is_past)
    return event.reason, tuple(said)
