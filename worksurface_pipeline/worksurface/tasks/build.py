"""Making atomic tasks: gold values, evidence records, content-derived ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GoldAnswer,
    RagEvidence,
    Scalar,
    TableEvidence,
    TaskSource,
    TaskType,
)
from worksurface_pipeline.worksurface.tasks.expressions import Expression
from worksurface_pipeline.worksurface.tasks.leaks import holds_answer, split_elements
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.values import Computed

# Digits of a stored gold: enough for every rounding that is asked, and stable between machines.
_DIGITS = 12
_ID_DIGITS = 16
TOOLS = {
    Surface.RAG: ("kb_search",),
    Surface.TABLE: ("table_list", "table_describe", "table_query"),
    Surface.GRAPH: ("graph_neighbors",),
}
_TYPES: dict[tuple[Surface, ...], TaskType] = {
    (Surface.RAG,): TaskType.RAG_ONLY,
    (Surface.TABLE,): TaskType.TABLE_ONLY,
    (Surface.GRAPH,): TaskType.GRAPH_ONLY,
}
_ORDER = (Surface.RAG, Surface.TABLE, Surface.GRAPH)


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold answer with its type, unit and printed digits."""

    answer: GoldAnswer
    type: AnswerType
    unit: str = ""
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A task before it has an id; `core` and `tail` are its question's phrase and ending.

    `asked` is the type that an abstain task asks for: that of the question it was changed from.
    `rivals` counts the other files of the source task that fit all of the question but its link,
    and would answer it differently.
    """

    derivation: Derivation
    question: str
    core: str
    gold: Gold
    evidence: tuple[Evidence, ...]
    surfaces: tuple[Surface, ...]
    rubrics: tuple[int, ...] = ()
    notes: str = ""
    tail: str = ""
    asked: AnswerType | None = None
    rivals: int = 0


def make_task(benchmark: str, task: SourceTask, draft: Draft) -> AtomicTask:
    """The atomic task of a draft; equal content gives an equal id."""
    surfaces = tuple(surface for surface in _ORDER if surface in draft.surfaces)
    is_absent = draft.gold.type is AnswerType.ABSTAIN
    made = AtomicTask(
        id="",
        source=TaskSource(
            benchmark=benchmark,
            task_id=task.task_id,
            persona=task.persona,
            rubric_refs=draft.rubrics,
        ),
        question=draft.question,
        task_type=TaskType.ABSTAIN if is_absent else _TYPES.get(surfaces, TaskType.CROSS_SURFACE),
        required_surfaces=surfaces,
        required_sealed=_sealed(surfaces),
        gold_tools=tuple(tool for surface in surfaces for tool in TOOLS[surface]),
        gold_answer=draft.gold.answer,
        answer_type=draft.gold.type,
        gold_evidence=draft.evidence,
        derivation=draft.derivation,
        answer_unit=draft.gold.unit,
        answer_digits=draft.gold.digits,
        notes=draft.notes,
        asked_type=draft.asked,
    )
    return made.model_copy(update={"id": content_id(made)})


def content_id(task: AtomicTask) -> str:
    """The id that a task's contents give: a task that was worded anew keeps that of the first."""
    original = task.original_question
    content = {
        "task": task.source.task_id,
        "persona": task.source.persona,
        "derivation": task.derivation.value,
        "question": task.question if original is None else original,
        "proof": [item.model_dump(mode="json") for item in task.gold_evidence],
    }
    return f"t_{short(digest_json(content), _ID_DIGITS)}"


def _sealed(surfaces: tuple[Surface, ...]) -> tuple[Surface, ...]:
    """Questions name files, and under `sealed` only the graph leads from a file to its content."""
    return surfaces if Surface.GRAPH in surfaces else (*surfaces, Surface.GRAPH)


def table_evidence(view: ViewProfile, expression: Expression, computed: Computed) -> TableEvidence:
    """The proof of a computed value."""
    return TableEvidence(
        table=view.id,
        columns=expression.columns,
        query=expression.sql(),
        verified_result=computed.rows,
        table_digest=view.record.digest,
        source_file=view.record.filename,
        source_sheet=view.record.sheet,
    )


def span_evidence(document: Document, start: int, end: int) -> RagEvidence:
    """The proof of a figure in a document."""
    return RagEvidence(
        file=document.id,
        span=document.text[start:end],
        start=start,
        end=end,
        text_digest=document.digest,
    )


def number_gold(value: Scalar, mention: NumberMention, unit: str) -> Gold:
    """A computed value as gold: full value, with the digits the rubric prints."""
    if isinstance(value, float):
        value = rounded(value)
    if not isinstance(value, (int, float)):
        raise TypeError(f"a number was expected, not {type(value).__name__}")
    digits = mention.digits if isinstance(value, float) else 0
    return Gold(value, AnswerType.NUMBER, mention.unit or unit, digits)


def rounded(value: float) -> float:
    """A float at twelve significant digits."""
    return float(f"{value:.{_DIGITS}g}")


def printed(gold: Gold) -> str:
    """A gold as an element of a composite answer: rounded to its printed digits."""
    if isinstance(gold.answer, float):
        return f"{gold.answer:.{gold.digits or 0}f}"
    return str(gold.answer)


def merge(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Drafts with equal questions as one, with the rubrics of all; other golds drop them all."""
    merged: dict[str, Draft] = {}
    unclear: set[str] = set()
    for draft in drafts:
        known = merged.get(draft.question, draft)
        if known.gold.answer != draft.gold.answer:
            unclear.add(draft.question)
        rubrics = tuple(sorted({*known.rubrics, *draft.rubrics}))
        merged[draft.question] = replace(known, rubrics=rubrics)
    return tuple(draft for draft in merged.values() if draft.question not in unclear)


def leaks(draft: Draft) -> bool:
    """Whether the draft's question holds its answer, or one element of it."""
    gold = draft.gold.answer
    is_pair = isinstance(gold, str) and len(draft.evidence) > 1
    if isinstance(gold, tuple):
        return holds_answer(draft.question, gold)
    return holds_answer(draft.question, split_elements(str(gold)) if is_pair else (gold,))
