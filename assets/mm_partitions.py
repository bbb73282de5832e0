"""Partitions and mappings of wing two, all explicit.

All keys are dynamic: projects come from the frozen registry, the others from the settings, so that
the code location loads without reading either. Their names bear the wing's prefix, because both
wings may be shown by one instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import dagster as dg

from assets.dynamic_keys import Keys, sync_keys
from worksurface_pipeline.kernel.steps import Input
from worksurface_pipeline.mmenterprise.plan import How, Layer, MmPlan
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell

PROJECTS = dg.DynamicPartitionsDefinition(name="mm_project")
RETRIEVERS = dg.DynamicPartitionsDefinition(name="mm_retriever")
MODELS = dg.DynamicPartitionsDefinition(name="mm_model")
CONDITIONS = dg.DynamicPartitionsDefinition(name="mm_condition")
# Dimensions are sorted by name, and the lake's key of a cell begins with the model.
CELLS = dg.MultiPartitionsDefinition({"model": MODELS, "retrieval": CONDITIONS})

_OF_LAYER: Mapping[StrEnum, dg.PartitionsDefinition | None] = {
    Layer.WHOLE: None,
    Layer.PROJECT: PROJECTS,
    Layer.RETRIEVER: RETRIEVERS,
    Layer.CELL: CELLS,
}


def mm_definition_of(layer: StrEnum) -> dg.PartitionsDefinition | None:
    """The partitions of a layer, None for an unpartitioned one."""
    return _OF_LAYER[layer]


def mm_mapping_of(item: Input, upstream: StrEnum) -> dg.PartitionMapping | None:
    """How partitions of an input map to those of its consumer; None from an unpartitioned one.

    Dagster knows no mapping from a retriever to its cells: it is shown all, and the one is read.
    """
    if upstream is Layer.WHOLE:
        return None
    return dg.IdentityPartitionMapping() if item.how is How.SAME else dg.AllPartitionMapping()


def mm_cell_key(cell: Cell) -> dg.MultiPartitionKey:
    """Dagster's key of a cell."""
    return dg.MultiPartitionKey({"model": cell.model, "retrieval": cell.condition})


def mm_dagster_key(plan: MmPlan, layer: StrEnum, partition: str) -> str | None:
    """Dagster's key of a partition of the lake, None for an unpartitioned step."""
    if layer is Layer.WHOLE:
        return None
    return mm_cell_key(plan.cell(partition)) if layer is Layer.CELL else partition


def mm_keys(plan: MmPlan, projects: tuple[str, ...]) -> tuple[Keys, ...]:
    """Every dynamic definition with all keys that it should have."""
    cells = plan.settings.cells
    return (
        (PROJECTS, projects),
        (RETRIEVERS, plan.settings.retrieval.retrievers),
        (MODELS, tuple(dict.fromkeys(cell.model for cell in cells))),
        (CONDITIONS, tuple(dict.fromkeys(cell.condition for cell in cells))),
    )


def sync_mm_partitions(
    instance: dg.DagsterInstance,
    plan: MmPlan,
    projects: tuple[str, ...],
    *,
    is_exact: bool = False,
) -> None:
    """Give the instance all keys that there are. Raises SettingsError for an unusable one.

    Unless `is_exact` none is taken away: a run over other seeds may be at work on it.
    """
    sync_keys(instance, mm_keys(plan, projects), is_exact=is_exact)
