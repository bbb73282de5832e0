"""Partitions and mappings of wing one, all explicit.

Persona keys come from the frozen source, model and auditor keys from the settings; all are dynamic,
so that the code location loads without reading either. Settings and arms are fixed.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import dagster as dg

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.plan import Cell, How, Input, Layer, Plan, Seat
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

_OF_LAYER: Mapping[Layer, dg.PartitionsDefinition | None] = {
    Layer.WHOLE: None,
    Layer.PERSONA: PERSONAS,
    Layer.SEAT: SEATS,
    Layer.CELL: CELLS,
}
_FORBIDDEN = "|[],"  # Dagster's own separators inside a multi-partition key
_BATCH = 400  # one SQLite statement takes a limited number of keys


def definition_of(layer: Layer) -> dg.PartitionsDefinition | None:
    """The partitions of a layer, None for an unpartitioned one."""
    return _OF_LAYER[layer]


def mapping_of(item: Input, upstream: Layer, reference: Cell) -> dg.PartitionMapping | None:
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


def dagster_key(plan: Plan, layer: Layer, partition: str) -> str | None:
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
    for definition, keys in ((PERSONAS, personas), (MODELS, models), (AUDITORS, auditors)):
        for key in keys:
            _check(definition, key)
        name = str(definition.name)
        present = present_keys(instance, name)
        for key in sorted(present - set(keys)) if is_exact else ():
            instance.delete_dynamic_partition(name, key)
        new = [key for key in keys if key not in present]
        for start in range(0, len(new), _BATCH):
            instance.add_dynamic_partitions(name, new[start : start + _BATCH])


def present_keys(instance: dg.DagsterInstance, name: str) -> set[str]:
    """The dynamic keys that the instance knows under a name: persona, model or auditor."""
    return set(instance.get_dynamic_partitions(name))


def _check(definition: dg.DynamicPartitionsDefinition, key: str) -> None:
    bad = sorted({char for char in key if char in _FORBIDDEN or not char.isprintable()})
    if bad or not key:
        raise SettingsError(
            f"{key!r} cannot be a {definition.name} key: it holds {', '.join(map(repr, bad))}",
            remedy="Rename it",
        )
