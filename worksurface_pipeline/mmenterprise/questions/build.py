"""All questions of one project: drafted by rule, checked, chosen, with what was refused and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions import conflicts, reasoning
from worksurface_pipeline.mmenterprise.questions.checks import Answer, Refusal, checked
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.questions.haystack import Haystack
from worksurface_pipeline.mmenterprise.questions.nothing import Nothing
from worksurface_pipeline.mmenterprise.questions.selection import Quotas, selected
from worksurface_pipeline.mmenterprise.questions.triples import matched
from worksurface_pipeline.mmenterprise.schema.questions import (
    MmQuestion,
    PublicMmQuestion,
    QuestionSet,
)

_FAMILIES = (
    reasoning.extraction,
    reasoning.attribution,
    reasoning.computation,
    reasoning.comparison,
    reasoning.interpretation,
    conflicts.cross_source,
    conflicts.temporal,
)


@dataclass(frozen=True, slots=True)
class Made:
    """The questions of a project, and the drafts that became none."""

    questions: QuestionSet
    refusals: tuple[Refusal, ...]

    def reasons(self) -> Counter[str]:
        """How many drafts were refused for each reason."""
        return Counter(item.reason for item in self.refusals)


def make_questions(scene: Scene, hay: Haystack, answer: Answer, quotas: Quotas) -> Made:
    """The questions of a project; `hay` holds all projects, `answer` queries a ledger."""
    drafts = drafts_of(scene)
    found = [_passed(scene, hay, draft, answer) for draft in drafts]
    passed = matched([item for item in found if isinstance(item, MmQuestion)])
    units = {unit.id: unit for unit in scene.units.units}
    kept = selected(passed, units, quotas, scene.seed)
    texts = {item.question for item in passed}
    right = [draft for draft in drafts if draft.text in texts]
    nothing = Nothing(scene, hay, answer).made(kept, right, quotas.absences)
    ordered = sorted((*kept, *nothing), key=lambda item: hash_unit(scene.seed, item.id))
    refused = tuple(item for item in found if isinstance(item, Refusal))
    return Made(QuestionSet(questions=tuple(ordered)), refused)


def drafts_of(scene: Scene) -> list[Draft]:
    """All that can be asked by rule and has an answer, before any check."""
    return _distinct(chain.from_iterable(family(scene) for family in _FAMILIES))


def _passed(scene: Scene, hay: Haystack, draft: Draft, answer: Answer) -> MmQuestion | Refusal:
    """The checks of a draft; a claim on what nobody recorded is held against all projects first."""
    found = checked(scene, draft, answer)
    if "entity" in draft.fields and hay.tells(draft.fields["entity"], draft.fields["attribute"]):
        item = found if isinstance(found, MmQuestion) else found.item
        return Refusal(text=draft.text, reason="on record somewhere", item=item)
    return found


def public(item: MmQuestion) -> PublicMmQuestion:
    """What an agent sees. The kind of answer is the one asked for, also where there is none."""
    return PublicMmQuestion(id=item.id, question=item.question, answer_kind=item.answer_kind)


def _distinct(drafts: Iterable[Draft]) -> list[Draft]:
    """One draft of each query and of each text."""
    kept: dict[str, Draft] = {}
    texts: set[str] = set()
    for draft in drafts:
        if draft.key not in kept and draft.text not in texts:
            kept[draft.key] = draft
            texts.add(draft.text)
    return list(kept.values())
