"""A draft: a question as worded, with the query that answers it, before any check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cached_property

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.mmenterprise.questions.closed_world import (
    Part,
    Sense,
    in_force,
    revisions,
)
from worksurface_pipeline.mmenterprise.questions.evidence import Evidence
from worksurface_pipeline.mmenterprise.questions.kinship import Measure, gaps
from worksurface_pipeline.mmenterprise.questions.measures import DIFFERENCES, apart_in
from worksurface_pipeline.mmenterprise.questions.naming import Names, wording_of
from worksurface_pipeline.mmenterprise.questions.readings import Corpus, Reading, corpus_of
from worksurface_pipeline.mmenterprise.questions.wording import phrased
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind, Ledger, Slot
from worksurface_pipeline.mmenterprise.schema.questions import Absence, LedgerQuery, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import UnitSet

_LAST_MINUTE = time(23, 59, 59)


@dataclass(frozen=True, slots=True)
class Draft:
    """One candidate question.

    `family` is its group of patterns and `fields` what fills them; `fact` the slot whose states a
    triple asks for; `twin` the text of the answerable question that this one was changed from.
    """

    type: QuestionType
    family: str
    fields: Mapping[str, str]
    text: str
    answer_kind: str
    query: LedgerQuery
    unit: str = ""
    fact: str = ""
    absence: Absence | None = None
    twin: str = ""

    @property
    def key(self) -> str:
        """What is asked, however it is worded: no two questions of a project share it."""
        return self.query.model_dump_json()


@dataclass(frozen=True)
class Scene:
    """One project, ready to be asked about; names in `shared` another project has, too."""

    ledger: Ledger
    units: UnitSet
    seed: int
    shared: frozenset[str] = frozenset()
    corpus: Corpus = field(init=False)
    names: Names = field(init=False)
    evidence: Evidence = field(init=False)

    def __post_init__(self) -> None:
        corpus = corpus_of(self.ledger, self.units.units)
        object.__setattr__(self, "corpus", corpus)
        object.__setattr__(self, "names", Names(self.ledger, self.shared))
        object.__setattr__(self, "evidence", Evidence(corpus))

    @cached_property
    def told(self) -> tuple[Slot, ...]:
        """Slots of which some record says something, by id."""
        known = (slot for slot in self.ledger.slots if self.corpus.of(slot.id))
        return tuple(sorted(known, key=lambda slot: slot.id))

    @cached_property
    def gaps(self) -> Mapping[Measure, tuple[str, ...]]:
        """For each measure the things of its sort of which nobody ever recorded it."""
        named = gaps(self.ledger.slots)
        told = {slot.entity for slot in self.told}
        return {
            key: tuple(name for name in things if name in told) for key, things in named.items()
        }

    @cached_property
    def steady(self) -> tuple[Slot, ...]:
        """Slots of which all records say the same."""
        return tuple(slot for slot in self.told if len(self.values(slot.id)) == 1)

    @cached_property
    def disputed(self) -> tuple[Slot, ...]:
        """Slots that were corrected: some record was wrong."""
        return tuple(
            slot for slot in self.told if self._has_revision(slot.id, EventKind.CORRECTION)
        )

    @cached_property
    def moving(self) -> tuple[Slot, ...]:
        """Slots whose true value changed in the period."""
        states = Counter(state.slot for state in self.ledger.states)
        return tuple(slot for slot in self.told if states[slot.id] > 1)

    def is_in_text(self, slot: Slot) -> bool:
        """Whether some record gives a slot in words, and not in a picture alone."""
        return any(not item.is_visual for item in self.corpus.of(slot.id))

    def values(self, slot: str) -> frozenset[str]:
        """All values that records give for a slot, past ones included."""
        return frozenset(item.value for item in self.corpus.of(slot))

    def revisions(self, slot: str) -> tuple[Reading, ...]:
        """The revisions of a slot that records announce."""
        return revisions(self.corpus.of(slot))

    def acts_of(self, slot: str, actor: str) -> frozenset[tuple[str, date]]:
        """What a colleague announced as revisions of a slot: each value with its day."""
        events = self.names.events
        return frozenset(
            (item.value, item.told.date())
            for item in self.corpus.of(slot)
            if item.is_revision
            and item.is_claim
            and any(events[key].actor == actor for key in item.events)
        )

    def current(self, slot: str) -> str | None:
        """The value that applies at the end."""
        return in_force(self.corpus.of(slot))

    def at(self, slot: str, when: datetime) -> str | None:
        """The value that records gave at a time."""
        return self.evidence.value(Part(Sense.AS_OF, slot, when))

    def is_contested(self, slot: str, when: datetime) -> bool:
        """Whether the last word on a slot at a time was another value than the one in force.

        A reader of that evening could take either: a slip is no revision, but nobody had said so.
        """
        said = [item for item in self.corpus.of(slot) if item.is_claim and item.order[0] <= when]
        last = max((item for item in said if item.at <= when), key=lambda item: item.order)
        return last.value != self.at(slot, when)

    def draft(
        self,
        kind: QuestionType,
        family: str,
        answer_kind: str,
        query: LedgerQuery,
        **fields: str,
    ) -> Draft:
        """A draft, worded."""
        parts = {**self.names.place, **self._of_slot(query), **fields}
        text = phrased(self.seed, query.model_dump_json(), family, parts)
        unit = apart_in(parts["unit"]) if family in DIFFERENCES else parts["unit"]
        return Draft(kind, family, parts, text, answer_kind, query, unit=unit)

    def _of_slot(self, query: LedgerQuery) -> dict[str, str]:
        known = [self.names.slots[key] for key in query.slots if key in self.names.slots]
        if not known:
            return {"unit": ""}
        slot = known[0]
        named = wording_of(slot.entity, slot.attribute, slot.unit, slot.kind)
        if len(known) > 1:
            named["other"] = self.names.slot(known[1].id)
        return named

    def _has_revision(self, slot: str, kind: EventKind) -> bool:
        return any(kind in item.kinds for item in self.revisions(slot))


def evening(day: datetime) -> datetime:
    """The end of a day."""
    return datetime.combine(day.date(), _LAST_MINUTE)


def is_figure(value: str | None) -> bool:
    """Whether a value can be reckoned with."""
    return value is not None and sole_number(value) is not None
