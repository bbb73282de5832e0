"""A wrong column, or one that has no name or a line of text for one.

Taught by ws_lite_386_aq001 ("users who launched the app" answered by the sum of `unnamed_3`, which
is the conversion rate), by ws_lite_300_xgt_0004 (a column called after a line of body text), and
by field report 1 (gold queries over another column than the question names).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import unit_of
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.headings import Heading, headings_of
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.words import synonyms, words_of

NAME = "columns"
_UNNAMED = re.compile(r"(?:unnamed|column|col|field|_c|f)_?\d*", re.IGNORECASE)
_ASKED_COLUMN = re.compile(r"\b(?:column|field)\s+['\"\u201c\u2018](.+?)['\"\u201d\u2019][,;. ?]")
_WHO = re.compile(r"\bwho\b", re.IGNORECASE)
_PER = re.compile(r"\bper ([^\W\d_]+)", re.IGNORECASE)
_LONG = 60  # characters; a header is a name, what is longer and holds sentence marks is text
_SENTENCE = re.compile(r"[:\uff1a;\uff1b]\s*\w|,.*,|\.\s+\w")
_RATES = frozenset({"rate", "ratio", "percent", "percentage", "share", "average", "avg", "mean"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds columns that the question does not ask for, and columns that nobody can name."""
    text = next(_body_text(task), "")
    if text:
        detail = f"the column {text[:_LONG]!r} is named by a line of text"
        return finding(NAME, "column name is a line of body text", detail, context, Checked.RECORD)
    for item, shape in tables_of(task):
        found = _wrong(task, item.table, shape, context) or _unnamed(item.table, shape, context)
        if found is not None:
            return found
    return None


def _body_text(task: AtomicTask) -> Iterator[str]:
    """Names of columns that are lines of text; a survey's question is a name."""
    names = [match[1] for match in _ASKED_COLUMN.finditer(task.question)]
    for item, shape in tables_of(task):
        names += [*item.columns, *shape.columns]
    for name in names:
        is_question = name.rstrip().endswith(("?", "\uff1f"))
        if len(name.strip()) > _LONG and _SENTENCE.search(name) and not is_question:
            yield name.strip()


def _unnamed(view: str, shape: QueryShape, context: Context) -> GateFinding | None:
    record = context.views.get(view)
    invented = {item.name for item in record.columns if item.is_invented} if record else set()
    for name in shape.columns:
        if name in invented or _UNNAMED.fullmatch(name):
            detail = f"the query on {view} reads {name}, a column without a name"
            return finding(NAME, "unnamed column", detail, context, Checked.RECORD)
    return None


def _wrong(task: AtomicTask, view: str, shape: QueryShape, context: Context) -> GateFinding | None:
    """Whether what is measured is what the question names, by the headings of the table."""
    headings = headings_of(view, context)
    if headings is None or not task.question:
        return None
    asked = _stems(_without_places(task.question, context.views[view]))
    is_alone = len(task.gold_evidence) == 1
    for name in _measured(shape):
        heading = headings.get(name)
        if heading is None:
            continue
        problem = _problem(heading, list(headings.values()), shape, asked, is_alone=is_alone)
        if problem:
            return finding(NAME, "wrong column", f"{view}: {problem}", context, Checked.STORED)
    return None


def _measured(shape: QueryShape) -> tuple[str, ...]:
    """Columns whose values make the answer."""
    names = [name for item in shape.measures for name in item.columns]
    return tuple(dict.fromkeys([*names, *shape.labels, *shape.order]))


def _without_places(question: str, record: TableRecord) -> str:
    """The question without the names of file and sheet: their words name no column."""
    for name in (record.filename, f"“{record.sheet}”"):
        question = question.replace(name, " ")
    return question


def _problem(
    heading: Heading,
    others: Sequence[Heading],
    shape: QueryShape,
    asked: frozenset[str],
    *,
    is_alone: bool,
) -> str:
    if heading.is_foreign_script:
        return ""
    said = _covered(heading, asked)
    if not said:
        return f"the query reads {heading.text!r}, which the question does not name"
    sums = any(item.function == "sum" and heading.name in item.columns for item in shape.measures)
    is_rate = bool(heading.stems & _RATES) or heading.type is ColumnType.PERCENT
    if sums and is_rate and heading.stems & asked <= {"total"} and len(heading.stems) > 1:
        return f"the query sums {heading.text!r}, which is a rate"
    rival = _rival(heading, others, shape, asked)
    if rival and (is_alone or not heading.stems < rival.stems):
        return f"the query reads {heading.text!r}, the question names {rival.text!r}"
    return ""


def _rival(
    heading: Heading, others: Sequence[Heading], shape: QueryShape, asked: frozenset[str]
) -> Heading | None:
    """A column that the query leaves unread and the question names in full.

    The one that is read is named in part then, or its name is a part of the other's.
    """
    is_named = _covered(heading, asked) == len(heading.stems)
    read = frozenset().union(*(item.stems for item in others if item.name in shape.columns))
    for other in others:
        is_full = other.stems and _covered(other, asked) == len(other.stems)
        is_other = other.name not in shape.columns and is_full and not other.stems <= read
        if is_other and (not is_named or other.stems > heading.stems):
            return other
    return None


def _covered(heading: Heading, asked: frozenset[str]) -> int:
    return sum(bool(synonyms(stem) & asked) for stem in heading.stems)


def _stems(text: str) -> frozenset[str]:
    """The words said; "who" asks for a name, and "per kilogram" for what is in kg."""
    words = words_of(text.replace("_", " "))
    found = {word.stem for word in words}
    found |= {"name"} if _WHO.search(text) else set()
    return frozenset(found | ({unit_of(match[1]) for match in _PER.finditer(text)} - {""}))
