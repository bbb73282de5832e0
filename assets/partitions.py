"""Partitions and mappings of wing one, all explicit.

Persona keys come from the frozen source, model and auditor keys from the settings; all are dynamic,
so that the code location loads without reading either. Settings and arms are fixed.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from enum import StrEnum

import dagster as dg

from assets.dynamic_keys import sync_keys
from worksurface_pipeline.kernel.steps import Input
from worksurface_pipeline.worksurface.plan import Cell, How, Layer, Plan, Seat
from worksurface_pipeline.worksurface.settings import SettingName

PERSONAS = dg.DynamicPartitionsDefinition(name="persona")
MODELS = dg.DynamicPartitionsDefinition(name="model")
AUDITORS = dg.DynamicPartitionsDefinition(name="auditor")
SEATS = dg.MultiPartitionsDefinition({"auditor": AUDITORS, "persona": PERSONAS})
CELLS = dg.MultiPartitionsDefinition(
    {
        "model": MODELS,
        "setting": dg.StaticPartitionsDefinition([item.value for item in SettingName]),
    }
)

_OF_LAYER: Mapping[StrEnum, dg.PartitionsDefinition | None] = {
    Layer.WHOLE: None,
    Layer.PERSONA: PERSONAS,
    Layer.SEAT: SEATS,
    Layer.CELL: CELLS,
}


def definition_of(layer: StrEnum) -> dg.PartitionsDefinition | None:
    """The partitions of a layer, None for an unpartitioned one."""
    return _OF_LAYER[layer]


def mapping_of(item: Input, upstream: StrEnum, reference: Cell) -> dg.PartitionMapping | None:
    """How partitions of an input map to those of its consumer; None between unpartitioned ones."""
    if upstream is Layer.WHOLE:
        return None
    if item.how is How.SAME:
        return dg.IdentityPartitionMapping()
    if item.how in (How.PERSONA, How.SEATS):
        return _by_persona()
    if item.how is How.REFERENCE:
        return dg.SpecificPartitionsPartitionMapping([cell_key(reference)])
    return dg.AllPartitionMapping()


def _by_persona() -> dg.PartitionMapping:
    """A persona to its seats, and back. Dagster calls it beta; the lock pins what it does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", category=dg.BetaWarning)
        return dg.MultiToSingleDimensionPartitionMapping(partition_dimension_name="persona")


def cell_key(cell: Cell) -> dg.MultiPartitionKey:
    """Dagster's key of a cell."""
    return dg.MultiPartitionKey({"model": cell.model, "setting": cell.setting})


def seat_key(seat: Seat) -> dg.MultiPartitionKey:
    """Dagster's key of a seat."""
    return dg.MultiPartitionKey({"auditor": seat.auditor, "persona": seat.persona})


def dagster_key(plan: Plan, layer: StrEnum, partition: str) -> str | None:
    """Dagster's key of a partition of the lake, None for an unpartitioned step."""
    if layer is Layer.WHOLE:
        return None
    if layer is Layer.PERSONA:
        return partition
    if layer is Layer.SEAT:
        return seat_key(plan.seat(partition))
    return cell_key({cell.key: cell for cell in plan.cells}[partition])


def sync_partitions(
    instance: dg.DagsterInstance,
    personas: tuple[str, ...],
    models: tuple[str, ...],
    auditors: tuple[str, ...] = (),
    *,
    is_exact: bool = True,
) -> None:
    """Make the instance's dynamic keys exactly these. Raises SettingsError for an unusable key.

    Unless `is_exact` no key is taken away: a run over another lake may be at work on it.
    """
    wanted = ((PERSONAS, personas), (MODELS, models), (AUDITORS, auditors))
    sync_keys(instance, wanted, is_exact=is_exact)
