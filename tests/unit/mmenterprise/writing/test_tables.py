"""Tables of the writing, counted by hand."""

from __future__ import annotations

from worksurface_pipeline.mmenterprise.schema.questions import QuestionType
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage, WritingLog
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals, Proposed
from worksurface_pipeline.mmenterprise.writing.tables import writing_tables


def passage(stage: Stage, calls: int, score: int | None = None) -> Passage:
    """A passage of one part with as many errors as calls were in vain."""
    return Passage(
        stage=stage,
        part="p",
        model="m",
        prompt_version="v",
        calls=calls,
        errors=("x",) * (calls - 1),
        written=("e1", "e2"),
        kept=("e3",),
        score=score,
    )


def test_stages_reviews_and_proposals_are_counted() -> None:
    passages = (
        passage(Stage.CHAT, 1),
        passage(Stage.CHAT, 3),
        passage(Stage.REVIEW, 1, 2),
        passage(Stage.REVIEW, 1, 5),
        passage(Stage.REVIEW, 2),
        passage(Stage.REWRITE, 1),
    )
    kind = QuestionType.TEMPORAL
    asked = (
        Proposed(type=kind, slots=("s",), calls=2, question="q"),
        Proposed(type=kind, slots=("s",), calls=3),
    )
    stages, reviews, proposals = writing_tables(
        {"a": WritingLog(project="a", passages=passages)},
        {"a": Proposals(project="a", asked=asked)},
    )
    assert "chat,2,4,1,2,4,2\n" in stages.csv
    assert "a,3,1,3.5,1\n" in reviews.csv
    assert "temporal_conflict,2,5,1\n" in proposals.csv


def test_templates_alone_make_no_table() -> None:
    assert writing_tables({"a": WritingLog(project="a")}, {"a": Proposals(project="a")}) == ()
