"""The query that proves a gold, in words, with what it gives when the ledger is asked again."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.queries import LedgerQueryError, answer_in
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.texts import moment
from worksurface_pipeline.mmenterprise.pages.timelines import event_words
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion
from worksurface_pipeline.site.labels import NO_ROUTE
from worksurface_pipeline.site.records import Fact

_MEANINGS = {
    "as_of": "the true value at a time (at the end of the period where none is named)",
    "which_applies": "of values that records disagree on, the one that applies",
    "before_revision": "the value that a revision replaced",
    "who_stated": "who stated it first",
    "who_corrected": "who corrected it",
    "difference": "the difference of two values",
    "ratio": "the ratio of two values",
    "ranking": "things in the order of their values",
    "count_revisions": "how often it was revised",
    "stated_in": "what a place or version says of it",
    "holds": "whether a claim holds",
    "absent": "nothing on record answers it",
}
_TO_ABSTAIN = "to abstain"


def query_facts(project: Project, item: MmQuestion) -> Iterator[tuple[str, str]]:
    """Names and values: what is asked of the ledger, and what it gives."""
    query = item.query
    meaning = _MEANINGS.get(query.operation, "")
    yield "Operation", f"{query.operation}: {meaning}" if meaning else query.operation
    if query.slots:
        yield "Of", "; ".join(project.fact(slot).label for slot in query.slots)
    if query.at is not None:
        yield "At", f"{moment(query.at)} {query.at.year}"
    if query.event:
        yield "Act", event_words(project, query.event) or query.event
    if query.argument:
        yield "With", query.argument
    yield "Result", result(project, query)
    yield "Gold", gold_text(item)


def result(project: Project, query: LedgerQuery) -> str:
    """The answer of the ledger as text; an error of the query as what it says."""
    try:
        found = answer_in(project.view, query)
    except LedgerQueryError as error:
        return str(error)
    if found is None:
        return f"{NO_ROUTE} (the ledger gives none)"
    return _text(found)


def gold_text(item: MmQuestion) -> str:
    """The gold as text, with its unit."""
    unit = f" {item.unit}" if item.unit and item.gold else ""
    return f"{_text(item.gold)}{unit}"


def as_facts(pairs: Iterator[tuple[str, str]]) -> tuple[Fact, ...]:
    """Names and values as records."""
    return tuple(Fact(name=name, text=text) for name, text in pairs)


def _text(gold: str | tuple[str, ...]) -> str:
    text = gold if isinstance(gold, str) else ", ".join(gold)
    return text or _TO_ABSTAIN
