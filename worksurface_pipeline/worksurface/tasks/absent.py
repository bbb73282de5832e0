"""Abstain tasks: an answerable question with one target changed to one that exists nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, Derivation
from worksurface_pipeline.worksurface.tasks.absent_forms import (
    TABLE_FORMS,
    Answerable,
    Changed,
    changed_topic,
)
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold
from worksurface_pipeline.worksurface.tasks.questions import ask
from worksurface_pipeline.worksurface.tasks.vocabulary import Vocabulary

GOLD = "INSUFFICIENT_EVIDENCE"
_TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class Change:
    """A way to change one answerable question, before any word for it is chosen."""

    form: str
    original: Answerable | Draft
    key: str


def absent_tasks(
    seed: int,
    task_id: str,
    tables: Sequence[Answerable],
    documents: Sequence[Draft],
    vocabulary: Vocabulary,
    digest: str,
    limit: int,
) -> tuple[Draft, ...]:
    """At most `limit` drafts, each of another form as far as the questions allow it."""
    made: dict[str, Draft] = {}
    for change in _in_turn(seed, task_id, _changes(tables, documents)):
        if len(made) >= limit:
            break
        changed = _changed(seed, change, vocabulary)
        if changed is not None:
            draft = _draft(seed, task_id, changed, digest)
            made.setdefault(draft.question, draft)
    return tuple(made[question] for question in sorted(made))


def _changes(tables: Sequence[Answerable], documents: Sequence[Draft]) -> Iterator[Change]:
    for item in tables:
        for form, rule in TABLE_FORMS.items():
            if item.expression.op in rule.ops:
                yield Change(form, item, f"{form} {item.expression.sql()}")
    for draft in documents:
        yield Change(_TOPIC, draft, f"{_TOPIC} {draft.core}")


def _in_turn(seed: int, task_id: str, changes: Iterator[Change]) -> list[Change]:
    """One change of each form, then a second one, and so on; all by hash."""
    by_form: dict[str, dict[str, Change]] = {}
    for change in changes:
        by_form.setdefault(change.form, {})[change.key] = change
    rows: list[tuple[int, float, str, Change]] = []
    for form, group in by_form.items():
        ranked = sorted(group, key=lambda key: (hash_unit(seed, key), key))
        place = hash_unit(seed, f"form {task_id} {form}")
        rows += [(turn, place, form, group[key]) for turn, key in enumerate(ranked)]
    return [row[3] for row in sorted(rows, key=lambda row: row[:3])]


def _changed(seed: int, change: Change, vocabulary: Vocabulary) -> Changed | None:
    if isinstance(change.original, Draft):
        return changed_topic(seed, change.original, vocabulary)
    return TABLE_FORMS[change.form].apply(seed, change.original, vocabulary)


def _draft(seed: int, task_id: str, changed: Changed, digest: str) -> Draft:
    """G is where the target would stand; the proof is a search of everything."""
    return Draft(
        derivation=Derivation.ABSENT_TARGET,
        question=ask(seed, task_id, changed.core, changed.tail),
        core=changed.core,
        tail=changed.tail,
        asked=changed.asked,
        gold=Gold(GOLD, AnswerType.ABSTAIN),
        evidence=(
            AbsenceEvidence(
                terms=changed.terms,
                searched=(Surface.RAG, Surface.TABLE, Surface.GRAPH),
                scope_digest=digest,
            ),
        ),
        surfaces=changed.surfaces,
    )
