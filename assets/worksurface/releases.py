"""Releases as they stand in the asset graph: made by a command, never by a run.

A version follows the one before it and is never made again, so it cannot be a step that is stale or
fresh. `worksurface release` writes it and reports it here.
"""

import dagster as dg

from assets.publishing import OWNERS
from worksurface_pipeline.worksurface.release.model import Manifest

RELEASE = dg.AssetSpec(
    "release",
    deps=["benchmark", "documents", "tables", "graph", "surface_bundle", "efficiency_budgets"],
    description="The benchmark frozen as a version: `worksurface release` writes it.",
    group_name="report",
    kinds={"parquet"},
    owners=OWNERS,
)
"""The external asset."""


def report_release(instance: dg.DagsterInstance, place: str, manifest: Manifest) -> None:
    """Tell the instance of a version that was written."""
    instance.report_runless_asset_event(
        dg.AssetMaterialization(
            asset_key=RELEASE.key,
            metadata={
                "version": manifest.version,
                "tasks": manifest.tasks,
                "changes": len(manifest.changes),
                "content": manifest.content,
                "folder": dg.MetadataValue.path(place),
            },
        )
    )
