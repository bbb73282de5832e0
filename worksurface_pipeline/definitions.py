"""The code location of wing one: assets, checks, jobs, schedules, sensor, resources."""

from __future__ import annotations

import os

import dagster as dg

# Set before litellm is imported anywhere: no price map is fetched, no tokenizer downloaded.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")

from assets.checks import CHECKS
from assets.worksurface import (
    audit,
    necessity,
    pool,
    proposals,
    releases,
    reporting,
    scores,
    screening,
    source,
    surfaces,
    sweep,
    tasks,
)
from resources.lake_io import LakeIOManager, WorkbenchResource
from resources.workbench import open_workbench
from schedules.jobs import JOBS
from schedules.nightly import nightly_sweep
from schedules.sensor import source_sensor
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.plan import Cell

MODULES = [
    source,
    surfaces,
    tasks,
    proposals,
    pool,
    necessity,
    screening,
    audit,
    sweep,
    scores,
    reporting,
]
"""Every module of assets."""


def build_definitions(reference: Cell) -> dg.Definitions:
    """All definitions; `reference` is the cell that sets the token budgets."""
    workbench = WorkbenchResource()
    assets = dg.load_assets_from_modules(MODULES)
    return dg.Definitions(
        assets=[*assets, sweep.efficiency_budgets_of(reference), releases.RELEASE],
        asset_checks=CHECKS,
        jobs=JOBS,
        schedules=[nightly_sweep],
        sensors=[source_sensor],
        resources={"workbench": workbench, "lake": LakeIOManager(workbench=workbench)},
    )


def _reference() -> Cell:
    """The reference cell of the settings in force."""
    try:
        settings = open_workbench().settings
    except WorksurfaceError as error:
        raise SystemExit(f"The code location cannot be loaded: {error}") from error
    return Cell(settings.sweep.reference, "S5")


defs = build_definitions(_reference())
