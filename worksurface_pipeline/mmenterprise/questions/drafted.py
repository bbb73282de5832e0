"""The questions of one project among all, with what was refused: what an asset stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.checks import Refusal
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.naming import place_names
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


class QuestionDrafts(RecordSet):
    """The questions of one project before validation, and the drafts that became none."""

    questions: tuple[MmQuestion, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def draft_questions(scenes: Mapping[str, Scene], project: str, total: int) -> QuestionDrafts:
    """About `total` questions of a project; the records of all projects are what may answer."""
    hay = haystack_of([(scene.ledger, scene.units) for _, scene in sorted(scenes.items())])
    scene = replace(scenes[project], shared=_names_of_others(scenes, project))
    made = make_questions(scene, hay, answer, Quotas(total=total))
    return QuestionDrafts(questions=made.questions.questions, refusals=made.refusals)


def _names_of_others(scenes: Mapping[str, Scene], project: str) -> frozenset[str]:
    """What other projects are called: a question must not call its own so."""
    others = (scene.ledger for key, scene in scenes.items() if key != project)
    return frozenset(name for ledger in others for name in place_names(ledger).values())
