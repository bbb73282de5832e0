"""One job a partition layer: nothing unpartitioned sits in a partitioned job."""

from __future__ import annotations

import dagster as dg

from assets.partitions import definition_of
from worksurface_pipeline.worksurface.steps import LAYERS, STEPS

_ABOUT = {
    "freeze": "Hash the workspace and record what changed.",
    "build": "Surfaces and verified tasks of one persona.",
    "gather": "Procedures, and one pool of candidates from all personas.",
    "measure": "Necessity of one persona's candidates, and what is held back.",
    "judge": "Ballots of one auditor on one persona's candidates.",
    "screen": "The vote on one persona's candidates.",
    "assemble": "The benchmark.",
    "audit": "The human audit of the benchmark.",
    "sweep": "Trajectories of one model in one setting.",
    "budgets": "Token budgets from the reference cell.",
    "score": "Scores of one model in one setting.",
    "reporting": "Tables, figures and the report page.",
}

JOBS = [
    dg.define_asset_job(
        name,
        selection=dg.AssetSelection.assets(*steps),
        partitions_def=definition_of(STEPS[steps[0]].layer),
        description=_ABOUT[name],
        executor_def=dg.in_process_executor,
    )
    for name, steps in LAYERS
]
"""All jobs, in running order."""
