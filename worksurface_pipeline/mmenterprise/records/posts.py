"""The words of messages, mails, notes, entries and log lines: what an event says as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.records import small_talk as talk
from worksurface_pipeline.mmenterprise.records.outline import Figure
from worksurface_pipeline.mmenterprise.records.phrasebook import Patterns
from worksurface_pipeline.mmenterprise.records.remarks import remarks_on
from worksurface_pipeline.mmenterprise.records.statements import Speaker, points
from worksurface_pipeline.mmenterprise.records.voices import Turns
from worksurface_pipeline.mmenterprise.records.wording import Words, printed, titled, topic
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind

_POINTS: dict[EventKind, Patterns] = {
    EventKind.CORRECTION: talk.CORRECTED_POINTS,
    EventKind.DETECTION: talk.DOUBTED_POINTS,
}
_LONG = 3  # from so many things on, people write a list


@dataclass(frozen=True)
class Attached:
    """What comes with a text: pictures, or a document by its name.

    `holds` tells that the statements stand in the document and not in the text beside it.
    """

    figures: tuple[Figure, ...] = ()
    document: str = ""
    is_new: bool = False
    is_picture: bool = False
    holds: bool = False


@dataclass(frozen=True)
class Writer:
    """Writes texts for one project; people take turns with their own patterns.

    `texts` are written elsewhere, by event: they stand in the place of ours, which are made all the
    same, so that whoever speaks next words it as he would have.
    """

    words: Words
    turns: Turns
    texts: Mapping[str, str] = field(default_factory=dict)

    def sentences(self, event: Event, attached: Attached) -> list[str]:
        """What somebody says: statements, reason, what is attached; never nothing."""
        speaker = Speaker(self.turns, event.actor)
        textual = () if attached.holds else self.words.textual(event.statements)
        said = speaker.points(self.words, event, textual)
        said += speaker.reason(event) + self._pointers(speaker, event, attached)
        said = said or [self._remark(speaker, event)]
        return said + self._missing(event, said, attached)

    def message(self, event: Event, attached: Attached) -> str:
        """A chat message: short ones in a line, long ones as a list."""
        said = self.sentences(event, attached)
        said[0] = self._addressed(event) + said[0]
        return self.given(event, "\n".join(said) if len(said) > _LONG else _joined(said))

    def given(self, event: Event, ours: str) -> str:
        """The text of an event: the one that was given for it, else ours."""
        return self.texts.get(event.id, ours)

    def entry(self, event: Event, attached: Attached) -> list[str]:
        """Lines of a wiki entry or of minutes: plain rows, the old value beside the new one."""
        textual = () if attached.holds else self.words.textual(event.statements)
        lines = []
        for point in points(self.words, textual):
            slot = point.slot
            was = f" (before: {printed(slot, point.old)})" if point.old else ""
            doubt = " - to be verified" if _is_doubted(event, point.is_true) else ""
            name = f"{titled(slot.entity)}, {slot.attribute}" if slot.attribute else slot.entity
            lines.append(f"{name}: {printed(slot, point.value)}{was}{doubt}")
        if event.reason:
            lines.append(f"Reason: {event.reason.rstrip('. ')}.")
        lines += [f"See {figure.noun}: {figure.caption}." for figure in attached.figures]
        if attached.document:
            lines.append(f"See version {event.version} of the {attached.document}.")
        lines = lines or ["Opened; content to follow."]
        lines += self._missing(event, lines, attached)
        return self.given(event, "\n".join(lines)).split("\n")

    def log(self, event: Event) -> list[str]:
        """Log lines: time, level, who, and each value by its name."""
        level = "WARN" if event.kind in (EventKind.DETECTION, EventKind.CORRECTION) else "INFO"
        head = f"{event.at:%Y-%m-%d %H:%M:%S} {level} {self.words.first_name(event.actor).lower()}"
        lines = []
        for point in points(self.words, self.words.textual(event.statements)):
            slot = point.slot
            was = f" replaces {printed(slot, point.old)}" if point.old else ""
            name = f"{slot.entity} | {slot.attribute}"
            lines.append(f"{name} | {printed(slot, point.value)}{was}")
        lines = lines or [f"{event.kind.value} noted"]
        lines += self._missing(event, lines, Attached())
        return [f"{head} {line}" for line in self.given(event, "\n".join(lines)).split("\n")]

    def _remark(self, speaker: Speaker, event: Event) -> str:
        """What is said where there is nothing to state: a doubt about something, or a remark."""
        if event.kind is EventKind.DETECTION and event.about:
            return speaker.says(talk.SUSPECTS, d=self._suspect(event))
        return speaker.says(remarks_on(event.topic, bool(event.about)))

    def _suspect(self, event: Event) -> str:
        """What an event doubts without saying a value: a picture, a document, or things."""
        other = self.words.event(event.about[0])
        slots = [self.words.slots[item.slot] for item in other.statements]
        if other.document:
            return f"version {other.version} of the {self.words.document(other.document)}"
        return f"what we have on {topic(slots)}" if slots else "the last message"

    def _pointers(self, speaker: Speaker, event: Event, attached: Attached) -> list[str]:
        if attached.figures:
            patterns = _POINTS.get(event.kind, talk.POINTS)
            return [speaker.says(patterns, d=_called(figure)) for figure in attached.figures]
        if attached.is_picture:
            return [speaker.says(talk.ANNOUNCES, d=attached.document)]
        if attached.document and (attached.is_new or event.topic == "document"):
            version = f"version {event.version} of the {attached.document}"
            return [titled(speaker.says(talk.RELEASES, d=version))]
        if attached.document:
            named = f"{attached.document} (version {event.version})"
            return [speaker.says(talk.POINTS, d=named)]
        return []

    def _addressed(self, event: Event) -> str:
        """Who is answered, where the event follows from another's in the same channel."""
        for key in event.about[-1:]:
            other = self.words.event(key)
            if other.channel == event.channel and other.actor != event.actor:
                return f"@{self.words.first_name(other.actor)} "
        return ""

    def _missing(self, event: Event, said: list[str], attached: Attached) -> list[str]:
        """What the event must say and no sentence says so far."""
        if attached.holds:
            return []
        text = "\n".join(said)
        left = [item for item in event.must if item not in text and not has_token(text, item)]
        return [f"(Re {', '.join(left)})"] if left else []


def _joined(said: list[str]) -> str:
    """Sentences in a line; one without a stop gets a line of its own."""
    text = said[0]
    for sentence in said[1:]:
        text += (" " if text[-1] in ".!?" else "\n") + sentence
    return text


def _called(figure: Figure) -> str:
    return f"{figure.noun} ({figure.caption})"


def _is_doubted(event: Event, is_true: bool) -> bool:
    return event.kind is EventKind.DETECTION and not is_true
