"""A header cell taken for a value.

Taught by ws_lite_388_aq001 and ws_lite_386_ext_0185 (the true header is row 2 of the data, so that
"Performance Rating" is met as if it were a rating).
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    spans_of,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.headings import headings_of
from worksurface_pipeline.worksurface.tasks.golds import elements
from worksurface_pipeline.worksurface.tasks.leaks import is_number

NAME = "header_cell"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds answers that are the name of a column."""
    golds = {normalise(str(one)) for one in elements(task) if not is_number(str(one))}
    for item, shape in tables_of(task):
        headings = headings_of(item.table, context)
        names = {normalise(one.text) for one in headings.values()} if headings else set()
        names |= {normalise(name) for name in shape.columns}
        values = {normalise(str(value)) for row in item.verified_result for value in row}
        for name in sorted((golds & values & names) - {""}):
            detail = f"{name!r} is the name of a column of {item.table}"
            return finding(NAME, "header cell as value", detail, context, Checked.STORED)
    for name in _header_spans(task, context):
        detail = f"{name!r} stands in the header of a table"
        return finding(NAME, "header cell as value", detail, context, Checked.STORED)
    return None


def _header_spans(task: AtomicTask, context: Context) -> Iterator[str]:
    """Spans in the first row of a Markdown table: the line below is its rule."""
    for item in spans_of(task):
        document = context.documents.get(item.file)
        if document is None or item.start < 0:
            continue
        end = document.text.find("\n", item.end)
        below = document.text[end + 1 :].split("\n", 1)[0] if end >= 0 else ""
        if "|" in below and "-" in below and not below.strip(" |-:"):
            yield item.span
