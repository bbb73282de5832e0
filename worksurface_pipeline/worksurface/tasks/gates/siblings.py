"""One of several sibling tables or blocks that fit the wording.

Taught by ws_lite_360_aq001 (five year blocks side by side under one merged header; the question
names neither file nor year, and another table of the same source task fits it too).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    GraphPathEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.headings import headings_of
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape

NAME = "siblings"
REASON = "sibling tables fit the wording"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds questions that could mean another table, or another block of the same one."""
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence) and context.surfaces is not None:
            problem = next(_place_problems(task, item, context), "")
            if problem:
                return finding(NAME, REASON, problem, context, Checked.STORED)
    for item, shape in tables_of(task):
        problem = _block_problem(item, shape, context)
        if problem:
            return finding(NAME, "one of several blocks", problem, context, Checked.STORED)
    return None


def _place_problems(task: AtomicTask, item: TableEvidence, context: Context) -> Iterator[str]:
    """The question must name one table alone: file, and sheet where the file has several."""
    record = context.views.get(item.table)
    filename = item.source_file or (record.filename if record else "")
    paths = [one for one in task.gold_evidence if isinstance(one, GraphPathEvidence)]
    if not paths and filename not in task.question and not is_foreign(task):
        yield f"the question does not name {filename}"
    records = _records(task, context)
    is_led = any(one.graph_path[-1].rpartition("::")[2] == filename for one in paths)
    if is_foreign(task) and filename not in task.question and not is_led:
        yield from _fitting(task, item, context)
        return
    records = [record for record in records if record.filename == filename]
    if item.source_sheet and item.source_sheet in task.question:
        records = [record for record in records if record.sheet == item.source_sheet]
    if len(records) > 1:
        yield f"{filename} has {len(records)} tables that the question could mean"


def _records(task: AtomicTask, context: Context) -> list[TableRecord]:
    surfaces = context.surfaces
    every = surfaces.tables.records if surfaces else ()
    return [record for record in every if record.task_id == task.source.task_id]


def _fitting(task: AtomicTask, item: TableEvidence, context: Context) -> Iterator[str]:
    """Other views of the source task that hold the values the query asks for."""
    wanted = {
        comparison.value
        for evidence, shape in tables_of(task)
        if evidence.table == item.table
        for comparison in shape.comparisons
        if comparison.is_text
    }
    others = [
        record.id
        for record in _records(task, context)
        if record.is_view and record.id != item.table and _holds(record.id, wanted, context)
    ]
    if wanted and others:
        yield f"{', '.join(others)} hold {', '.join(sorted(wanted))} as {item.table} does"


def _holds(view: str, wanted: set[str], context: Context) -> bool:
    data = context.cells(view)
    if data is None or not wanted:
        return False
    cells = {cell for name in data.texts.columns for cell in data.texts[name].drop_nulls()}
    return wanted <= cells


def _block_problem(item: TableEvidence, shape: QueryShape, context: Context) -> str:
    """Columns of one name side by side, of which the query reads some."""
    headings = headings_of(item.table, context)
    if headings is None:
        return ""
    counts = Counter(heading.text.strip() for heading in headings.values() if heading.text.strip())
    for name in {column for measure in shape.measures for column in measure.columns}:
        heading = headings.get(name)
        alike = counts[heading.text.strip()] if heading else 0
        read = [
            h
            for h in headings.values()
            if h.name in shape.columns and heading and h.text == heading.text
        ]
        if heading is not None and alike > len(read):
            return f"{item.table} has {alike} columns {heading.text!r}, the query reads {len(read)}"
    return ""
