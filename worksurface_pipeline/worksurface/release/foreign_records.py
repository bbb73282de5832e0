"""Tasks as other releases write them, nested or flattened, before they become ours."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Result = JsonValue


class _Open(BaseModel):
    """A record of which we read what we know."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ForeignQuery(_Open):
    """A query of the graph. `filter` narrows the set in words: it cannot be executed."""

    node: str
    relation: str
    filter: str = ""


class ForeignEvidence(_Open):
    """One evidence item of any surface."""

    surface: str
    file: str = ""
    span: str = ""
    table: str = ""
    columns: tuple[str, ...] = ()
    query: str = ""
    verified_result: Result = None
    source_file: str = ""
    source_sheet: str = ""
    graph_path: tuple[str, ...] = ()
    graph_query: ForeignQuery | None = None
    verified_complete_set: tuple[str, ...] = ()


class ForeignSource(_Open):
    """Where a task comes from."""

    benchmark: str = ""
    task_id: str = ""
    persona: str = ""
    rubric_refs: tuple[int, ...] = ()


class ForeignScreen(_Open):
    """Votes of the auditors of the release."""

    strict_pass_votes: int | None = None
    models: tuple[str, ...] = ()


class ForeignTask(_Open):
    """A task of the public format; the flattened form has its source among its own fields."""

    id: str
    source: ForeignSource = ForeignSource()
    source_task_id: str = ""
    persona: str = ""
    question: str | None = None
    task_type: str | None = None
    required_surfaces: tuple[str, ...] = ()
    required_sealed: tuple[str, ...] = ()
    gold_tools: tuple[str, ...] = ()
    applicable_skills: tuple[str, ...] = ()
    gold_answer: bool | int | float | str | tuple[str | int | float, ...]
    answer_type: str
    answer_unit: str = ""
    answer_digits: int | None = None
    gold_evidence: tuple[ForeignEvidence, ...] = ()
    quality_screen: ForeignScreen = Field(default_factory=ForeignScreen)
    original_question: str | None = None
    notes: str = ""
