"""What all mutants share: a sound task on its stage, and a faulty twin made from it.

A mutant agrees with itself: its query was run and its gold is the result, so that a mere replay
does not give it away unless the class is one of replay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GoldAnswer,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, Surfaces
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, RawFile
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape, shape_of
from worksurface_pipeline.worksurface.tasks.replay import Replayer, open_replayer


@dataclass(slots=True)
class Stage:
    """A persona's surfaces open for replay, with the tasks that are sound on them."""

    name: str
    surfaces: Surfaces
    replayer: Replayer
    tasks: tuple[AtomicTask, ...]
    raw: RawFile | None
    context: Context = field(init=False)

    def __post_init__(self) -> None:
        self.context = self.with_replayer(self.replayer)

    def with_replayer(self, replayer: Replayer) -> Context:
        """A context over other surfaces."""
        return Context(replayer=replayer, pool=self.tasks, raw=self.raw)

    def with_documents(self, documents: Sequence[Document]) -> Context:
        """A context in which some documents are others, or more."""
        known = {**self.replayer.documents, **{one.id: one for one in documents}}
        surfaces = replace(self.surfaces, documents=DocumentSet(documents=tuple(known.values())))
        return self.with_replayer(replace(self.replayer, documents=known, surfaces=surfaces))

    def with_record(self, record: TableRecord) -> Context:
        """A context in which the record of one view is another."""
        views = {**self.replayer.views, record.id: record}
        return self.with_replayer(replace(self.replayer, views=views))

    def rows(self, sql: str) -> tuple[tuple[Scalar, ...], ...]:
        """The result of a query, () where it fails."""
        try:
            return tuple(map(tuple, self.replayer.session.query(sql).rows))
        except QueryError:
            return ()


Named = tuple[str, Surfaces, tuple[AtomicTask, ...], RawFile | None]
"""Surfaces with a name, the tasks derived from them, and what reads their files."""


@contextmanager
def stages(named: Sequence[Named]) -> Iterator[tuple[Stage, ...]]:
    """All stages, open together."""
    with ExitStack() as stack:
        yield tuple(
            Stage(name, surfaces, stack.enter_context(open_replayer(surfaces)), tasks, raw)
            for name, surfaces, tasks, raw in named
        )


@dataclass(frozen=True, slots=True)
class Mutant:
    """A task with one fault, and what it is judged in; `gates` are those made for the fault."""

    kind: str
    task: AtomicTask
    context: Context


Mutants = Generator[Mutant]
Mutator = Callable[[AtomicTask, Stage], Mutants]


def table_proof(task: AtomicTask) -> tuple[TableEvidence, QueryShape] | None:
    """The one table proof of a task that has no other."""
    item = task.gold_evidence[0]
    if len(task.gold_evidence) != 1 or not isinstance(item, TableEvidence):
        return None
    shape = shape_of(item.query)
    return None if shape is None else (item, shape)


def span_proof(task: AtomicTask) -> RagEvidence | None:
    """The one document proof of a task that has no other."""
    item = task.gold_evidence[0]
    is_one = len(task.gold_evidence) == 1 and isinstance(item, RagEvidence)
    return item if is_one and isinstance(item, RagEvidence) else None


def requeried(task: AtomicTask, stage: Stage, query: str) -> AtomicTask | None:
    """The task with another query, its result and its gold; None where that is the same gold."""
    proof = table_proof(task)
    rows = stage.rows(query)
    shape = shape_of(query)
    if proof is None or shape is None or not rows or rows[0][0] is None:
        return None
    gold = _gold(task, rows)
    item = proof[0].model_copy(
        update={"query": query, "verified_result": rows, "columns": shape.columns}
    )
    if gold == task.gold_answer:
        return None
    return task.model_copy(update={"gold_evidence": (item,), "gold_answer": gold})


def respanned(task: AtomicTask, document: Document, start: int, end: int) -> AtomicTask:
    """The task with another span, its number or text as gold."""
    span = document.text[start:end]
    item = RagEvidence(
        file=document.id, span=span, start=start, end=end, text_digest=document.digest
    )
    plain = span.replace(",", "")
    gold: GoldAnswer = span
    if re.fullmatch(r"\d+", plain):
        gold = int(plain)
    elif re.fullmatch(r"\d+\.\d+", plain):
        gold = float(plain)
    kind = "string" if isinstance(gold, str) else "number"
    return AtomicTask.model_validate(
        {
            **task.model_dump(),
            "gold_evidence": [item.model_dump()],
            "gold_answer": gold,
            "answer_type": kind,
        }
    )


def _gold(task: AtomicTask, rows: tuple[tuple[Scalar, ...], ...]) -> GoldAnswer:
    if isinstance(task.gold_answer, tuple):
        return tuple(sorted(str(row[0]) for row in rows))
    value = rows[0][0]
    if isinstance(value, float):
        return float(f"{value:.12g}")
    return value if value is not None else ""


def quoted(name: str) -> str:
    """A name as a SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"


Mutators = Mapping[str, tuple[Mutator, frozenset[str]]]
"""Mutators by class, each with the gates that were made for its fault."""
