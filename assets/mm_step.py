"""The assets of wing two: `dg.asset` for a step of its table."""

from __future__ import annotations

from assets.mm_partitions import mm_definition_of, mm_mapping_of
from assets.publishing import Decorator, asset_of
from worksurface_pipeline.mmenterprise.plan import EXTERNAL
from worksurface_pipeline.mmenterprise.steps import STEPS


def mm_step_asset(name: str, group: str, *kinds: str) -> Decorator:
    """The decorator for a step of the table."""
    step = STEPS[name]
    mappings = {
        item.step: mm_mapping_of(item, STEPS[item.step].layer)
        for item in step.inputs
        if item.step not in EXTERNAL
    }
    return asset_of(step, group, kinds, mm_definition_of(step.layer), mappings)
