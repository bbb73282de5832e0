"""What retrieval, answers and judging need from outside the library: endpoints, journals, keys."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from resources.keys import key_of
from resources.mm_models import chosen_mm_model, ledger_path, mm_client
from resources.mm_workbench import MmWorkbench
from resources.progress import report_progress
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.embedding import EmbeddingEndpoint
from worksurface_pipeline.harness.llm.ledger import JsonlLedger
from worksurface_pipeline.kernel.blobs import Blobs
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

RUNS = "runs"
"""Where the journals of cells lie in the lake."""
_VECTORS = "cache/vectors"
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
    store = Blobs(bench.lake.path(_VECTORS))
    with JsonlLedger(ledger_path(bench, "retrieval", encode_key(name))) as ledger:
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
) -> Answers:
    """Run one cell; what its journal holds is not asked again."""
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
        Journal(Path(bench.lake.path("/".join((RUNS, *place))))) as journal,
        mm_client(bench, cell.model, RUNS, *place) as client,
    ):
        return run_cell(
            work, journal, client, lambda done, total: report_progress(cell.key, done, total)
        )


@contextmanager
def judging_model(bench: MmWorkbench) -> Iterator[JudgingModel | None]:
    """The model that judges, None where nobody does. Raises SettingsError."""
    choice = bench.settings.judge
    if not choice.model:
        yield None
        return
    families = {model.id: model.family for model in bench.settings.models if model.family}
    with mm_client(bench, choice.model, "judging") as client:
        yield JudgingModel(
            client=client,
            model=choice.model,
            families=families,
            attempts=choice.attempts,
            twice=choice.twice,
            workers=_JUDGE_WORKERS,
            seed=bench.settings.workspace.seed,
        )
