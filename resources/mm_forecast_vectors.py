"""What endpoints for embeddings are going to take and to get: every unit and question once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from resources.calling import listed_price
from resources.mm_evaluation import VECTORS
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.harness.llm.embedding import Item, vector_key
from worksurface_pipeline.harness.llm.endpoint_names import endpoint_of
from worksurface_pipeline.harness.llm.types import Picture
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.mmenterprise.answering.work import Asked
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.forecast.leaving import Gates
from worksurface_pipeline.mmenterprise.forecast.needs import Need, Purpose, Sent, need
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.retrieval.endpoint import embedding_settings
from worksurface_pipeline.mmenterprise.retrieval.retrieve import text_of
from worksurface_pipeline.mmenterprise.settings import EmbeddingChoice
from worksurface_pipeline.mmenterprise.steps import STEPS


def vector_needs(
    bench: MmWorkbench,
    plan: MmPlan,
    corpus: Corpus,
    asked: Sequence[Asked],
    pictures: Pictures,
    gates: Gates,
) -> Iterator[Need]:
    """What each endpoint takes whose retriever is stale; vectors that are kept are not asked for.

    A price is the listed one: no settings give any of embeddings.
    """
    chosen = {item.id: item for item in bench.settings.retrieval.endpoints}
    store = Blobs(bench.lake.path(VECTORS))
    for name in bench.settings.retrieval.retrievers:
        choice = chosen.get(name)
        if choice is None or plan.is_sound(STEPS["mm_retrieved"], name):
            continue
        items = dict.fromkeys(_items(choice, corpus, asked, pictures))
        model = embedding_settings(choice)
        missing = [item for item in items if not store.has(vector_key(model, item))]
        calls = list(_batches(missing, choice.batch))
        purpose = Purpose(model.id, f"vectors of {name}", listed_price(model))
        kept = math.ceil((len(items) - len(missing)) / choice.batch)
        yield need(purpose, calls, kept=kept)
        if missing:
            place = gates.to(endpoint_of(model))
            place.questions.update(item.public.id for item in asked)
            place.add_units(corpus.units, with_pictures=choice.is_multimodal)


def _items(
    choice: EmbeddingChoice, corpus: Corpus, asked: Sequence[Asked], pictures: Pictures
) -> Iterator[Item]:
    for unit in corpus.units:
        is_looked_at = unit.is_visual and choice.is_multimodal
        yield pictures.of(unit) if is_looked_at else text_of(unit)
    yield from (item.public.question for item in asked)


def _batches(items: Sequence[Item], batch: int) -> Iterator[Sent]:
    for start in range(0, len(items), batch):
        part = items[start : start + batch]
        texts = [item for item in part if not isinstance(item, Picture)]
        size = sum(len(text.encode("utf-8", "replace")) for text in texts)
        yield Sent(size, len(part) - len(texts), 0)
