"""Tables of the writing: what a model was asked, what passed, and what stayed the template's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.mmenterprise.schema.questions import QuestionType
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage, WritingLog
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals
from worksurface_pipeline.site.result_tables import TableText, table_text
from worksurface_pipeline.site.table import Column, simple_table, to_csv

_NO_VALUE = "–"
_STAGES = (
    "stage",
    "parts",
    "requests",
    "parts asked again",
    "errors",
    "entries by the model",
    "entries left as they were",
)
_REVIEWS = ("project", "days reviewed", "without a score", "mean score", "days rewritten")
_TYPES = ("type", "asked for", "requests", "passed")


def writing_tables(
    logs: Mapping[str, WritingLog], proposals: Mapping[str, Proposals]
) -> tuple[TableText, ...]:
    """The tables of all projects, by project; none where templates and rules wrote everything."""
    found = []
    if any(log.passages for log in logs.values()):
        found += [_stages(logs), _reviews(logs)]
    if any(item.asked for item in proposals.values()):
        found.append(_proposals(proposals))
    return tuple(found)


def _stages(logs: Mapping[str, WritingLog]) -> TableText:
    rows = []
    for stage in Stage:
        parts = [item for log in logs.values() for item in log.of(stage)]
        if parts:
            rows.append((stage.value, *_counts(parts)))
    notes = (
        "What fails its checks goes back to the model with all errors so far; past the limit it "
        "stays as templates have it. The stage whole checks the finished records once more.",
    )
    return _table("writing", "What a model wrote, by stage", _STAGES, rows, notes)


def _counts(parts: Sequence[Passage]) -> tuple[int, ...]:
    return (
        len(parts),
        sum(item.calls for item in parts),
        sum(item.calls > 1 for item in parts),
        sum(len(item.errors) for item in parts),
        sum(len(item.written) for item in parts),
        sum(len(item.kept) for item in parts),
    )


def _reviews(logs: Mapping[str, WritingLog]) -> TableText:
    rows = []
    for project, log in sorted(logs.items()):
        reviews = log.of(Stage.REVIEW)
        scores = [item.score for item in reviews if item.score is not None]
        mean = sum(scores) / len(scores) if scores else None
        rewritten = len(log.of(Stage.REWRITE))
        rows.append((project, len(reviews), len(reviews) - len(scores), mean, rewritten))
    title = "How natural days of chat read, from 1 to 5"
    return _table("writing_reviews", title, _REVIEWS, rows)


def _proposals(proposals: Mapping[str, Proposals]) -> TableText:
    asked = [item for part in proposals.values() for item in part.asked]
    rows = []
    for kind in QuestionType:
        own = [item for item in asked if item.type is kind]
        if own:
            passed = sum(bool(item.question) for item in own)
            rows.append((kind.value, len(own), sum(item.calls for item in own), passed))
    title = "Questions that a model worded"
    return _table("writing_questions", title, _TYPES, rows)


def _table(
    name: str,
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    notes: tuple[str, ...] = (),
) -> TableText:
    """A table and its numbers; the first column holds words."""
    kept = [tuple(row) for row in rows]
    heads = [Column(label, is_number=place > 0) for place, label in enumerate(columns)]
    shown = [[_said(value) for value in row] for row in kept]
    return table_text(simple_table(name, title, heads, shown, notes), to_csv(columns, kept))


def _said(value: object) -> str:
    if value is None:
        return _NO_VALUE
    return f"{value:.2f}" if isinstance(value, float) else str(value)
