"""What a sweep of wing two is going to take and what would leave for where: reads, never writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from resources.mm_evaluation import asked_of, journal_folder
from resources.mm_forecast_judge import Again, judge_need
from resources.mm_forecast_vectors import vector_needs
from resources.mm_projects import pictures_of
from resources.mm_spending import mm_prices
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.endpoint_names import endpoint_of
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.forecast.answers import (
    CellCalls,
    IsKept,
    calls_of,
    kept_in,
    longest,
    never,
    with_pictures,
)
from worksurface_pipeline.mmenterprise.forecast.leaving import Gates, Leaving
from worksurface_pipeline.mmenterprise.forecast.needs import Need, Purpose, need, rate_of
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.retrieval.retrieve import retrieve
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell, Retrieved
from worksurface_pipeline.mmenterprise.seeds.frozen import freeze_seeds
from worksurface_pipeline.mmenterprise.steps import STEPS
from worksurface_pipeline.mmenterprise.writing.model import Writing

V = TypeVar("V", bound=Stored)
_REPLIES = "cache/replies"
_BEFORE = tuple(STEPS)[: tuple(STEPS).index("mm_retrieved")]
_NOT_ASKED = "this retriever was not asked yet: the longest records that it may find"


@dataclass(frozen=True, slots=True)
class MmForecast:
    """Needs of cells, retrievers and judge, what may leave by endpoint, and remarks on both."""

    needs: tuple[Need, ...]
    leaving: tuple[Leaving, ...]
    remarks: tuple[str, ...]


def mm_forecast(
    bench: MmWorkbench, *, is_forced: bool = False, retry_errors: bool = False
) -> MmForecast:
    """Look at all cells, on the stored benchmark. Raises LakeError without one."""
    again = Again(is_forced, retry_errors)
    look = Look(bench, again)
    gates = Gates()
    cells = tuple(look.cells(gates))
    vectors = tuple(vector_needs(bench, look.plan, look.corpus, look.asked, look.pictures, gates))
    verdicts = tuple(
        judge_need(bench, look.plan, look.benchmark, look.is_answered, look.is_kept, again, gates)
    )
    return MmForecast((*vectors, *cells, *verdicts), gates.all(), tuple(look.remarks()))


class Look:
    """One look at what is stored; what cells share is read once."""

    def __init__(self, bench: MmWorkbench, again: Again) -> None:
        self._bench = bench
        self.plan = bench.plan(freeze_seeds(bench.registry).state_digest)
        self.benchmark = _stored(bench, "mm_benchmark", MmBenchmark)
        self.corpus = _stored(bench, "mm_corpus", Corpus)
        self.asked = asked_of(self.benchmark)
        shown = {unit.project for unit in self.corpus.units}
        self.pictures = pictures_of(bench.lake.all_of("mm_records", shown, Writing))
        self._again = again
        self._to_ask: dict[Cell, bool] = {}
        self._found: dict[str, Retrieved | None] = {}

    def cells(self, gates: Gates) -> Iterator[Need]:
        """What every cell takes; what it sends goes to the gates."""
        found = {cell: self._calls(cell) for cell in self._bench.settings.cells}
        self._to_ask = {cell: bool(calls.calls or calls.kept) for cell, calls in found.items()}
        prices = mm_prices(self._bench)
        for cell, calls in found.items():
            mine = [one.measured for other, one in found.items() if other.model == cell.model]
            rate = rate_of(pair for measured in mine for pair in measured)
            is_bound = self._retrieved(cell.retriever) is None
            about = _NOT_ASKED if is_bound else ""
            price = prices[cell.model]
            purpose = Purpose(cell.model, cell.condition, price, rate, about, is_bound)
            yield need(purpose, [call.sent for call in calls.calls], calls.done, calls.kept)
            self._leave(cell, calls, gates)

    def is_answered(self, cell: Cell) -> bool:
        """Whether a cell is fresh and asks nothing; to be asked after the needs of all cells."""
        is_sound = self.plan.is_sound(STEPS["mm_answers"], cell.key)
        return is_sound and not self._to_ask[cell]

    def _is_run(self, cell: Cell) -> bool:
        """Whether a cell asks what is pending of it: one that is fresh does not."""
        is_anew = self._again.is_forced or self._again.retry_errors
        return is_anew or not self.plan.is_sound(STEPS["mm_answers"], cell.key)

    @cached_property
    def is_kept(self) -> IsKept:
        """Whether a reply lies in the cache."""
        is_read = self._bench.settings.sweep.cache
        return kept_in(Blobs(self._bench.lake.path(_REPLIES)).has) if is_read else never

    def remarks(self) -> Iterator[str]:
        """What a run would make anew before the sweep, and who helps there."""
        stale = sorted({item.step for item in self.plan.stale(_BEFORE)} - {"mm_human_audit"})
        if stale:
            yield (
                f"Stale before the sweep: {', '.join(stale)}. What they change is not in this"
                " forecast, nor what models that help with them take; `worksurface mm questions`"
                " first makes it exact."
            )

    def _calls(self, cell: Cell) -> CellCalls:
        retrieved = self._retrieved(cell.retriever)
        ids = [asked.public.id for asked in self.asked]
        shown = retrieved or longest(self.corpus, ids, cell.retriever, cell.k)
        work = self._work(cell, shown)
        journal = Journal(journal_folder(self._bench, cell))
        calls = calls_of(work, journal, self.is_kept, self._is_run(cell))
        if retrieved is not None or work.is_text_only:
            return calls
        return with_pictures(calls, self.corpus, cell.k)

    def _work(self, cell: Cell, retrieved: Retrieved) -> CellWork:
        return CellWork(
            cell=cell,
            is_text_only=cell.model in self._bench.settings.sweep.text_only,
            model=self._model(cell),
            corpus=self.corpus,
            questions=self.asked,
            retrieved=retrieved,
            pictures=self.pictures,
        )

    def _model(self, cell: Cell) -> ModelSettings:
        return model_settings(self._bench.settings.model(cell.model))

    def _retrieved(self, name: str) -> Retrieved | None:
        """What a retriever finds: as stored, else as an embedded one finds it now, else None."""
        if name not in self._found:
            self._found[name] = _retrieved(self._bench, self.plan, name, self.corpus, self.asked)
        return self._found[name]

    def _leave(self, cell: Cell, calls: CellCalls, gates: Gates) -> None:
        model = self._model(cell)
        if model.is_offline or not calls.calls:
            return
        place = gates.to(endpoint_of(model))
        place.questions.update(call.question for call in calls.calls)
        shown = {unit.id: unit for call in calls.calls for unit in call.units}
        is_blind = cell.model in self._bench.settings.sweep.text_only
        place.add_units(shown.values(), with_pictures=not is_blind)


def _retrieved(
    bench: MmWorkbench, plan: MmPlan, name: str, corpus: Corpus, asked: tuple[Asked, ...]
) -> Retrieved | None:
    manifest = bench.lake.current("mm_retrieved", name)
    if manifest is not None and plan.is_sound(STEPS["mm_retrieved"], name):
        return bench.lake.load(manifest, Retrieved)
    if name in {item.id for item in bench.settings.retrieval.endpoints}:
        return None
    questions = [item.public for item in asked]
    return retrieve(corpus, questions, name, max(bench.settings.retrieval.k))


def _stored(bench: MmWorkbench, step: str, kind: type[V]) -> V:
    manifest = bench.lake.current(step)
    if manifest is None:
        raise LakeError(
            "There are no questions yet",
            where=bench.lake.root,
            remedy="Run `worksurface mm questions`",
        )
    return bench.lake.load(manifest, kind)
