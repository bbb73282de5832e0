"""Duplicate documents of which one alone is accepted.

Taught by §7 ("two equal documents, one accepted") and by the same paper under four names in source
task 115 ("2601.09974v1 (1).pdf").
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, spans_of

NAME = "duplicates"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds proofs in a document that stands in the scope twice."""
    for item in spans_of(task):
        document = context.documents.get(item.file)
        if document is None:
            continue
        text = " ".join(document.text.split())
        for other in context.documents.values():
            if other.id == item.file or not context.in_scope(task, other):
                continue
            is_near = abs(len(other.text) - len(document.text)) <= len(document.text) // 10
            if other.digest == document.digest or (
                is_near and " ".join(other.text.split()) == text
            ):
                detail = f"{other.id} holds the same text as {item.file}"
                return finding(NAME, "duplicate document", detail, context, Checked.STORED)
    return None
