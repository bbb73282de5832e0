"""Verdicts of validation as the site shows them beside their questions."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.mmenterprise.pages.model import Checked
from worksurface_pipeline.mmenterprise.validation.model import StageVerdict, Validation


def checks(parts: Iterable[Validation]) -> tuple[Checked, ...]:
    """A line for each verdict, those on dropped questions marked as such."""
    found = []
    for part in parts:
        kept = {item.id for item in part.kept}
        found += [_checked(verdict, verdict.question in kept) for verdict in part.verdicts]
    return tuple(found)


def _checked(verdict: StageVerdict, is_kept: bool) -> Checked:
    again = ", after the fix" if verdict.round > 1 else ""
    said = (verdict.reason, f"answered: {verdict.answer}" if verdict.answer else "")
    return Checked(
        question=verdict.question,
        project=verdict.project,
        text=verdict.text,
        step=f"{verdict.stage} by {verdict.by}{again}",
        outcome=f"{verdict.outcome} ({verdict.cause})" if _is_told(verdict) else verdict.outcome,
        reason="; ".join(filter(None, said)),
        is_kept=is_kept,
    )


def _is_told(verdict: StageVerdict) -> bool:
    return verdict.cause not in ("", "none")
