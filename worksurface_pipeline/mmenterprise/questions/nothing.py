"""Makes the unanswerable questions: in the families of answerable ones, each as often as there.

What is asked in vain is drawn from the answerable questions that were taken: their families, their
patterns and what they ask for are as frequent among the unanswerable as among these. Otherwise
wording would tell which have no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions import absent
from worksurface_pipeline.mmenterprise.questions.checks import Answer, question
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.questions.haystack import Haystack, is_absent
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion


@dataclass(frozen=True, slots=True)
class _Attempt:
    """How far a search goes: only to things of one sort, and to what is missing for another too."""

    is_of_sort: bool = True
    may_repeat: bool = False


# What is missing is asked for once, of a thing that may well have it, as far as there is enough.
_ATTEMPTS = (_Attempt(), _Attempt(may_repeat=True), _Attempt(is_of_sort=False))


class Nothing:
    """The unanswerable questions of a project."""

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
        supposing = [draft for draft in bases if draft.family in absent.PREMISES]
        others = [
            draft
            for draft in bases
            if draft.family not in absent.PREMISES and draft.query.operation != "holds"
        ]
        spread = self._spread(others, wanted)
        for kind in Absence:
            is_premise = kind is Absence.PREMISE_CONTRADICTED
            left = wanted.get(kind, 0)
            order = self._sampled(supposing, left, kind) if is_premise else spread[kind]
            for attempt, base in product(_ATTEMPTS, order):
                options = self._options(kind, base, attempt) if left else ()
                found = self._first(options, attempt)
                if found is not None:
                    left -= 1
                    twin = twins[base.text] if kind is Absence.TWIN_CHANGED else ""
                    yield question(self._scene, found, "").model_copy(update={"twin": twin})

    def _spread(
        self, bases: Sequence[Draft], wanted: Mapping[Absence, int]
    ) -> dict[Absence, list[Draft]]:
        """The answerable questions for each kind, those drawn together first and in turn."""
        kinds = [kind for kind in Absence if kind is not Absence.PREMISE_CONTRADICTED]
        many = sum(wanted.get(kind, 0) for kind in kinds)
        order = self._sampled(bases, many, Absence.TWIN_CHANGED)
        drawn = self._shuffled(order[:many], "kind")
        found = {kind: drawn[place :: len(kinds)] for place, kind in enumerate(kinds)}
        return {kind: [*own, *order[many:], *drawn] for kind, own in found.items()}

    def _sampled(self, bases: Sequence[Draft], many: int, kind: Absence) -> list[Draft]:
        """So many drawn in equal steps from all by family, then the rest by hash.

        Each family has its share of what is drawn, and no base is likelier than another.
        """
        shuffled = self._shuffled(bases, kind.value)
        ordered = sorted(shuffled, key=lambda draft: draft.family)
        if not ordered or not many:
            return shuffled
        project = self._scene.ledger.world.project
        start = hash_unit(self._scene.seed, f"{project} {kind} start")
        places = [int((start + step) * len(ordered) / many) for step in range(many)]
        drawn = [ordered[place] for place in dict.fromkeys(places)]
        return [*drawn, *(draft for draft in shuffled if draft not in drawn)]

    def _options(self, kind: Absence, base: Draft, attempt: _Attempt) -> Iterator[Draft]:
        if kind is Absence.PREMISE_CONTRADICTED:
            found = absent.contradicted(self._scene, base.family)
            yield from self._shuffled(list(found), base.text)
        else:
            yield from absent.changed(self._scene, base, kind, attempt.is_of_sort)

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
