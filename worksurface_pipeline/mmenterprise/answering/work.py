"""What one cell is made of, and the request of each of its questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelRequest
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.answering.context import Context, context_of, first
from worksurface_pipeline.mmenterprise.answering.prompts import PROMPT_VERSION, messages_for
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell, Retrieved
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion

ANSWER_VERSION = 2
"""Raise it when context, reading of replies or the embedded reader change what an answer is."""


class Asked(Frozen):
    """A question as a cell needs it: what the model sees, and the project for the records."""

    project: str
    public: PublicMmQuestion


@dataclass(frozen=True)
class CellWork:
    """Everything a cell is made of, as values; `retrieved` is what its retriever found."""

    cell: Cell
    is_text_only: bool
    model: ModelSettings
    corpus: Corpus
    questions: tuple[Asked, ...]
    retrieved: Retrieved
    pictures: Pictures

    def keys(self) -> Iterator[tuple[RunKey, Asked]]:
        """Every question of the cell with its fingerprint, in the questions' order.

        Raises WorksurfaceError where the retriever was not asked one of them, or not deep enough.
        """
        self._check()
        for asked in self.questions:
            key = RunKey(
                fingerprint=self._fingerprint(asked),
                task_id=asked.public.id,
                persona=asked.project,
                model=self.cell.model,
                setting=self.cell.condition,
            )
            yield key, asked

    def context(self, asked: Asked) -> Context:
        """The context of a question."""
        units = first(self._found[asked.public.id], self.cell.k)
        shown = (self.corpus.by_id[unit] for unit in units)
        return context_of(shown, self.pictures, self.is_text_only)

    def request(self, asked: Asked, context: Context) -> ModelRequest:
        """The request of a question, at temperature 0 whatever the settings say."""
        sampling = self.model.sampling().model_copy(update={"temperature": 0.0})
        return ModelRequest(
            model=self.model.id,
            messages=messages_for(asked.public, context),
            sampling=sampling,
            prompt_version=PROMPT_VERSION,
        )

    @cached_property
    def _found(self) -> dict[str, tuple[str, ...]]:
        return {found.question: found.units for found in self.retrieved.found}

    def _fingerprint(self, asked: Asked) -> str:
        """A digest of the whole request, pictures among it, and of what answers it."""
        request = self.request(asked, self.context(asked))
        return request.digest(ANSWER_VERSION, self.model.identity)

    def _check(self) -> None:
        if self.retrieved.depth < self.cell.k:
            raise WorksurfaceError(
                f"The retriever {self.cell.retriever} was asked for {self.retrieved.depth} units",
                where=self.cell.key,
                remedy=f"Retrieve at least {self.cell.k}",
            )
        absent = [asked.public.id for asked in self.questions if asked.public.id not in self._found]
        if absent:
            raise WorksurfaceError(
                f"The retriever {self.cell.retriever} was not asked {len(absent)} questions",
                where=self.cell.key,
                remedy="Retrieve for all questions again",
            )
