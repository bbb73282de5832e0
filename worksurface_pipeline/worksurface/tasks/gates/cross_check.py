"""Two derivations that share no code path beyond the raw file must agree: a cross-check.

Taught by field report 2 (91 of 500 gold queries wrong) and field report 63 (spans must be found
by a second extractor). It is no independence: both ways start from the same question and query.
"""

from __future__ import annotations

import math

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    spans_of,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.cross_cells import refuse_odd, second_rows
from worksurface_pipeline.worksurface.tasks.gates.cross_query import NotKnownError, run
from worksurface_pipeline.worksurface.tasks.gates.cross_texts import second_text, squeezed
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape

NAME = "cross_check"
REASON = "two derivations disagree"
_RELATIVE = 1e-9
# Plain Python takes a second for some 100,000 rows.
_MOST_ROWS = 200_000
Rows = tuple[tuple[Scalar, ...], ...]


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds results and spans that a second way does not give."""
    for item, shape in tables_of(task):
        found = second_result(item, shape, context)
        if found is not None and not _agree(found[0], item.verified_result):
            detail = f"{found[1]} gives {found[0][:1]}, the proof {item.verified_result[:1]}"
            return finding(NAME, REASON, detail, context, Checked.EXECUTED)
    for span in spans_of(task):
        if stands_in_second(span, context) is False:
            detail = f"another reader of {span.file} does not find {span.span!r}"
            return finding(NAME, REASON, detail, context, Checked.EXECUTED)
    return None


def second_result(
    item: TableEvidence, shape: QueryShape, context: Context
) -> tuple[Rows, str] | None:
    """What the second way gives, and from where; None where it knows too little."""
    record, data = context.views.get(item.table), context.cells(item.table)
    is_known = shape.views == (item.table,)
    if record is None or data is None or not is_known or record.row_count > _MOST_ROWS:
        return None

    def read() -> tuple[tuple[dict[str, Scalar], ...], str]:
        raw = context.raw(record.task_id, record.filename) if context.raw else None
        return second_rows(record, data, raw)

    rows, source = context.last("second rows", item.table, read)
    try:
        refuse_odd(rows, shape.columns)
        return run(shape.tree, rows), source
    except NotKnownError:
        return None


def stands_in_second(item: RagEvidence, context: Context) -> bool | None:
    """Whether a second reader finds the span; None where there is no file or no such reader."""
    document = context.documents.get(item.file)
    if document is None or document.sheet or context.raw is None:
        return None
    read = context.raw

    def other() -> str | None:
        raw = read(document.task_id, document.filename)
        return None if raw is None else second_text(document.filename, raw)

    text = context.last("second text", item.file, other)
    return None if not text else squeezed(item.span) in text


def _agree(one: Rows, other: Rows) -> bool:
    return len(one) == len(other) and all(
        len(row) == len(second) and all(map(_is_same, row, second))
        for row, second in zip(one, other, strict=True)
    )


def _is_same(one: Scalar, other: Scalar) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_RELATIVE)
    return one == other
