"""Questions that need a document and a sheet: two recovered figures, asked for in order."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.sampling import choose, first_by_hash
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, printed

_FORMS = (
    "Two figures for Task {task}: first, {first}? Second, {second}?",
    "I need two numbers for Task {task}. First, {first}? And second, {second}?",
)
_FORMAT = 'Answer as "first; second".'


def composites(
    seed: int, task_id: str, tables: Sequence[Draft], documents: Sequence[Draft], limit: int
) -> tuple[Draft, ...]:
    """At most `limit` pairs of a document figure and a computed one, no draft in two pairs.

    Neither figure may stand in the other's phrase, so that both surfaces are needed.
    """
    above = [draft for draft in documents if draft.gold.type is AnswerType.NUMBER]
    below = [draft for draft in tables if _is_plain(draft)]
    count = min(limit, len(above), len(below))
    firsts = _chosen(seed, above, count)
    seconds = _chosen(seed, below, count)
    return tuple(
        _pair(seed, task_id, first, second) for first, second in zip(firsts, seconds, strict=True)
    )


def _is_plain(draft: Draft) -> bool:
    return draft.gold.type is AnswerType.NUMBER and draft.gold.unit != "percent"


def _chosen(seed: int, drafts: Sequence[Draft], count: int) -> list[Draft]:
    by_question = {draft.question: draft for draft in drafts}
    return [by_question[key] for key in first_by_hash(seed, by_question, count)]


def _pair(seed: int, task_id: str, first: Draft, second: Draft) -> Draft:
    form = choose(seed, f"pair {first.question} {second.question}", _FORMS)
    question = form.format(task=task_id, first=first.core, second=second.core)
    return Draft(
        derivation=Derivation.AGGREGATE_AND_DOCUMENT,
        question=f"{question} {_tail(second)}".replace("  ", " "),
        core="",
        gold=Gold(f"{printed(first.gold)}; {printed(second.gold)}", AnswerType.STRING),
        evidence=(*first.evidence, *second.evidence),
        surfaces=(Surface.RAG, Surface.TABLE),
        rubrics=tuple(sorted({*first.rubrics, *second.rubrics})),
    )


def _tail(second: Draft) -> str:
    second_digits = second.gold.digits if isinstance(second.gold.answer, float) else None
    places = "1 decimal" if second_digits == 1 else f"{second_digits} decimals"
    rounding = f" Round the second to {places}." if second_digits else ""
    return _FORMAT + rounding
