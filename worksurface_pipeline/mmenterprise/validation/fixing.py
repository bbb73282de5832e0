"""What becomes of a proposed fix. Gold comes from the ledger alone, whoever proposes it."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.mmenterprise.questions.checks import is_same
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import Fix


def mended(bench: Bench, question: MmQuestion, fix: Fix) -> MmQuestion | str:
    """The question with a fix applied, or why it cannot be: then it is dropped."""
    right = bench.ledger_says(question.query)
    if fix.gold is not None and (right is None or not is_same(fix.gold, right)):
        return f"the ledger does not give the proposed gold {fix.gold!r}"
    unknown = sorted(set(fix.evidence) - set(bench.scene.corpus.units))
    if unknown:
        return f"the project has no unit {', '.join(unknown)}"
    changes: dict[str, object] = {}
    if fix.question:
        changes["question"] = fix.question
    if fix.gold is not None:
        changes["gold"] = right
    if fix.evidence:
        changes |= _cited(bench, question, fix.evidence)
    return question.model_copy(update=changes)


def widened(question: MmQuestion, added: Iterable[str]) -> tuple[str, ...]:
    """The evidence with more units: a known set within both that has one of them, else all."""
    more = set(added) - set(question.evidence)
    union = more | set(question.evidence)
    known = (units for units in question.alternatives if set(units) <= union and more & set(units))
    return next(known, tuple(sorted(union)))


def _cited(bench: Bench, question: MmQuestion, units: tuple[str, ...]) -> dict[str, object]:
    """Evidence with the sets beside it that settle the question too: the cited one comes first."""
    others = (
        item
        for item in question.alternatives
        if set(item) != set(units) and bench.suffices(question, frozenset(item))
    )
    return {"evidence": units, "alternatives": (units, *others)}
