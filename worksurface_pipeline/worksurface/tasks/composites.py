"""Questions for two figures in order: one of a document and one of a sheet.

Where a link leads to one of the two files, and other files would fit it, all three surfaces are
needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, printed

_FORMS = (
    "Two figures for Task {task}: first, {first}? Second, {second}?",
    "I need two numbers for Task {task}. First, {first}? And second, {second}?",
)
_FORMAT = 'Answer as "first; second".'


def composites(
    seed: int, task_id: str, tables: Sequence[Draft], documents: Sequence[Draft], limit: int
) -> tuple[Draft, ...]:
    """At most `limit` pairs of a document figure and a computed one, no draft in two pairs.

    Neither figure may stand in the question, so that both surfaces are needed.
    """
    return _pairs(seed, task_id, tables, documents, limit)


def linked_pairs(
    seed: int,
    task_id: str,
    tables: Sequence[Draft],
    documents: Sequence[Draft],
    linked: Sequence[Draft],
    limit: int,
) -> tuple[Draft, ...]:
    """At most `limit` pairs of which one figure stands behind a link, and other files fit it."""
    behind = [draft for draft in linked if draft.rivals]
    below = [draft for draft in behind if Surface.TABLE in draft.surfaces]
    above = [draft for draft in behind if Surface.RAG in draft.surfaces]
    led = _pairs(seed, task_id, below, documents, limit)
    return (*led, *_pairs(seed, task_id, tables, above, limit - len(led)))


def _pairs(
    seed: int, task_id: str, tables: Sequence[Draft], documents: Sequence[Draft], limit: int
) -> tuple[Draft, ...]:
    above = _shuffled(seed, [item for item in documents if item.gold.type is AnswerType.NUMBER])
    below = _shuffled(seed, [draft for draft in tables if _is_plain(draft)])
    pairs: list[Draft] = []
    for first in above:
        for second in below if len(pairs) < limit else ():
            pair = _pair(seed, task_id, first, second)
            if not leaks(pair):
                pairs.append(pair)
                below.remove(second)
                break
    return tuple(pairs)


def _is_plain(draft: Draft) -> bool:
    return draft.gold.type is AnswerType.NUMBER and draft.gold.unit != "percent"


def _shuffled(seed: int, drafts: Sequence[Draft]) -> list[Draft]:
    """By hash, those first that most other files would answer differently."""
    return sorted(
        drafts, key=lambda draft: (-draft.rivals, hash_unit(seed, draft.question), draft.question)
    )


def _pair(seed: int, task_id: str, first: Draft, second: Draft) -> Draft:
    form = choose(seed, f"pair {first.question} {second.question}", _FORMS)
    question = form.format(task=task_id, first=first.core, second=second.core)
    surfaces = (*first.surfaces, *second.surfaces)
    is_led = Surface.GRAPH in surfaces
    return Draft(
        derivation=Derivation.LINKED_PAIR if is_led else Derivation.AGGREGATE_AND_DOCUMENT,
        question=f"{question} {_tail(first, second)}",
        core="",
        gold=Gold(f"{printed(first.gold)}; {printed(second.gold)}", AnswerType.STRING),
        evidence=(*first.evidence, *second.evidence),
        surfaces=surfaces,
        rivals=first.rivals + second.rivals,
        rubrics=tuple(sorted({*first.rubrics, *second.rubrics})),
    )


def _tail(first: Draft, second: Draft) -> str:
    is_said = first.gold.unit != "percent" or "in percent" in first.core
    percent = "" if is_said else " Give the first in percent."
    digits = second.gold.digits if isinstance(second.gold.answer, float) else None
    places = "1 decimal" if digits == 1 else f"{digits} decimals"
    return f"{_FORMAT}{percent}{f' Round the second to {places}.' if digits else ''}"
