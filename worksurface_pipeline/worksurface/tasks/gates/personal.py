"""An answer that has the shape of personal data: an address, a number of a person or account.

Taught by field report 3's kind of release check: what is published must be publishable; real
staff lists, phone books and contracts lie among the source tasks' files.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, spans_of
from worksurface_pipeline.worksurface.tasks.golds import elements
from worksurface_pipeline.worksurface.tasks.personal import personal_shape

NAME = "personal"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds answers that tell of a person."""
    for text in _answers(task):
        kind = personal_shape(text)
        if kind:
            detail = f"the answer looks like {kind}"
            return finding(NAME, "personal data", detail, context, Checked.RECORD)
    return None


def _answers(task: AtomicTask) -> Iterator[str]:
    yield from (str(element).strip() for element in elements(task))
    if len(task.gold_evidence) == 1:
        yield from (item.span.strip() for item in spans_of(task))
