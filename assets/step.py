"""What every asset shares: its spec from the step table, and publishing by fingerprint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import dagster as dg

from assets.partitions import definition_of, mapping_of
from resources.lake_io import Fresh, Kept, partition_of, require_unchanged
from resources.workbench import Workbench
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.plan import EXTERNAL, Cell
from worksurface_pipeline.worksurface.steps import STEPS

FORCE_TAG = "worksurface/force"
NIGHT_TAG = "worksurface/night"
"""Tag that names the night whose budget a run takes from."""
NOTE = "note"
"""Metadata key of a sentence that the driver shows after a step."""
OWNERS = ["team:worksurface"]

V = TypeVar("V", bound=Stored)
Metadata = Mapping[str, Any]
Published = dg.Output[Any]

_NO_REFERENCE = Cell("", "S5")


def step_asset(
    name: str, group: str, *kinds: str, reference: Cell = _NO_REFERENCE
) -> Callable[[Callable[..., Published]], dg.AssetsDefinition]:
    """`dg.asset` for a step of the table: its partitions, mapped inputs, group, kinds, owner."""
    step = STEPS[name]
    ins = {
        item.step: dg.AssetIn(
            partition_mapping=mapping_of(item, STEPS[item.step].layer, reference),
            dagster_type=dg.Any,  # Dagster knows no generic classes; mypy checks the annotation
        )
        for item in step.inputs
        if item.step not in EXTERNAL
    }

    def decorate(function: Callable[..., Published]) -> dg.AssetsDefinition:
        return dg.asset(
            name=name,
            group_name=group,
            kinds=set(kinds),
            owners=OWNERS,
            partitions_def=definition_of(step.layer),
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
    bench: Workbench,
    compute: Callable[[], V],
    describe: Callable[[V], Metadata],
    basis: Basis | None = None,
) -> Published:
    """Compute and hand over a value, unless what is stored has the same basis."""
    step = STEPS[context.asset_key.path[-1]]
    partition = partition_of(context)
    plan = bench.plan()
    basis = basis or plan.basis(step, partition)
    require_unchanged(context.run.run_id, partition, basis)
    current = bench.lake.current(step.name, partition)
    is_same = current is not None and current.fingerprint == basis.fingerprint
    if current is not None and is_same and not is_forced(context):
        return dg.Output(Kept(current), metadata={"reused": True})
    value = compute()
    metadata = {"reused": False, "step_version": step.version, **describe(value)}
    return dg.Output(Fresh(basis, value), metadata=metadata)
