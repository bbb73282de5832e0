"""Who speaks in each stage: the ledger always, a model where there is one for the stage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.mmenterprise.answering.context import Context, context_of
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, corpus_of
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.settings import ValidationChoice
from worksurface_pipeline.mmenterprise.validation.auditing import audited
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.comparing import as_text, compared
from worksurface_pipeline.mmenterprise.validation.model import By, Match, Stage, StageVerdict
from worksurface_pipeline.mmenterprise.validation.model_stages import (
    Model,
    audit_by,
    comparison_by,
    solved_by,
)
from worksurface_pipeline.mmenterprise.validation.verdicts import comparison_verdict, solver_verdict


@dataclass(frozen=True, slots=True)
class Clients:
    """Models for the stages, any of them absent; one gateway may be several.

    `pictures` has the files of the records; without it models get the headers of pictures alone.
    """

    solver: ModelClient | None = None
    comparer: ModelClient | None = None
    auditor: ModelClient | None = None
    pictures: Pictures | None = None


@dataclass(frozen=True)
class Panel:
    """The stages over one project."""

    bench: Bench
    clients: Clients | None
    settings: ValidationChoice

    def stages(self, item: MmQuestion, number: int) -> Iterator[StageVerdict]:
        """All verdicts on a question in one round, in the order of the stages."""
        early = tuple(self._answered(item, number))
        yield from early
        yield audited(self.bench, item, number)
        auditor = self._model("auditor")
        if auditor is not None:
            hints = tuple(_hint(verdict) for verdict in early if verdict.by is early[-1].by)
            yield audit_by(auditor, item, number, self._everything, hints)

    def _answered(self, item: MmQuestion, number: int) -> Iterator[StageVerdict]:
        """Solver and comparison, first by the ledger's reader, then by models."""
        said = self.bench.records_say(item.query, frozenset(item.evidence))
        text = as_text(said, item.unit)
        yield solver_verdict(item, number, By.LEDGER, text, is_settled=bool(said))
        found = compared(item, text, self.bench.words)
        yield comparison_verdict(item, number, By.LEDGER, found)
        solver = self._model("solver")
        if solver is None:
            return
        reply, verdict = solved_by(solver, item, number, self._shown(item.evidence))
        yield verdict
        if reply is not None:
            answer = reply.answer if reply.is_settled else f"Not established. {reply.answer}"
            found = compared(item, answer, self.bench.words)
            comparer = self._model("comparer")
            if found.match is Match.UNDECIDED and comparer is not None:
                yield comparison_by(comparer, item, number, reply, found)
            else:
                yield comparison_verdict(item, number, By.MODEL, found)

    def _model(self, stage: str) -> Model | None:
        client: ModelClient | None = getattr(self.clients, stage, None)
        if client is None:
            return None
        return Model(client, getattr(self.settings, stage), self.settings.attempts)

    @cached_property
    def _corpus(self) -> Corpus:
        project = self.bench.scene.ledger.world.project
        return corpus_of({project: self.bench.records.unit_set()})

    @cached_property
    def _everything(self) -> Context:
        return self._shown(tuple(unit.id for unit in self._corpus.units))

    def _shown(self, units: tuple[str, ...]) -> Context:
        """Units as a model is shown them; one that the project lacks is not shown."""
        known = [self._corpus.by_id[unit] for unit in units if unit in self._corpus.by_id]
        pictures = self.clients.pictures if self.clients else None
        return context_of(known, pictures or Pictures({}), is_text_only=pictures is None)


def _hint(verdict: StageVerdict) -> str:
    """What a stage found, as the audit is told."""
    if verdict.stage is Stage.SOLVER:
        return f"Answered from the cited records alone: {verdict.answer} ({verdict.outcome})"
    return f"Compared with the right answer: {verdict.outcome} ({verdict.cause}): {verdict.reason}"
