"""Atomic tasks, their proofs, and what of them an agent may see."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

AGAINST = "^"
"""Before a relation of a graph path that is followed from target to source."""
Scalar = str | int | float | bool | None
GoldAnswer = bool | int | float | str | tuple[str, ...]


class TaskType(StrEnum):
    """Which surfaces a task needs."""

    RAG_ONLY = "rag_only"
    TABLE_ONLY = "table_only"
    GRAPH_ONLY = "graph_only"
    CROSS_SURFACE = "cross_surface"
    ABSTAIN = "abstain"


class Derivation(StrEnum):
    """The family that derived a task: a closed list."""

    REQUIRED_INPUTS = "required_inputs"
    ROW_COUNT = "row_count"
    FILTERED_COUNT = "filtered_count"
    DISTINCT_COUNT = "distinct_count"
    COLUMN_AGGREGATE = "column_aggregate"
    FILTERED_AGGREGATE = "filtered_aggregate"
    TOP_CATEGORY = "top_category"
    CELL_LOOKUP = "cell_lookup"
    SHARE = "share"
    DOCUMENT_FIGURE = "document_figure"
    AGGREGATE_AND_DOCUMENT = "aggregate_and_document"
    ABSENT_TARGET = "absent_target"
    GROUP_TOP = "group_top"
    MEASURE_SHARE = "measure_share"
    OUTPUT_FILES = "output_files"
    OUTPUT_INPUTS = "output_inputs"
    DEPENDENTS = "dependents"
    LINEAGE_END = "lineage_end"
    VERSION = "version"
    SHARED_TASKS = "shared_tasks"
    FILE_COUNTS = "file_counts"
    LINKED_DOCUMENT = "linked_document"
    LINKED_TABLE = "linked_table"
    DOCUMENT_FILTER = "document_filter"
    LINKED_FILTER = "linked_filter"
    LINKED_PAIR = "linked_pair"
    PROPOSED_TABLE = "proposed_table"
    PROPOSED_DOCUMENT = "proposed_document"
    PROPOSED_PAIR = "proposed_pair"
    PROPOSED_THREE = "proposed_three"
    OWN_QUESTION = "own_question"
    FOREIGN = "foreign"


GRAPH_FAMILIES = frozenset(
    {
        Derivation.REQUIRED_INPUTS,
        Derivation.OUTPUT_FILES,
        Derivation.OUTPUT_INPUTS,
        Derivation.DEPENDENTS,
        Derivation.LINEAGE_END,
        Derivation.VERSION,
        Derivation.SHARED_TASKS,
        Derivation.FILE_COUNTS,
    }
)
"""Families whose answer is read from the graph alone."""
DEPENDENT_FAMILIES = frozenset(
    {
        Derivation.LINKED_DOCUMENT,
        Derivation.LINKED_TABLE,
        Derivation.DOCUMENT_FILTER,
        Derivation.LINKED_FILTER,
    }
)
"""Families of several proofs in which each leads to the next: the last one holds the answer."""


class RagEvidence(Frozen):
    """A span [start, end) of a document's canonical text; `text_digest` is the document's."""

    surface: Literal["rag"] = "rag"
    file: str
    span: str
    start: int
    end: int
    text_digest: str


class TableEvidence(Frozen):
    """A query over views, its complete result (rows of scalars), and the views' digest."""

    surface: Literal["table"] = "table"
    table: str
    columns: tuple[str, ...]
    query: str
    verified_result: tuple[tuple[Scalar, ...], ...]
    table_digest: str
    source_file: str
    source_sheet: str


class GraphSetEvidence(Frozen):
    """All ends of `relation` at `node`, as node ids, sorted and complete.

    `direction` says which ends: targets of edges from the node ("out"), sources of edges to it
    ("in"), or both. With a `suffix` the set holds those alone whose names end with it (".csv").
    """

    surface: Literal["graph"] = "graph"
    node: str
    relation: str
    verified_complete_set: tuple[str, ...]
    direction: Literal["out", "in", "both"] = "out"
    suffix: str = ""


class GraphPathEvidence(Frozen):
    """A path node, relation, node, ...; its terminal node is what counts as evidence.

    A relation that is followed against its direction is written with `AGAINST` before it.
    """

    surface: Literal["graph"] = "graph"
    graph_path: tuple[str, ...]


class AbsenceEvidence(Frozen):
    """A search of all surfaces in scope that found nothing: the terms, and what was searched."""

    surface: Literal["absence"] = "absence"
    terms: tuple[str, ...]
    searched: tuple[Surface, ...]
    scope_digest: str


Evidence = RagEvidence | TableEvidence | GraphSetEvidence | GraphPathEvidence | AbsenceEvidence


class TaskSource(Frozen):
    """Where a task comes from; `rubric_refs` are indices of the source task's rubrics."""

    benchmark: str
    task_id: str
    persona: str
    rubric_refs: tuple[int, ...] = ()


class QualityScreen(Frozen):
    """Votes of model auditors; empty until a panel has judged."""

    strict_pass_votes: int | None = None
    models: tuple[str, ...] = ()


class AtomicTask(Frozen):
    """One question with its gold answer, required surfaces and proof.

    `answer_unit` is "percent", "fraction", a currency, a unit word or ""; a percent gold is the
    percent figure (33.5, not 0.335). `answer_digits` is the number of decimals printed, None when
    the answer is no number. `required_surfaces` are those of the interface `open`;
    `required_sealed` those of `sealed`. `asked_type` is the form an abstain task asks for, so that
    an agent cannot tell it from an answerable one. `not_for_route` names the interfaces under which
    several minimal sets of surfaces reach it: Route is unscored there.
    """

    id: str
    source: TaskSource
    question: str
    task_type: TaskType
    required_surfaces: tuple[Surface, ...]
    required_sealed: tuple[Surface, ...]
    gold_tools: tuple[str, ...]
    gold_answer: GoldAnswer
    answer_type: AnswerType
    gold_evidence: tuple[Annotated[Evidence, Field()], ...]
    derivation: Derivation
    answer_unit: str = ""
    answer_digits: int | None = None
    applicable_skills: tuple[str, ...] = ()
    quality_screen: QualityScreen = QualityScreen()
    original_question: str | None = None
    asked_type: AnswerType | None = None
    not_for_route: tuple[str, ...] = ()
    notes: str = ""

    def public(self) -> PublicTask:
        """What an agent may see of this task."""
        return PublicTask(
            id=self.id,
            question=self.question,
            answer_type=self.asked_type or self.answer_type,
            source_task=self.source.task_id,
            persona=self.source.persona,
        )


class RubricFigure(Frozen):
    """What became of one figure of a rubric: `status` is recovered or not_recovered.

    `figure` is as printed, `start` its offset in the rubric's text; `task` is the atomic task that
    carries its proof, "" when not recovered, with `reason` then saying what was tried.
    """

    task_id: str
    rubric_index: int
    figure: str
    start: int
    status: str
    task: str = ""
    reason: str = ""


class Refusal(Frozen):
    """A candidate that did not become a verified task, with the check that refused it."""

    candidate: str
    persona: str
    derivation: Derivation
    question: str
    reason: str


class Checked(StrEnum):
    """What a finding of a gate rests on."""

    RECORD = "record only"
    STORED = "stored surfaces"
    EXECUTED = "re-executed"
    RECONSTRUCTED = "reconstructed"


class GateFinding(Frozen):
    """What a gate found: a reason of a few words, and a detail that a person can review."""

    gate: str
    reason: str
    detail: str
    checked: Checked


class Quarantined(Frozen):
    """A task that a gate held back, whole, so that a person can review it."""

    task: AtomicTask
    findings: tuple[GateFinding, ...]
