"""A query that computes something else than the question asks for.

Taught by own questions: MAX for "the mean score" and for "the lowest lead time", SUM where a mean
was asked, COUNT of rows for "how many different carriers", a plain count for a percentage.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    DEMANDS,
    NO_SUPERLATIVE,
    RANKED_BY_SIZE,
    SAYS,
    SPANS,
    Sense,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.query import senses_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import (
    Asked,
    asked_of,
    clause_of,
    is_own,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.values import literals_of
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.spoken import split_unit

NAME = "asked_aggregate"
REASON = "query computes another thing than is asked"
_MET_BY = {
    Sense.TOTAL: {Sense.TOTAL, Sense.COUNT, Sense.DISTINCT, Sense.SHARE},
    Sense.DISTINCT: {Sense.DISTINCT},
}
"""Senses that a word can stand for beside its own: "the total number of orders"."""
_EXCLUSIVE = frozenset({Sense.MEAN, Sense.MEDIAN, Sense.MOST, Sense.LEAST})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds computations that the question does not state, and those it states in vain."""
    if not (is_worded_elsewhere(task) or is_foreign(task)):
        return None
    for item, shape in tables_of(task):
        record = context.views.get(item.table)
        if record is None:
            continue
        problem = next(_problems(task, item, shape, record, context), "")
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.RECORD)
    return None


def _problems(
    task: AtomicTask, item: TableEvidence, shape: QueryShape, record: TableRecord, context: Context
) -> Iterator[str]:
    booleans = frozenset(one.name for one in record.columns if one.type is ColumnType.BOOLEAN)
    done = senses_of(shape.tree, booleans)
    clause = clause_of(task, item, context)
    said = asked_of(NO_SUPERLATIVE.sub(" ", clause.without(literals_of(shape)).text))
    spoken = [split_unit(name)[0] for name in shape.columns]
    wanted = _wanted(said.without(spoken)) if is_own(task, item, context) else {}
    stated = said.text if Sense.SHARE not in done else task.question
    if is_foreign(task):
        yield from _opposed(done, wanted)
        return
    other = [f"the question asks for {one.value} (“{word}”)" for one, word in wanted.items()]
    for sense in sorted(done):
        if not _is_stated(sense, stated, shape, said, wanted):
            asks = " and ".join(other) or "which the question does not state"
            yield f"the query takes {sense.value}, {asks}"
    is_rate = any(
        one.type is ColumnType.PERCENT and one.name in shape.columns for one in record.columns
    )
    for sense, word in wanted.items():
        if not _is_done(sense, done, shape, is_rate=is_rate):
            yield f"the question says “{word}”, but the query does not take {sense.value}"


def _opposed(done: frozenset[Sense], wanted: dict[Sense, str]) -> Iterator[str]:
    """Of gold from elsewhere, whose words we do not know: one computation for another alone."""
    asked, taken = _EXCLUSIVE & wanted.keys(), _EXCLUSIVE & done
    if len(asked) == 1 == len(taken) and asked != taken:
        (one,), (other,) = asked, taken
        yield f"the query takes {other.value}, the question asks for {one.value} (“{wanted[one]}”)"


def _wanted(said: Asked) -> dict[Sense, str]:
    """What the question demands, each with the word that does."""
    found = {sense: pattern.search(said.text) for sense, pattern in DEMANDS.items()}
    return {sense: match[0] for sense, match in found.items() if match}


def _is_stated(
    sense: Sense, text: str, shape: QueryShape, said: Asked, wanted: dict[Sense, str]
) -> bool:
    if SAYS[sense].search(text):
        return sense is not Sense.TOTAL or not _is_other(text, wanted)
    if sense in (Sense.MOST, Sense.LEAST) and SPANS.search(text):
        return True
    if sense in (Sense.TOTAL, Sense.COUNT) and RANKED_BY_SIZE.search(text):
        return True  # "which region sold the most units", "more than five orders"
    if sense is Sense.DISTINCT:
        return any(said.states(_stems(name)) for one in shape.measures for name in one.columns)
    return False


def _is_other(text: str, wanted: dict[Sense, str]) -> bool:
    """Whether "how much" stands beside a word for another computation, and none for a total."""
    is_plain = DEMANDS[Sense.TOTAL].search(text) is None
    return is_plain and bool({Sense.MEAN, Sense.MEDIAN} & wanted.keys())


def _stems(name: str) -> frozenset[str]:
    return asked_of(split_unit(name)[0]).stems


def _is_done(sense: Sense, done: frozenset[Sense], shape: QueryShape, *, is_rate: bool) -> bool:
    if done & _MET_BY.get(sense, {sense}):
        return True
    if sense is Sense.DISTINCT:  # "which different carriers": a list has each value once
        return not shape.measures
    return sense is Sense.SHARE and is_rate
