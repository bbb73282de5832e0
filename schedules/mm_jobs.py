"""The jobs of wing two: one a partition layer."""

from __future__ import annotations

import dagster as dg

from assets.mm_partitions import mm_definition_of
from worksurface_pipeline.mmenterprise.steps import LAYERS, STEPS

_ABOUT = {
    "mm_register": "Freeze the registry of seed documents.",
    "mm_workspace": "Facts, events and records of one project.",
    "mm_ask": "Questions of one project, and their validation.",
    "mm_assemble": "The benchmark and the corpus of all projects.",
    "mm_audit": "What people look at of the benchmark.",
    "mm_retrieve": "What one retriever finds for all questions.",
    "mm_sweep": "Answers of one model with one retriever at one depth.",
    "mm_judge": "Verdicts on the answers of one model with one retriever at one depth.",
    "mm_reporting": "Tables, figures and the report's pages.",
}

MM_JOBS = [
    dg.define_asset_job(
        name,
        selection=dg.AssetSelection.assets(*steps),
        partitions_def=mm_definition_of(STEPS[steps[0]].layer),
        description=_ABOUT[name],
        executor_def=dg.in_process_executor,
    )
    for name, steps in LAYERS
]
"""All jobs, in running order."""
