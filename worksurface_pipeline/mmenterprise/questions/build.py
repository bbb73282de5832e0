"""All questions of one project: drafted by rule, checked, chosen, with what was refused and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions import absent, conflicts, reasoning
from worksurface_pipeline.mmenterprise.questions.checks import Answer, Refusal, checked, question
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.questions.haystack import Haystack, is_absent
from worksurface_pipeline.mmenterprise.questions.selection import Quotas, selected
from worksurface_pipeline.mmenterprise.questions.triples import matched
from worksurface_pipeline.mmenterprise.schema.questions import (
    Absence,
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
    nothing = _Nothing(scene, hay, answer).made(kept, right, quotas.absences)
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


@dataclass(frozen=True, slots=True)
class _Attempt:
    """How far a search goes: only to things of one sort, and to what is missing for another too."""

    is_of_sort: bool = True
    may_repeat: bool = False


# What is missing is asked for once, of a thing that may well have it, as far as there is enough.
_ATTEMPTS = (_Attempt(), _Attempt(may_repeat=True), _Attempt(is_of_sort=False))


class _Nothing:
    """Makes the unanswerable questions, each in the family of an answerable one drawn by hash."""

    def __init__(self, scene: Scene, hay: Haystack, answer: Answer) -> None:
        self._scene = scene
        self._hay = hay
        self._answer = answer
        self._taken: set[str] = set()

    def made(
        self, kept: Sequence[MmQuestion], passed: Sequence[Draft], wanted: Mapping[Absence, int]
    ) -> Iterator[MmQuestion]:
        """So many of each kind, as far as the ledger allows."""
        twins = {item.question: item.id for item in kept}
        self._taken = set(twins)
        bases = [draft for draft in passed if draft.text in twins]
        rest = [draft for draft in passed if draft.text not in twins]
        for kind in Absence:
            left = wanted.get(kind, 0)
            order = self._shuffled(bases, kind.value)
            for attempt, base in product(_ATTEMPTS, order):
                options = self._options(kind, base, rest, attempt) if left else ()
                found = self._first(options, attempt)
                if found is not None:
                    left -= 1
                    twin = twins[base.text] if kind is Absence.TWIN_CHANGED else ""
                    yield question(self._scene, found, "").model_copy(update={"twin": twin})

    def _options(
        self, kind: Absence, base: Draft, rest: Sequence[Draft], attempt: _Attempt
    ) -> Iterator[Draft]:
        if kind is Absence.PREMISE_CONTRADICTED:
            found = absent.contradicted(self._scene, base.family)
            yield from self._shuffled(list(found), base.text)
        elif kind is Absence.TWIN_CHANGED:
            yield from absent.changed(self._scene, base, kind, attempt.is_of_sort)
        else:
            alike = [draft for draft in rest if draft.family == base.family]
            alike += [] if attempt.is_of_sort else [base]  # in words of its own
            for draft in self._shuffled(alike, base.text):
                yield from absent.changed(self._scene, draft, kind, attempt.is_of_sort)

    def _first(self, options: Iterable[Draft], attempt: _Attempt) -> Draft | None:
        """The first that is new and has no answer anywhere."""
        own = (self._scene.ledger, self._scene.units)
        for draft in options:
            missing = f"{draft.query.slots} {draft.query.argument}"
            is_new = attempt.may_repeat or missing not in self._taken
            is_free = is_new and draft.text not in self._taken and is_absent(draft, self._hay, own)
            if is_free and self._answer(self._scene.ledger, draft.query) == "":
                self._taken |= {draft.text, missing}
                return draft
        return None

    def _shuffled(self, drafts: Sequence[Draft], salt: str) -> list[Draft]:
        seed = self._scene.seed
        return sorted(drafts, key=lambda draft: hash_unit(seed, f"{salt} {draft.text}"))
