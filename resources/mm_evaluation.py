"""What retrieval, answers and judging need from outside the library: endpoints, journals, keys."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from resources.keys import key_of
from resources.mm_models import capped_mm_client, chosen_mm_model
from resources.mm_spending import ANSWERING, JUDGING
from resources.mm_workbench import MmWorkbench
from resources.progress import report_progress
from resources.purses import NO_BUDGET, Budget, ledger_path
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.embedding import EmbeddingEndpoint
from worksurface_pipeline.harness.llm.ledger import JsonlLedger
from worksurface_pipeline.harness.stopping import StopRun
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.lake_paths import encode_key
from worksurface_pipeline.mmenterprise.answering.run import run_cell
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel
from worksurface_pipeline.mmenterprise.questions.build import public
from worksurface_pipeline.mmenterprise.retrieval.endpoint import (
    EndpointEmbedding,
    embedding_settings,
)
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Cell, Retrieved

VECTORS = "cache/vectors"
"""Where vectors of endpoints are kept in the lake."""
_JUDGE_WORKERS = 4


@contextmanager
def embedding_of(
    bench: MmWorkbench, name: str, pictures: Pictures
) -> Iterator[EndpointEmbedding | None]:
    """The endpoint behind a retriever, None for an embedded one. Raises SettingsError."""
    choice = next((item for item in bench.settings.retrieval.endpoints if item.id == name), None)
    if choice is None:
        yield None
        return
    key = key_of(choice.key, bench.secrets, choice.model, bench.settings_file.name)
    model = embedding_settings(choice, SecretStr(key) if key else None)
    store = Blobs(bench.lake.path(VECTORS))
    with JsonlLedger(ledger_path(bench.lake, "retrieval", encode_key(name))) as ledger:
        embed = EmbeddingEndpoint(
            model, choice.batch, time.sleep, time.monotonic, store, ledger=ledger
        )
        yield EndpointEmbedding(embed, choice.is_multimodal, pictures)


def asked_of(benchmark: MmBenchmark) -> tuple[Asked, ...]:
    """All questions as a model sees them."""
    return tuple(Asked(project=item.project, public=public(item)) for item in benchmark.questions)


def answer_cell(
    bench: MmWorkbench,
    cell: Cell,
    asked: tuple[Asked, ...],
    corpus: Corpus,
    retrieved: Retrieved,
    pictures: Pictures,
    budget: Budget = NO_BUDGET,
) -> Answers:
    """Run one cell; what its journal holds is not asked again.

    Raises WorksurfaceError where a ceiling stops it: what is done stays in the journal.
    """
    work = CellWork(
        cell=cell,
        is_text_only=cell.model in bench.settings.sweep.text_only,
        model=chosen_mm_model(bench, cell.model),
        corpus=corpus,
        questions=asked,
        retrieved=retrieved,
        pictures=pictures,
    )
    place = (encode_key(cell.model), cell.condition)
    with (
        Journal(journal_folder(bench, cell)) as journal,
        capped_mm_client(bench, cell.model, ANSWERING, *place, budget=budget) as client,
    ):
        return run_cell(
            work, journal, client, lambda done, total: report_progress(cell.key, done, total)
        )


def journal_folder(bench: MmWorkbench, cell: Cell) -> Path:
    """Where the journal of a cell lies."""
    return Path(bench.lake.path("/".join((ANSWERING, encode_key(cell.model), cell.condition))))


@contextmanager
def judging_model(bench: MmWorkbench, what: str) -> Iterator[JudgingModel | None]:
    """The model that judges `what`, None where nobody does.

    Raises SettingsError, and WorksurfaceError where a ceiling stops it: its replies are kept.
    """
    choice = bench.settings.judge
    if not choice.model:
        yield None
        return
    with capped_mm_client(bench, choice.model, JUDGING) as client:
        try:
            yield JudgingModel(
                client=client,
                model=choice.model,
                families=bench.settings.families,
                attempts=choice.attempts,
                twice=choice.twice,
                workers=_JUDGE_WORKERS,
                seed=bench.settings.workspace.seed,
            )
        except StopRun as stop:
            raise WorksurfaceError(f"The verdicts on {what} are not whole: {stop}") from stop
