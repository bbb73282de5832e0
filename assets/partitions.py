"""Partitions and mappings of wing one, all explicit.

Persona keys come from the frozen source and model keys from the settings; both are dynamic, so
that the code location loads without reading either. Settings S1 to S6 are fixed.
"""

from __future__ import annotations

import dagster as dg

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.plan import Cell, How, Input, Layer
from worksurface_pipeline.worksurface.settings import SettingName

PERSONAS = dg.DynamicPartitionsDefinition(name="persona")
MODELS = dg.DynamicPartitionsDefinition(name="model")
CELLS = dg.MultiPartitionsDefinition(
    {
        "model": MODELS,
        "setting": dg.StaticPartitionsDefinition([item.value for item in SettingName]),
    }
)

_FORBIDDEN = "|[],"  # Dagster's own separators inside a multi-partition key
_BATCH = 400  # one SQLite statement takes a limited number of keys


def definition_of(layer: Layer) -> dg.PartitionsDefinition | None:
    """The partitions of a layer, None for an unpartitioned one."""
    return {Layer.WHOLE: None, Layer.PERSONA: PERSONAS, Layer.CELL: CELLS}[layer]


def mapping_of(item: Input, upstream: Layer, reference: Cell) -> dg.PartitionMapping | None:
    """How partitions of an input map to those of its consumer; None between unpartitioned ones."""
    if upstream is Layer.WHOLE:
        return None
    if item.how is How.SAME:
        return dg.IdentityPartitionMapping()
    if item.how is How.REFERENCE:
        return dg.SpecificPartitionsPartitionMapping([cell_key(reference)])
    return dg.AllPartitionMapping()


def cell_key(cell: Cell) -> dg.MultiPartitionKey:
    """Dagster's key of a cell."""
    return dg.MultiPartitionKey({"model": cell.model, "setting": cell.setting})


def sync_partitions(
    instance: dg.DagsterInstance, personas: tuple[str, ...], models: tuple[str, ...]
) -> None:
    """Make the instance's dynamic keys exactly these. Raises SettingsError for an unusable key."""
    for definition, keys in ((PERSONAS, personas), (MODELS, models)):
        for key in keys:
            _check(definition, key)
        name = str(definition.name)
        present = set(instance.get_dynamic_partitions(name))
        for key in sorted(present - set(keys)):
            instance.delete_dynamic_partition(name, key)
        new = [key for key in keys if key not in present]
        for start in range(0, len(new), _BATCH):
            instance.add_dynamic_partitions(name, new[start : start + _BATCH])


def _check(definition: dg.DynamicPartitionsDefinition, key: str) -> None:
    bad = sorted({char for char in key if char in _FORBIDDEN or not char.isprintable()})
    if bad or not key:
        raise SettingsError(
            f"{key!r} cannot be a {definition.name} key: it holds {', '.join(map(repr, bad))}",
            remedy="Rename it",
        )
