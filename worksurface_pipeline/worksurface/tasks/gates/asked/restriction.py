"""A word of the question that narrows what is asked, and that nothing in the proof meets.

Taught by own questions: "arrived on time" with no condition on it, "the average weekly revenue" as
a mean of rows, "the first half of May" as the month, "the Markdown files" as all inputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import conditions_of
from worksurface_pipeline.worksurface.tasks.gates.asked.narrowing import (
    ADJECTIVES,
    ALONE,
    BOTH,
    PERIODS,
    PUNCTUAL,
    SPANS_OF_TIME,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.query import functions_in
from worksurface_pipeline.worksurface.tasks.gates.asked.sentence import sentence_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.asked.values import is_date, literals_of
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape, shape_of
from worksurface_pipeline.worksurface.tasks.gates.query_tree import parsed, text_of
from worksurface_pipeline.worksurface.tasks.lexicon import word_set
from worksurface_pipeline.worksurface.tasks.words import name_parts, stem

NAME = "asked_restriction"
_PARTS = frozenset({"year", "month", "day", "quarter", "week", "date_trunc", "date_part"})
REASON = "question narrows what the proof does not"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds restricting words that no column, value, condition or sentence meets."""
    if not is_worded_elsewhere(task):
        return None
    for item in task.gold_evidence:
        if not is_own(task, item, context):
            continue
        asked = clause_of(task, item, context)
        found: Iterator[str] = iter(())
        if isinstance(item, TableEvidence) and item.query:
            found = _unmet_by_query(item, asked, context)
        elif isinstance(item, RagEvidence):
            found = _unmet_by_sentence(item, asked, context)
        word = next(found, "")
        if word:
            detail = f"nothing in the proof meets the question's “{word}”"
            return finding(NAME, REASON, detail, context, Checked.STORED)
    return None


def _unmet_by_sentence(item: RagEvidence, asked: Asked, context: Context) -> Iterator[str]:
    sentence = sentence_of(item, context)
    if sentence is None:
        return
    there = sentence.stems | sentence.around
    for pattern in (PERIODS, ADJECTIVES):
        yield from _unmet(pattern, asked, there)


def _unmet_by_query(item: TableEvidence, asked: Asked, context: Context) -> Iterator[str]:
    record, shape = context.views.get(item.table), shape_of(item.query)
    if record is None or shape is None:
        return
    met = frozenset(
        part for text in (*shape.columns, *literals_of(shape)) for part in name_parts(text)
    )
    for match in PERIODS.finditer(asked.text):
        if not _is_by_period(match[0], met, item, shape, record, context):
            yield match[0]
    met |= functions_in(shape.tree)
    conditions = conditions_of(shape.tree)
    values = [value for one in conditions for value in one.values or ("",)]
    is_late = bool(met & _LATE) or any(len(one.columns) > 1 for one in conditions)
    for pattern, is_met in (
        (ADJECTIVES, False),
        (PUNCTUAL, is_late),
        (SPANS_OF_TIME, _has_dates(shape)),
        (ALONE, bool(conditions)),
        (BOTH, len(values) > 1),
    ):
        yield from () if is_met else _unmet(pattern, asked, met)


_LATE = frozenset(
    map(stem, word_set("time delay delayed late lateness early due overdue punctual deadline"))
)
"""Words of columns and values that tell whether something came in time."""


def _unmet(pattern: re.Pattern[str], asked: Asked, met: frozenset[str]) -> Iterator[str]:
    for match in pattern.finditer(asked.text):
        if not _stems(match[0]) & met:
            yield match[0]


_MEANS = {"daily": "day", "yearly": "year", "annual": "year", "absolute": "abs", "relative": "/"}
"""What meets a word that has another stem: a noun, or a function of the query."""


def _stems(words: str) -> frozenset[str]:
    """The words of a restriction as names have them."""
    plain = words.lower().split()
    return frozenset(stem(one) for one in plain) | {_MEANS[one] for one in plain if one in _MEANS}


def _has_dates(shape: QueryShape) -> bool:
    """Whether the query bounds a stretch of time by two dates."""
    return sum(is_date(text) for text in literals_of(shape)) > 1


def _is_by_period(
    word: str,
    met: frozenset[str],
    item: TableEvidence,
    shape: QueryShape,
    record: TableRecord,
    context: Context,
) -> bool:
    """A column that is read says the period, the query groups by dates, or a row is a period."""
    if _stems(word) & met:
        return True
    dates = [one.name for one in record.columns if one.type is ColumnType.DATE]
    dates += [one.name for one in record.columns if _stems(word) & set(name_parts(one.name))]
    if any(name in shape.columns for name in dates) and functions_in(shape.tree) & _PARTS:
        return True
    return any(_is_key(name, item, shape, context) for name in dates)


def _is_key(name: str, item: TableEvidence, shape: QueryShape, context: Context) -> bool:
    """Whether each row that the query looks at has a value of its own in a column."""
    made = parsed(f'SELECT COUNT(*) - COUNT(DISTINCT "{name}") FROM "{item.table}"')
    if made is None:
        return False
    where = shape.tree.get("where_clause")
    probe = made if where is None else {**made, "where_clause": where}
    return context.number(item.table, text_of(probe)) == 0
