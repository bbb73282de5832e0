"""Writes a project with a model: names, reasons, texts, then the records with all that passed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.types import ModelClient, Sampling
from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.figures import Album
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.retelling import TOLD
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.writing.asking import Asker
from worksurface_pipeline.mmenterprise.writing.briefs import Briefing
from worksurface_pipeline.mmenterprise.writing.days import DayWriter, Told
from worksurface_pipeline.mmenterprise.writing.document_stage import DocumentWriter
from worksurface_pipeline.mmenterprise.writing.library import Library
from worksurface_pipeline.mmenterprise.writing.model import (
    Clients,
    Passage,
    Stage,
    Writing,
    WritingLog,
)
from worksurface_pipeline.mmenterprise.writing.name_checks import NameChecks
from worksurface_pipeline.mmenterprise.writing.page_checks import PageChecks
from worksurface_pipeline.mmenterprise.writing.plans import Plans, PlanStage
from worksurface_pipeline.mmenterprise.writing.text_checks import TextChecks
from worksurface_pipeline.mmenterprise.writing.whole import Finisher, Whole
from worksurface_pipeline.mmenterprise.writing.world import WorldStage


def write(
    ledger: Ledger,
    records: WorkspaceRecords,
    seeds: SeedBundle,
    clients: Clients | None,
    settings: Settings,
    taken: Collection[str] = (),
) -> Writing:
    """The project in a model's words, as far as they pass; as it was without a model.

    `records` are the templates'; `taken` are names that other projects may have. The ledger that
    comes back has other names and reasons, and the same slots, values, times and actors. Given the
    replies everything is determined. Raises ModelConfigurationError: no call can succeed then.
    """
    if clients is None or not settings.writer.model:
        return Writing(ledger, records, WritingLog(project=ledger.world.project))
    return _Writer(seeds, clients, settings).write(ledger, records, taken)


@dataclass(frozen=True)
class _Writer:
    seeds: SeedBundle
    clients: Clients
    settings: Settings

    def write(self, ledger: Ledger, records: WorkspaceRecords, taken: Collection[str]) -> Writing:
        asker = self._asker(self.clients.writer, self.settings.writer.model)
        others = frozenset(taken)
        named, first = WorldStage(asker, NameChecks(ledger, self.seeds.seeds, others)).run(ledger)
        plans = PlanStage(asker, named).run()
        is_same = plans.ledger == ledger
        template = records if is_same else self._rendered(plans.ledger, {})
        done = [*self._texts(asker, plans, template), *self._documents(asker, plans, template)]
        texts = {key: text for told in done for key, text in told.texts.items()}
        whole = Finisher(plans.ledger, template, self._rendered).finished(texts)
        passages = (
            first,
            *plans.passages,
            *(item for told in done for item in told.passages),
            self._last(whole, asker.model),
        )
        log = WritingLog(project=ledger.world.project, passages=passages)
        return Writing(plans.ledger, whole.records, log)

    def _texts(self, asker: Asker, plans: Plans, template: WorkspaceRecords) -> list[Told]:
        """The texts of all channels, several at a time: none hangs on another's."""
        choice = self.settings.writer
        reviewer = self._asker(self.clients.reviewing, choice.reviewer or choice.model)
        briefing = Briefing(Words(plans.ledger), template, plans.stories)
        writer = DayWriter(asker, reviewer, TextChecks(briefing), choice)
        channels = [item for item in plans.ledger.world.channels if item.place in TOLD]
        with self._pool() as pool:
            return list(pool.map(writer.channel, channels))

    def _documents(self, asker: Asker, plans: Plans, template: WorkspaceRecords) -> list[Told]:
        """The words of all reports and decks, several documents at a time."""
        words, seeds = Words(plans.ledger), self.seeds
        album = Album(words, seeds.seeds, seeds.images, self.settings.workspace.seed)
        library = Library(words, template, Outliner(words, album))
        writer = DocumentWriter(asker, PageChecks(library, seeds.seeds.document.title))
        versions = list(library.documents.values())
        with self._pool() as pool:
            return list(pool.map(writer.document, versions))

    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.settings.model(self.settings.writer.model).concurrency)

    def _rendered(self, ledger: Ledger, texts: Mapping[str, str]) -> WorkspaceRecords:
        seed = self.settings.workspace.seed
        return render(ledger, self.seeds.seeds, self.seeds.images, seed, texts)

    def _asker(self, client: ModelClient, model: str) -> Asker:
        choice = self.settings.model(model)
        sampling = Sampling(
            temperature=choice.temperature, seed=choice.seed, max_tokens=choice.max_tokens
        )
        return Asker(client, model, sampling, self.settings.writer.attempts)

    @staticmethod
    def _last(whole: Whole, model: str) -> Passage:
        return Passage(
            stage=Stage.WHOLE,
            part="records",
            model=model,
            prompt_version="",
            calls=0,
            errors=whole.errors,
            written=tuple(sorted(whole.texts)),
            kept=whole.taken_back,
        )
