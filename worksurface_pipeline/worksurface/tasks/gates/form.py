"""A task without a proof, or whose question does not name what is absent.

Taught by the reference's derivation, which released counts without any query that gave them
(pool_gt_0003 of the release holds "…; 9" and no query), and by the abstain tasks it lacks.
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, is_foreign

NAME = "form"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds a task that nobody could check or answer as it stands."""
    if not task.gold_evidence:
        return finding(NAME, "no proof", "it has no proof", context, Checked.RECORD)
    if not task.question.strip() and not is_foreign(task):
        return finding(NAME, "no question", "it has no question", context, Checked.RECORD)
    for item in task.gold_evidence:
        if item.surface == "absence" and not all(term in task.question for term in item.terms):
            detail = "the question does not name what is absent"
            return finding(NAME, "the absent thing is not named", detail, context, Checked.RECORD)
    return None
