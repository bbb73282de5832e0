"""One task as another release writes it, as a record of ours; what had to be changed is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.release.foreign_records import (
    ForeignEvidence,
    ForeignTask,
    Result,
)
from worksurface_pipeline.worksurface.release.gold_form import (
    first_fault,
    gold_task,
    is_ours,
    own_evidence,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GoldAnswer,
    GraphPathEvidence,
    GraphSetEvidence,
    QualityScreen,
    RagEvidence,
    Scalar,
    TableEvidence,
    TaskSource,
    TaskType,
)

_COLON = re.compile(r"(?P<file>[^;]+\.\w{2,5})\s*[:\uff1a]\s+(?P<rest>[^;]+)")
_OUTPUTS = "task_produces_output"
UNKNOWN = -1
"""Offset of a span whose place the record does not say."""


@dataclass(slots=True)
class _Import:
    """One task on its way; `proofs` are its evidence as it stands in the record."""

    foreign: ForeignTask
    proofs: Sequence[object]
    remarks: list[str] = field(default_factory=list)

    @property
    def task_id(self) -> str:
        return self.foreign.source.task_id or self.foreign.source_task_id


def task_from(value: object) -> tuple[AtomicTask, Sequence[str]]:
    """A task and what is told of it. Raises ValueError for what is none."""
    said: list[str] = []
    if not isinstance(value, dict):
        raise ValueError("a task is a JSON object")
    if is_ours(value):
        try:
            task = gold_task(value)
            return _with_persona(task), ()
        except ValueError as error:
            family = value["derivation"]
            said.append(f"read as a foreign task: of {family} it lacks {first_fault(error)}")
    proofs = value.get("gold_evidence")
    item = _Import(ForeignTask.model_validate(value), proofs if isinstance(proofs, list) else ())
    item.remarks += said
    return _task(item), item.remarks


def _with_persona(task: AtomicTask) -> AtomicTask:
    """The persona as the key it is everywhere."""
    source = task.source.model_copy(update={"persona": slug(task.source.persona)})
    return task.model_copy(update={"source": source})


def _task(item: _Import) -> AtomicTask:
    foreign, source = item.foreign, item.foreign.source
    surfaces = _surfaces(foreign.required_surfaces)
    if foreign.question is None:
        item.remarks.append("it has no question: what needs one was not checked")
    return AtomicTask(
        id=foreign.id,
        source=TaskSource(
            benchmark=source.benchmark,
            task_id=item.task_id,
            persona=slug(source.persona or foreign.persona),
            rubric_refs=source.rubric_refs,
        ),
        question=foreign.question or "",
        task_type=_task_type(item, surfaces),
        required_surfaces=surfaces,
        required_sealed=_surfaces(foreign.required_sealed) or surfaces,
        gold_tools=foreign.gold_tools,
        gold_answer=_gold(item),
        answer_type=AnswerType(foreign.answer_type),
        answer_unit=foreign.answer_unit,
        answer_digits=foreign.answer_digits,
        gold_evidence=tuple(_evidence(item)),
        derivation=Derivation.FOREIGN,
        applicable_skills=foreign.applicable_skills,
        quality_screen=QualityScreen(
            strict_pass_votes=foreign.quality_screen.strict_pass_votes,
            models=foreign.quality_screen.models,
        ),
        original_question=foreign.original_question,
        notes=foreign.notes,
    )


def _surfaces(names: Sequence[str]) -> tuple[Surface, ...]:
    return tuple(surface for surface in Surface if surface in names)


def _task_type(item: _Import, surfaces: Sequence[Surface]) -> TaskType:
    if item.foreign.task_type:
        return TaskType(item.foreign.task_type)
    item.remarks.append("its task type was missing and follows from its surfaces")
    return TaskType(f"{surfaces[0].value}_only") if len(surfaces) == 1 else TaskType.CROSS_SURFACE


def _gold(item: _Import) -> GoldAnswer:
    """The gold; "file: n" becomes "file; n", the one way in which composites are written."""
    gold = item.foreign.gold_answer
    if isinstance(gold, tuple):
        return tuple(map(str, gold))
    found = _COLON.fullmatch(gold) if isinstance(gold, str) else None
    if found is None:
        return gold
    made = f"{found['file'].strip()}; {found['rest'].strip()}"
    item.remarks.append(f"the gold {gold!r} was read as {made!r}")
    return made


def _evidence(item: _Import) -> Iterator[Evidence]:
    """The proofs: of our form with all that they say, else as far as the public form goes."""
    for value, one in zip(item.proofs, item.foreign.gold_evidence, strict=True):
        own = own_evidence(value)
        if own is not None:
            yield own
        elif one.surface == Surface.RAG:
            yield RagEvidence(
                file=one.file, span=one.span, start=UNKNOWN, end=UNKNOWN, text_digest=""
            )
        elif one.surface == Surface.TABLE:
            yield _table(one)
        elif one.graph_path:
            yield GraphPathEvidence(graph_path=one.graph_path)
        elif one.graph_query is not None:
            yield from _set(item, one)
        else:
            item.remarks.append(f"an evidence item of {one.surface!r} says nothing and is left out")


def _table(one: ForeignEvidence) -> TableEvidence:
    return TableEvidence(
        table=one.table,
        columns=one.columns,
        query=one.query,
        verified_result=_rows(one.verified_result),
        table_digest="",
        source_file=one.source_file,
        source_sheet=one.source_sheet,
    )


def _rows(result: Result) -> tuple[tuple[Scalar, ...], ...]:
    """A recorded result as rows: a scalar is one row of one value; None says nothing."""
    if result is None:
        return ()
    rows = result if isinstance(result, list) else [result]
    return tuple(tuple(map(_scalar, row if isinstance(row, list) else [row])) for row in rows)


def _scalar(value: Result) -> Scalar:
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)


def _set(item: _Import, one: ForeignEvidence) -> Iterator[Evidence]:
    """A complete set of node ids; one that is narrowed in words becomes a path to each member."""
    query = one.graph_query
    if query is None:
        return
    members = tuple(sorted(_node(item, query.relation, name) for name in one.verified_complete_set))
    if not query.filter:
        yield GraphSetEvidence(
            node=query.node, relation=query.relation, verified_complete_set=members
        )
        return
    item.remarks.append(f"the filter {query.filter!r} of its graph query was read, not executed")
    for member in members:
        yield GraphPathEvidence(graph_path=(query.node, query.relation, member))


def _node(item: _Import, relation: str, name: str) -> str:
    if "::" in name:
        return name
    kind = "out::" if relation == _OUTPUTS else ""
    return f"t{item.task_id}::{kind}{name}"
