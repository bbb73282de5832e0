"""The tasks as one flat Parquet table, nested fields as JSON, as the public release has them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from worksurface_pipeline.worksurface.exchange.columns import Column, Kind, Layout, field
from worksurface_pipeline.worksurface.exchange.parquet import table_of
from worksurface_pipeline.worksurface.release.gold_form import gold_lines
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


class TaskRow(NamedTuple):
    """A task, its record in the public form, and its budget."""

    task: AtomicTask
    record: Mapping[str, Any]
    budget: int | None


def _plain(name: str, kind: Kind, meaning: str) -> Column:
    return Column(name, kind, meaning, lambda row: row.record[name])


def _nested(name: str, meaning: str) -> Column:
    return Column(name, "text", f"{meaning}, as JSON", lambda row: _json(row.record[name]))


def _source(name: str, key: str, kind: Kind, meaning: str) -> Column:
    return Column(name, kind, meaning, lambda row: row.record["source"][key])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


TASKS_TABLE = Layout(
    "tasks",
    "one task with its gold",
    (
        _plain("id", "text", "id of the task, a digest of question and proofs"),
        _source("source_benchmark", "benchmark", "name", "where the source task is from"),
        _source("source_task_id", "task_id", "name", "source task"),
        _source("persona", "persona", "name", "persona whose surfaces it asks"),
        _plain("question", "text", "the question"),
        _plain("task_type", "name", "which surfaces it needs"),
        Column(
            "surface_combo",
            "name",
            "required surfaces in one word",
            lambda row: "+".join(row.record["required_surfaces"]),
        ),
        _nested("required_surfaces", "required surfaces, file names shown"),
        _nested("required_sealed", "required surfaces, file names hidden"),
        _nested("gold_tools", "tools that lead to the answer"),
        _nested("gold_answer", "the gold answer"),
        _plain("answer_type", "name", "number, list, string, boolean or abstain"),
        _plain("answer_unit", "name", "unit of the answer"),
        _plain("answer_digits", "integer", "printed decimals of a number"),
        _nested("gold_evidence", "the proofs"),
        _plain("derivation", "name", "family that derived it"),
        _nested("applicable_skills", "procedures that apply"),
        Column(
            "rubric_refs",
            "text",
            "rubrics of the source task that it rests on, as JSON",
            lambda row: _json(row.record["source"]["rubric_refs"]),
        ),
        Column(
            "quality_screen_votes",
            "integer",
            "strict passes of model auditors; none if no model judged",
            lambda row: row.record["quality_screen"]["strict_pass_votes"],
        ),
        Column(
            "quality_screen_models",
            "text",
            "those auditors, as JSON",
            lambda row: _json(row.record["quality_screen"]["models"]),
        ),
        Column("efficiency_budget_tokens", "integer", "token budget", lambda row: row.budget),
        _plain("notes", "text", "remarks"),
    ),
    ("persona", "source_task_id", "id"),
)


PUBLIC_TABLE = Layout(
    "public",
    "one task as an agent sees it",
    tuple(
        field(name, "text", f"{name.replace('_', ' ')} of the task")
        for name in PublicTask.model_fields
    ),
    ("persona", "source_task", "id"),
)


def public_parquet(tasks: Sequence[AtomicTask]) -> bytes:
    """What agents see of the tasks, as Parquet bytes."""
    return _bytes(PUBLIC_TABLE, [task.public() for task in tasks])


def tasks_parquet(tasks: Sequence[AtomicTask], budgets: Mapping[str, int]) -> bytes:
    """The tasks in their order as Parquet bytes; equal tasks give equal bytes."""
    lines = gold_lines(tasks).splitlines()
    rows = [
        TaskRow(task, json.loads(line.decode("utf-8", "replace")), budgets.get(task.id))
        for task, line in zip(tasks, lines, strict=True)
    ]
    return _bytes(TASKS_TABLE, rows)


def _bytes(layout: Layout, rows: Sequence[Any]) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table_of(layout, rows), buffer, compression="zstd", version="2.6")
    return buffer.getvalue()
