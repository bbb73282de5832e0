"""The questions of one project among all, with what was refused: what an asset stores."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.checks import Refusal
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


class QuestionDrafts(RecordSet):
    """The questions of one project before validation, and the drafts that became none."""

    questions: tuple[MmQuestion, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def draft_questions(scenes: Mapping[str, Scene], project: str, total: int) -> QuestionDrafts:
    """At most `total` questions of a project; the records of all projects are what may answer."""
    hay = haystack_of([(scene.ledger, scene.units) for _, scene in sorted(scenes.items())])
    made = make_questions(scenes[project], hay, answer, Quotas(total=total))
    return QuestionDrafts(questions=made.questions.questions, refusals=made.refusals)
