"""The tasks of a persona as they were last verified, with the artifacts they were made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, SurfaceBundle
from worksurface_pipeline.worksurface.tasks.rederived import (
    Rederived,
    changed_artifacts,
    rederived,
)
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet

V = TypeVar("V", bound=Stored)


@dataclass(frozen=True, slots=True)
class EarlierTasks:
    """What the valid attempt of `verified_tasks` holds and was made from."""

    tasks: VerifiedSet
    bundle: SurfaceBundle
    graph: GraphSet

    def became(self, now: VerifiedSet, bundle: SurfaceBundle) -> Rederived:
        """What the change from then to now did to the tasks."""
        changed = changed_artifacts(self.bundle.artifacts, bundle.artifacts)
        return rederived(self.tasks.tasks, now.tasks, changed, self.graph.nodes)


def earlier_tasks(lake: Lake, persona: str) -> EarlierTasks | None:
    """None before the first time, and where what it was made from is gone or of an older form."""
    manifest = lake.current("verified_tasks", persona)
    if manifest is None:
        return None
    digests = {item.name.partition("[")[0]: item.digest for item in manifest.basis.inputs}
    tasks = _stored(lake, "verified_tasks", persona, manifest.digest, VerifiedSet)
    bundle = _input(lake, "surface_bundle", persona, digests, SurfaceBundle)
    graph = _input(lake, "graph", persona, digests, GraphSet)
    if tasks is None or bundle is None or graph is None:
        return None
    return EarlierTasks(tasks, bundle, graph)


def _input(
    lake: Lake, asset: str, persona: str, digests: dict[str, str], kind: type[V]
) -> V | None:
    return _stored(lake, asset, persona, digests.get(asset, ""), kind)


def _stored(lake: Lake, asset: str, persona: str, digest: str, kind: type[V]) -> V | None:
    manifest = lake.attempt(asset, persona, digest)
    if manifest is None:
        return None
    try:
        return lake.load(manifest, kind)
    except ValidationError:
        return None  # records of an earlier version: nothing is told of what became of them
