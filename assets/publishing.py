"""What the assets of any wing share: the decorator for a step, and publishing by fingerprint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import dagster as dg

from resources.bench import Bench
from resources.lake_shell import Fresh, Kept, partition_of, require_unchanged
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.steps import Step

FORCE_TAG = "worksurface/force"
NIGHT_TAG = "worksurface/night"
"""Tag that names the night whose budget a run takes from."""
NOTE = "note"
"""Metadata key of a sentence that the driver shows after a step."""
OWNERS = ["team:worksurface"]

V = TypeVar("V", bound=Stored)
Metadata = Mapping[str, Any]
Published = dg.Output[Any]
Decorator = Callable[[Callable[..., Published]], dg.AssetsDefinition]


def asset_of(
    step: Step,
    group: str,
    kinds: tuple[str, ...],
    partitions: dg.PartitionsDefinition | None,
    mappings: Mapping[str, dg.PartitionMapping | None],
) -> Decorator:
    """`dg.asset` for a step: partitions, its inputs with their mappings, group, kinds, owner."""
    ins = {
        name: dg.AssetIn(
            partition_mapping=mapping,
            dagster_type=dg.Any,  # Dagster knows no generic classes; mypy checks the annotation
        )
        for name, mapping in mappings.items()
    }

    def decorate(function: Callable[..., Published]) -> dg.AssetsDefinition:
        return dg.asset(
            name=step.name,
            group_name=group,
            kinds=set(kinds),
            owners=OWNERS,
            partitions_def=partitions,
            ins=ins,
            code_version=str(step.version),
            io_manager_key="lake",
        )(function)

    return decorate


def is_forced(context: dg.AssetExecutionContext) -> bool:
    """Whether what is fresh is to be computed too."""
    return bool(context.run.tags.get(FORCE_TAG) == "true")


def publish(
    context: dg.AssetExecutionContext,
    bench: Bench,
    compute: Callable[[], V],
    describe: Callable[[V], Metadata],
    basis: Basis | None = None,
) -> Published:
    """Compute and hand over a value, unless what is stored has the same basis."""
    plan = bench.plan()
    step = plan.steps[context.asset_key.path[-1]]
    partition = partition_of(context)
    basis = basis or plan.basis(step, partition)
    require_unchanged(context.run.run_id, partition, basis)
    current = bench.lake.current(step.name, partition)
    is_same = current is not None and current.fingerprint == basis.fingerprint
    if current is not None and is_same and not is_forced(context):
        return dg.Output(Kept(current), metadata={"reused": True})
    value = compute()
    metadata = {"reused": False, "step_version": step.version, **describe(value)}
    return dg.Output(Fresh(basis, value), metadata=metadata)
