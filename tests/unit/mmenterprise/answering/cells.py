"""One cell over the corpus by hand, with two questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.mmenterprise.corpus.units import corpus, folders
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell, Found, Retrieved
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion

QUESTIONS = (
    Asked(
        project="alder",
        public=PublicMmQuestion(
            id="q1", question="What is the accuracy of Birch?", answer_kind="number"
        ),
    ),
    Asked(
        project="alder",
        public=PublicMmQuestion(
            id="q2", question="What is the latency of Birch?", answer_kind="number"
        ),
    ),
)
BEST = ("c", "d", "a", "x")
"""What is found, best first; "b" is not."""


def found(depth: int = 10) -> Retrieved:
    """What the retriever found for both."""
    each = tuple(Found(question=asked.public.id, units=BEST) for asked in QUESTIONS)
    return Retrieved(retriever="lexical", depth=depth, is_text_only=True, found=each)


def work(root: Path, model: str = "local", k: int = 3, **more: Any) -> CellWork:
    """The work of a cell; `more` replaces its fields."""
    fields = {
        "cell": Cell(model=model, k=k, retriever="lexical"),
        "is_text_only": False,
        "model": ModelSettings(id=model, concurrency=1),
        "corpus": corpus(),
        "questions": QUESTIONS,
        "retrieved": found(),
        "pictures": Pictures(folders(root / "records")),
    }
    return CellWork(**{**fields, **more})
