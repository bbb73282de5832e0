"""What a project is about: slots with their true values in order, taken from seed and invention."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.ledger.numbers import number_of
from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact
from worksurface_pipeline.mmenterprise.simulation.values import Values
from worksurface_pipeline.mmenterprise.simulation.words import PUBLICATION_WORDS

# The longest labels and values that somebody would type into a message.
_LONGEST_LABEL = 80
_LONGEST_VALUE = 24
# Digits that a value has at least when only a picture shows it: shorter ones stand everywhere.
_FEWEST_DRAWN_DIGITS = 3
_FEWEST_DIGITS = 2
_PUBLICATION = re.compile(PUBLICATION_WORDS, re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:fig(?:ure)?|tab(?:le)?|section|eq)\.?\s*\d", re.IGNORECASE)
# How or where alone is no name: nobody says "the mostly at home of the finance office".
_MANNER = re.compile(r"\w+ly\s+(?:at|in|on|by|from|to|with|off|out)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")


class Part(StrEnum):
    """How a subject lives in the project."""

    SHARED = "shared"
    DRAWN = "drawn"
    WRITTEN = "written"
    MANAGED = "managed"
    STATUS = "status"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Subject:
    """A slot, its true values in order, its part; reasons and other options where it has any."""

    slot: Slot
    values: tuple[str, ...]
    part: Part
    reasons: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The slot's id."""
        return self.slot.id


class SlotIds:
    """Slots with ids in order."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def slot(self, entity: str, attribute: str, kind: str, origin: Origin, **more: object) -> Slot:
        """A slot with the next id."""
        fields = {"entity": entity, "attribute": attribute, "kind": kind, "origin": origin, **more}
        return Slot.model_validate({"id": f"s{next(self._numbers):02d}", **fields})


def usable_facts(facts: Iterable[SeedFact]) -> tuple[SeedFact, ...]:
    """Facts that a team can speak of: one number, short, of one meaning, without a publication."""
    fitting = [fact for fact in facts if _is_usable(fact)]
    labels = Counter(_label(fact) for fact in fitting)
    return tuple(fact for fact in fitting if labels[_label(fact)] == 1)


def seed_subjects(facts: Iterable[SeedFact], values: Values, ids: SlotIds) -> tuple[Subject, ...]:
    """Subjects of facts whose value no other subject has."""
    return tuple(_seed_subject(fact, ids) for fact in facts if values.take(fact.value))


def is_drawn(fact: SeedFact) -> bool:
    """Whether a fact stands in a figure alone."""
    return fact.kind is FactKind.FIGURE


def with_siblings(subjects: Iterable[Subject]) -> tuple[Subject, ...]:
    """Subjects that know which others a reader may mistake for them."""
    known = tuple(subjects)
    return tuple(_related(subject, known) for subject in known)


def _seed_subject(fact: SeedFact, ids: SlotIds) -> Subject:
    slot = ids.slot(
        fact.entity,
        fact.attribute,
        "number",
        Origin.SEED,
        unit=fact.unit,
        fact=fact.id,
        is_visual=is_drawn(fact),
    )
    return Subject(slot, (fact.value,), Part.DRAWN if is_drawn(fact) else Part.SHARED)


def _is_telling(fact: SeedFact) -> bool:
    """Whether a value is so much its own that its digits elsewhere would be no chance."""
    digits = sum(char.isdigit() for char in fact.value)
    least = _FEWEST_DRAWN_DIGITS if is_drawn(fact) else _FEWEST_DIGITS
    return digits >= least and not _YEAR.fullmatch(fact.value.strip())


def _is_usable(fact: SeedFact) -> bool:
    label = f"{fact.entity} {fact.attribute}"
    is_short = len(label) <= _LONGEST_LABEL and len(fact.value) <= _LONGEST_VALUE
    if not (fact.entity and fact.attribute and is_short and number_of(fact.value) is not None):
        return False
    if _MANNER.match(fact.attribute):
        return False
    is_foreign = _PUBLICATION.search(label) or _NUMBERED.search(label)
    return not is_foreign and not has_token(label, fact.value) and _is_telling(fact)


def _label(fact: SeedFact) -> str:
    return normalise(f"{fact.entity}\n{fact.attribute}")


def _related(subject: Subject, known: tuple[Subject, ...]) -> Subject:
    slot = subject.slot
    others = tuple(item.id for item in known if item.id != slot.id and _is_near(slot, item.slot))
    return replace(subject, slot=slot.model_copy(update={"siblings": others}))


def _is_near(one: Slot, other: Slot) -> bool:
    """The same attribute of another entity, or another one of the same entity in the same unit."""
    if one.kind != other.kind:
        return False
    if normalise(one.attribute) == normalise(other.attribute):
        return True
    return normalise(one.entity) == normalise(other.entity) and one.unit == other.unit
