"""Sentences that say what an event states, in the words of who acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.mmenterprise.records import hearsay
from worksurface_pipeline.mmenterprise.records import phrasebook as book
from worksurface_pipeline.mmenterprise.records import small_talk as talk
from worksurface_pipeline.mmenterprise.records.verbs import Verb
from worksurface_pipeline.mmenterprise.records.voices import Turns
from worksurface_pipeline.mmenterprise.records.wording import Words, printed, titled
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind, Slot, Statement

_MANY = 3  # from so many things on, people write a list
_SUBJECTS: book.Patterns = {
    "plain": ("the {a} for {t}", "the {a} of {t}"),
    "terse": ("{a} {e}", "{e} {a}"),
    "careful": ("the {a} of {t}", "the {a} for {t}"),
    "warm": ("our {a} for {t}", "the {a} of {t}"),
    "formal": ("the {a} of {t}", "the {a} with regard to {t}"),
}


@dataclass(frozen=True)
class Point:
    """One thing to say: the value of a slot, and the value that it replaces, "" for none.

    `is_again` where it was said before, and is no news of this speaker's.
    """

    slot: Slot
    value: str
    old: str = ""
    is_true: bool = True
    is_again: bool = False


def points(words: Words, statements: Sequence[Statement]) -> Iterator[Point]:
    """Statements, each past value joined to the new one of its slot."""
    past = {item.slot: item for item in statements if item.is_past}
    for item in statements:
        slot = words.slots[item.slot]
        if not item.is_past:
            old = past.pop(item.slot, None)
            yield Point(slot, item.value, old.value if old else "", item.is_true)
    for item in past.values():  # a past value that nothing replaces is doubted
        yield Point(words.slots[item.slot], item.value, is_true=False)


@dataclass(frozen=True)
class Speaker:
    """One person's way to say things."""

    turns: Turns
    person: str

    def says(self, patterns: book.Patterns, **parts: str | Verb) -> str:
        """A sentence by the pattern that is next."""
        return self.turns.next(self.person, patterns).format(**parts)

    def point(self, kind: EventKind, point: Point) -> str:
        """One sentence that holds a subject and its value."""
        slot = point.slot
        patterns = _patterns(kind, point)
        subject = self._subject(slot)
        old = printed(slot, point.old) if point.old else ""
        value = printed(slot, point.value)
        verb = Verb(slot.attribute or slot.entity)
        return self.says(patterns, s=subject, S=titled(subject), v=value, o=old, n=verb)

    def points(self, words: Words, event: Event, statements: Sequence[Statement]) -> list[str]:
        """What the event states in words: sentences for a few things, a list for many."""
        said = [
            replace(point, is_again=(event.id, point.slot.id) in words.repeated)
            for point in points(words, statements)
        ]
        if len(said) < _MANY or any(point.old for point in said):
            return [self.point(event.kind, point) for point in said]
        pattern = self.turns.next(self.person, book.ROWS)
        leads = hearsay.LEADS_AGAIN if any(point.is_again for point in said) else talk.LEADS
        return [self.says(leads), *(self._row(pattern, point) for point in said)]

    def reason(self, event: Event) -> list[str]:
        """Why a decision fell, if the event says so."""
        if not event.reason:
            return []
        return [self.says(book.REASONS, r=event.reason.rstrip(". "))]

    def _row(self, pattern: str, point: Point) -> str:
        slot = point.slot
        name = f"{slot.entity} {slot.attribute}".strip()
        verb = Verb(slot.attribute or slot.entity)
        return pattern.format(s=name, S=titled(name), v=printed(slot, point.value), n=verb)

    def _subject(self, slot: Slot) -> str:
        if not slot.attribute or not slot.entity:
            return slot.attribute or slot.entity
        pattern = self.turns.next(self.person, _SUBJECTS)
        article = "the " if _is_common(slot.entity) else ""
        return pattern.format(a=slot.attribute, e=slot.entity, t=f"{article}{slot.entity}")


def _is_common(entity: str) -> bool:
    """Whether a thing is called by common words, so that it takes an article."""
    return entity[:1].islower() and not entity.startswith(("the ", "a ", "our ", "all "))


def _patterns(kind: EventKind, point: Point) -> book.Patterns:
    if point.old:
        return book.CORRECTS if kind is EventKind.CORRECTION else book.CHANGES
    if kind is EventKind.DETECTION and not point.is_true:
        return book.DOUBTS
    if kind is EventKind.DECISION:
        return book.DECIDES
    is_number = point.slot.kind == "number"
    if point.is_again:
        return hearsay.NUMBER_AGAIN if is_number else hearsay.OTHER_AGAIN
    return book.NUMBER if is_number else book.OTHER
