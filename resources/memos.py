"""Memos of a workbench: parts of a step that were computed before, by this very code."""

from __future__ import annotations

from resources.workbench import Workbench
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.kernel.sources import code_digest

MEMOS = "memos"
"""Where memos lie in the lake."""
OF_PERSONAS = ("graph", "surface_bundle")
"""Steps with a memo for each persona."""
OF_SOURCE = ("source", "")
"""The step and partition of the memo that reading the source has."""

# All that a memo's results are computed by.
_CODE = (
    "worksurface_pipeline.kernel",
    "worksurface_pipeline.retrieval",
    "worksurface_pipeline.worksurface.schema",
    "worksurface_pipeline.worksurface.source",
    "worksurface_pipeline.worksurface.surfaces",
)


def memo(bench: Workbench, step: str, partition: str) -> Memo:
    """What a step computed for unchanged parts of a partition when it last ran with this code."""
    return Memo(Blobs(bench.lake.path(MEMOS)), _name(step, partition))


def memo_key(step: str, partition: str) -> str:
    """The key under which the memo of a step's partition is stored by this code."""
    return digest_text(_name(step, partition))


def _name(step: str, partition: str) -> str:
    return f"{step} {partition} {code_digest(*_CODE)}"
