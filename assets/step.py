"""The assets of wing one: `dg.asset` for a step of its table."""

from __future__ import annotations

from assets.partitions import definition_of, mapping_of
from assets.publishing import Decorator, asset_of
from worksurface_pipeline.worksurface.plan import EXTERNAL, Cell
from worksurface_pipeline.worksurface.steps import STEPS

_NO_REFERENCE = Cell("", "S5")


def step_asset(name: str, group: str, *kinds: str, reference: Cell = _NO_REFERENCE) -> Decorator:
    """The decorator for a step of the table; `reference` is the cell that sets the budgets."""
    step = STEPS[name]
    mappings = {
        item.step: mapping_of(item, STEPS[item.step].layer, reference)
        for item in step.inputs
        if item.step not in EXTERNAL
    }
    return asset_of(step, group, kinds, definition_of(step.layer), mappings)
