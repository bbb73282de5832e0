"""Dagster's dynamic partition keys, kept in step with what there is."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg

from worksurface_pipeline.kernel.errors import SettingsError

Keys = tuple[dg.DynamicPartitionsDefinition, Sequence[str]]
"""A definition and all keys that it should have."""

_FORBIDDEN = "|[],"  # Dagster's own separators inside a multi-partition key
_BATCH = 400  # one SQLite statement takes a limited number of keys


def sync_keys(
    instance: dg.DagsterInstance, wanted: Sequence[Keys], *, is_exact: bool = True
) -> None:
    """Make the instance's dynamic keys exactly these. Raises SettingsError for an unusable key.

    Unless `is_exact` no key is taken away: a run over another lake may be at work on it.
    """
    for definition, keys in wanted:
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
    """The dynamic keys that the instance knows under the name of a definition."""
    return set(instance.get_dynamic_partitions(name))


def _check(definition: dg.DynamicPartitionsDefinition, key: str) -> None:
    bad = sorted({char for char in key if char in _FORBIDDEN or not char.isprintable()})
    if bad or not key:
        raise SettingsError(
            f"{key!r} cannot be a {definition.name} key: it holds {', '.join(map(repr, bad))}",
            remedy="Rename it",
        )
