"""One project laid out for validation: its ledger, and what its records tell by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary, vocabulary_of
from worksurface_pipeline.mmenterprise.ledger.queries import answer_in
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.questions.closed_world import Part
from worksurface_pipeline.mmenterprise.questions.derivation import Gold, parts_of
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.evidence import is_sufficient
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion
from worksurface_pipeline.mmenterprise.validation.solving import RecordReader, reader_of, solved
from worksurface_pipeline.mmenterprise.validation.told import Accounts, accounts_of


@dataclass(frozen=True)
class Bench:
    """A scene with its records; what is costly is made once."""

    scene: Scene
    records: WorkspaceRecords

    @cached_property
    def accounts(self) -> Accounts:
        """What the units tell, slot by slot."""
        return accounts_of(self.scene.ledger, self.records)

    @cached_property
    def words(self) -> Vocabulary:
        """Names that an answer may hold."""
        return vocabulary_of(self.scene.ledger)

    @cached_property
    def _view(self) -> View:
        return View(self.scene.ledger)

    def ledger_says(self, query: LedgerQuery) -> Gold | None:
        """The answer of the ledger: the only source of a gold."""
        return answer_in(self._view, query)

    def records_say(self, query: LedgerQuery, units: frozenset[str] | None = None) -> Gold | None:
        """What these units (all of them without any) say in their words and pictures."""
        return solved(self.reader(units), query, self.scene.names.slots)

    def reader(self, units: frozenset[str] | None) -> RecordReader:
        """A reader of these units alone."""
        return reader_of(self.scene, self.accounts, units)

    def suffices(self, question: MmQuestion, units: frozenset[str]) -> bool:
        """Whether both derivations take the gold's parts from these units, whatever is added."""
        return all(self._settles(part, units) for part in parts_of(question.query))

    def _settles(self, part: Part, units: frozenset[str]) -> bool:
        if not is_sufficient(part, self.scene.corpus.of(part.slot), units):
            return False
        value = self.reader(units).value(part)
        if value is None:
            return False
        others = {item.unit.id for item in self.accounts.of(part.slot)} - units
        return all(self.reader(units | {other}).value(part) == value for other in sorted(others))
