"""The code location of wing two: assets, checks, jobs, sensor, schedule, resources."""

from __future__ import annotations

import os

import dagster as dg

# Set before litellm is imported anywhere: no price map is fetched, no tokenizer downloaded.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")

from assets.mm_checks import MM_CHECKS
from assets.mmenterprise import evaluation, questions, results, source, workspace
from resources.mm_lake_io import MmLakeIOManager, MmWorkbenchResource
from schedules.mm_jobs import MM_JOBS
from schedules.mm_nightly import nightly_mm_sweep
from schedules.mm_sensor import seed_sensor

MODULES = [source, workspace, questions, evaluation, results]
"""Every module of assets."""


def build_definitions() -> dg.Definitions:
    """All definitions; none depends on the settings, so that a wrong one stops no page."""
    workbench = MmWorkbenchResource()
    return dg.Definitions(
        assets=dg.load_assets_from_modules(MODULES),
        asset_checks=MM_CHECKS,
        jobs=MM_JOBS,
        schedules=[nightly_mm_sweep],
        sensors=[seed_sensor],
        resources={"workbench": workbench, "lake": MmLakeIOManager(workbench=workbench)},
    )


defs = build_definitions()
