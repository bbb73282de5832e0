"""An endpoint for embeddings as a retriever takes it: units as their picture where it can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import SecretStr

from worksurface_pipeline.harness.llm.embedding import Item
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.settings import EmbeddingChoice
from worksurface_pipeline.retrieval.word_vectors import Vectors


@dataclass(frozen=True, slots=True)
class EndpointEmbedding:
    """`embed` gives a row for each text or picture; `pictures` knows where the latter lie."""

    embed: Callable[[Sequence[Item]], Vectors]
    is_multimodal: bool
    pictures_of: Pictures

    def texts(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts."""
        return self.embed(texts)

    def pictures(self, units: Sequence[CorpusUnit]) -> Vectors:
        """Vectors of the pictures of units."""
        return self.embed([self.pictures_of.of(unit) for unit in units])


def embedding_settings(choice: EmbeddingChoice, api_key: SecretStr | None = None) -> ModelSettings:
    """The endpoint of a choice with the value of its key, which the front door has read."""
    return ModelSettings(
        id=choice.model, api_base=choice.api_base, key_variable=choice.key, api_key=api_key
    )
