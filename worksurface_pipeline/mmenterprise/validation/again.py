"""A stored question checked again: its evidence, whatever is added to it, and that it has no rival.

The audit of the validation, which reads ledger and records anew, and beside it what only the whole
benchmark can tell: that no project has what a question without an answer asks for.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.questions.derivation import parts_of
from worksurface_pipeline.mmenterprise.questions.evidence import is_sufficient
from worksurface_pipeline.mmenterprise.questions.haystack import Haystack
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.auditing import audited
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import Decision


def checked_again(bench: Bench, item: MmQuestion, hay: Haystack) -> Iterator[str]:
    """A sentence for all that is wrong with a question; none where it still stands."""
    verdict = audited(bench, item, 1)
    if verdict.outcome != Decision.PASS:
        yield f"Question {item.id}: {verdict.cause}, {verdict.reason or 'without a reason'}."
    for units in item.alternatives:
        if not _settles(bench, item, frozenset(units)):
            yield f"Question {item.id}: {', '.join(units)} settle it no longer."
    thing = _never_recorded(bench, item)
    if thing is not None and hay.tells(*thing):
        yield f"Question {item.id} has an answer: a record tells of {' / '.join(thing)}."


def _settles(bench: Bench, item: MmQuestion, units: frozenset[str]) -> bool:
    """Whether units settle all parts by the closed-world rule, as alternatives were found."""
    corpus = bench.scene.corpus
    parts = parts_of(item.query)
    return all(is_sufficient(part, corpus.of(part.slot), units) for part in parts)


def _never_recorded(bench: Bench, item: MmQuestion) -> tuple[str, str] | None:
    """The thing and the attribute that nobody is said to have recorded, None of other questions."""
    query, known = item.query, bench.scene.names.slots
    if query.operation != "absent" or any(slot in known for slot in query.slots):
        return None
    label = query.argument.replace(" / ", "|")
    entity, _, attribute = (part.strip() for part in label.partition("|"))
    return entity, attribute
