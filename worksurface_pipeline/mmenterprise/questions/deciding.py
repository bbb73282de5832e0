"""Whether a question on a conflict hangs on it: another recorded value gives another answer."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.mmenterprise.questions.closed_world import Part, Sense
from worksurface_pipeline.mmenterprise.questions.derivation import Gold, combined, parts_of
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.questions.traits import CONFLICTS
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

_REASONED = frozenset({"difference", "ratio", "ranking", "holds"})
"""Operations over several values, of which the disputed one may not matter."""


def idle(scene: Scene, draft: Draft, gold: Gold) -> str:
    """Why nothing in dispute decides a question on a conflict, "" where something does."""
    query = draft.query
    if draft.type not in CONFLICTS:
        return ""
    if query.operation == "difference" and _is_nothing(gold):
        return "nothing moved"
    if query.operation == "before_revision" and gold == _after(scene, query):
        return "the revision left the value as it was"
    is_open = query.operation in _REASONED and not query.event
    if is_open and all(other == gold for other in _otherwise(scene, query)):
        return "every recorded value gives the same answer"
    return ""


def _is_nothing(gold: Gold) -> bool:
    figure = sole_number(gold) if isinstance(gold, str) else None
    return figure is not None and not figure.value


def _after(scene: Scene, query: LedgerQuery) -> str | None:
    return scene.evidence.value(Part(Sense.AFTER, query.slots[0], event=query.event))


def _otherwise(scene: Scene, query: LedgerQuery) -> Iterator[Gold]:
    """The answers that a reader gets who takes another recorded value of one slot for right."""
    held = [scene.evidence.value(part) for part in parts_of(query)]
    values = [value for value in held if value is not None]
    for place, slot in enumerate(query.slots if len(values) == len(held) else ()):
        for other in sorted(scene.values(slot) - {values[place]}):
            taken = [*values[:place], other, *values[place + 1 :]]
            found = combined(query, taken, scene.names.slots)
            if found is not None:
                yield found
