"""The one contract of all gates: a pure function from a task and its context to a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast

from worksurface_pipeline.kernel.errors import QueryError, QueryLimitError
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    DEPENDENT_FAMILIES,
    AtomicTask,
    Checked,
    Derivation,
    GateFinding,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape, shape_of
from worksurface_pipeline.worksurface.tasks.replay import Replayer

T = TypeVar("T")
RawFile = Callable[[str, str], bytes | None]
"""The bytes of a source file by source task and file name, None where they are not at hand."""


class Gate(Protocol):
    """One fault: a pure function that finds it in a task, or finds nothing."""

    def __call__(self, task: AtomicTask, context: Context) -> GateFinding | None:
        """The finding, with a reason that a person can review; None when nothing is wrong."""
        ...


@dataclass(slots=True)
class Context:
    """What a gate may look at beside the record.

    `replayer` is None where there is no table to query and no text to read: then the record alone
    is judged. `is_whole` tells that everything the task could name is there, so that what is
    missing is a fault; of a foreign release only a part may be at hand. `is_rebuilt` says that the
    surfaces were made after notes and are not the originals. `pool` are the tasks judged together.
    """

    replayer: Replayer | None = None
    pool: Sequence[AtomicTask] = ()
    raw: RawFile | None = None
    is_whole: bool = True
    is_rebuilt: bool = False
    is_task_scope: bool = False
    _probes: dict[str, tuple[tuple[Scalar, ...], ...] | None] = field(default_factory=dict)
    _stops: dict[str, str] = field(default_factory=dict)
    _kept: dict[tuple[str, str], object] = field(default_factory=dict)
    _last: dict[tuple[str, str], object] = field(default_factory=dict)

    @property
    def surfaces(self) -> Surfaces | None:
        """The stored surfaces."""
        return None if self.replayer is None else self.replayer.surfaces

    @property
    def documents(self) -> Mapping[str, Document]:
        """Documents in scope by id."""
        return {} if self.replayer is None else self.replayer.documents

    @property
    def views(self) -> Mapping[str, TableRecord]:
        """Views in scope by id."""
        return {} if self.replayer is None else self.replayer.views

    @property
    def nodes(self) -> frozenset[str]:
        """Ids of the graph's nodes."""
        surfaces = self.surfaces
        if surfaces is None:
            return frozenset()
        return self.once("nodes", "", lambda: frozenset(one.id for one in surfaces.graph.nodes))

    def cells(self, view: str) -> TableData | None:
        """The cells of a view that is there."""
        surfaces = self.surfaces
        if surfaces is None or view not in self.views:
            return None
        return self.last("cells", view, lambda: surfaces.tables.data[view])

    def rows(self, view: str, sql: str) -> tuple[tuple[Scalar, ...], ...] | None:
        """The rows of a query over a view that is there; None where it cannot run."""
        if self.replayer is None or view not in self.views or not sql:
            return None
        if sql not in self._probes:
            self._probes[sql] = self._run(self.replayer, sql)
        return self._probes[sql]

    def on_record(self) -> Context:
        """The same without surfaces: the record alone is judged, and nothing is run."""
        return Context(
            pool=self.pool,
            is_whole=self.is_whole,
            is_rebuilt=self.is_rebuilt,
            is_task_scope=self.is_task_scope,
        )

    def stopped(self, view: str, sql: str) -> str:
        """Why a query could not be finished; "" where it was, or failed, or never ran."""
        self.rows(view, sql)
        return self._stops.get(sql, "")

    def number(self, view: str, sql: str) -> int | None:
        """The one integer that a probe gives."""
        rows = self.rows(view, sql)
        value = rows[0][0] if rows and rows[0] else None
        return value if isinstance(value, int) else None

    def once(self, kind: str, name: str, make: Callable[[], T]) -> T:
        """A small value of a view or document, made once."""
        key = kind, name
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def last(self, kind: str, name: str, make: Callable[[], T]) -> T:
        """A large value, kept until another of its kind is asked for."""
        key = kind, name
        if key not in self._last:
            self._last = {one: value for one, value in self._last.items() if one[0] != kind}
            self._last[key] = make()
        return cast("T", self._last[key])

    def in_scope(self, task: AtomicTask, other: Document) -> bool:
        """Whether a document stands in the scope in which the task's proof must be unique."""
        return not self.is_task_scope or other.task_id == task.source.task_id

    def _run(self, replayer: Replayer, sql: str) -> tuple[tuple[Scalar, ...], ...] | None:
        try:
            return tuple(tuple(row) for row in replayer.session.query(sql).rows)
        except QueryLimitError as error:
            self._stops[sql] = error.what
        except QueryError:
            return None
        return None


def finding(gate: str, reason: str, detail: str, context: Context, checked: Checked) -> GateFinding:
    """A finding; what was seen on rebuilt surfaces says so."""
    is_seen = checked is not Checked.RECORD
    return GateFinding(
        gate=gate,
        reason=reason,
        detail=detail,
        checked=Checked.RECONSTRUCTED if is_seen and context.is_rebuilt else checked,
    )


def is_foreign(task: AtomicTask) -> bool:
    """Whether the task was made elsewhere: its question follows no form of ours."""
    return task.derivation is Derivation.FOREIGN


_LED = DEPENDENT_FAMILIES | {Derivation.LINKED_PAIR}
_WORDED_ELSEWHERE = frozenset(
    {
        Derivation.OWN_QUESTION,
        Derivation.PROPOSED_TABLE,
        Derivation.PROPOSED_DOCUMENT,
        Derivation.PROPOSED_PAIR,
        Derivation.PROPOSED_THREE,
    }
)


def is_worded_elsewhere(task: AtomicTask) -> bool:
    """Whether a user or a model put the question beside its proof: nothing made them agree.

    So does a model that reworded a question of ours; questions that lead to a file or a figure
    without naming it state less than their proofs by design, and are told by their links.
    """
    if task.derivation in _WORDED_ELSEWHERE:
        return True
    is_led = task.derivation in _LED or task.answer_type is AnswerType.ABSTAIN
    return task.original_question is not None and not is_foreign(task) and not is_led


def tables_of(task: AtomicTask) -> Iterator[tuple[TableEvidence, QueryShape]]:
    """The table proofs with a query that parses."""
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence) and item.query:
            shape = shape_of(item.query)
            if shape is not None:
                yield item, shape


def spans_of(task: AtomicTask) -> Iterator[RagEvidence]:
    """The document proofs."""
    return (item for item in task.gold_evidence if isinstance(item, RagEvidence))


def sets_of(task: AtomicTask) -> Iterator[GraphSetEvidence]:
    """The proofs by a complete set."""
    return (item for item in task.gold_evidence if isinstance(item, GraphSetEvidence))


def paths_of(task: AtomicTask) -> Iterator[GraphPathEvidence]:
    """The proofs by a path."""
    return (item for item in task.gold_evidence if isinstance(item, GraphPathEvidence))
