"""Stale gold: what a proof read is not what is stored now.

Taught by field report 4 (gold that outlives the graph it was counted on) and field report 9
(labels that name chunks of a text that was not shipped).
"""

from __future__ import annotations

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    Evidence,
    GateFinding,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding

NAME = "stale"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds proofs over contents whose digest has changed."""
    for item in task.gold_evidence:
        problem = _problem(item, context)
        if problem:
            return finding(NAME, "an input changed", problem, context, Checked.STORED)
    return None


def _problem(item: Evidence, context: Context) -> str:
    if isinstance(item, TableEvidence) and item.table in context.views and context.replayer:
        record = context.views[item.table]
        if item.table_digest and context.replayer.stored_digest(item.table) != item.table_digest:
            return (
                f"the stored table {item.table} ({record.filename}) is not the one the proof read"
            )
    if isinstance(item, RagEvidence) and item.file in context.documents:
        text = context.documents[item.file].text
        if item.text_digest and digest_text(text) != item.text_digest:
            return f"the stored document {item.file} is not the one the proof read"
    return ""
