"""A span inside a longer token, or one that stands elsewhere in the scope too.

Taught by UNSEEN_ID_task154_tri ("home" inside `banner_home_v1.png` and `homepage`), by
ws_lite_171_rg001 ("1010" may stand inside a longer number) and by §7 (a share of 16 % "found" as a
16 elsewhere).
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    spans_of,
)

INSIDE = "span_inside"
ELSEWHERE = "span_elsewhere"


def check_inside(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds spans that are no token where they stand, or nowhere in their document."""
    for item in spans_of(task):
        document = context.documents.get(item.file)
        if document is None:
            continue
        places = set(find_token(document.text, item.span))
        is_placed = item.start in places if item.start >= 0 else bool(places)
        if not is_placed and item.span in document.text:
            detail = f"the span {item.span!r} stands inside a longer word or number of {item.file}"
            return finding(INSIDE, "span inside a longer token", detail, context, Checked.STORED)
    return None


def check_elsewhere(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds spans that stand in another place of the scope as well."""
    for item in spans_of(task):
        document = context.documents.get(item.file)
        is_named = is_foreign(task) and document is not None and document.filename in task.question
        if document is None or is_named:
            continue
        places = list(_places(task, item, context))
        if len(places) > 1:
            detail = (
                f"the span {item.span!r} stands {len(places)} times in the scope:"
                f" {', '.join(sorted(set(places))[:4])}"
            )
            return finding(ELSEWHERE, "span occurs elsewhere", detail, context, Checked.STORED)
    return None


def _places(task: AtomicTask, item: RagEvidence, context: Context) -> Iterator[str]:
    """A document for every place; within the own one, once is enough for foreign gold."""
    for other in context.documents.values():
        if not context.in_scope(task, other) or item.span not in other.text:
            continue
        found = [other.id for _ in find_token(other.text, item.span)]
        is_own = other.id == item.file and is_foreign(task)
        yield from found[:1] if is_own else found
