"""Toolboxes of scopes, kept open over the cells of a sweep that share them."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.lake import Lake, Partitions
from worksurface_pipeline.kernel.records import from_jsonl, uncollected
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.schema.surfaces import ArtifactDigest
from worksurface_pipeline.worksurface.settings import Condition, Interface
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.sweep import scope_task
from worksurface_pipeline.worksurface.tools.scope import ScopeData, scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

SCOPES = "cache/scopes"
"""Where views of scopes lie in the lake."""
_OPEN_AT_ONCE = 16  # more than the workers of a cell, so that none in use is closed
# Passages, nodes, edges and views of all open scopes together: about a kilobyte each with its part
# of the indexes. The two scopes used last stay open whatever their size.
_RECORDS_AT_ONCE = 400_000
_LEAST_OPEN = 2


@dataclass(frozen=True, slots=True)
class SurfaceParts:
    """The stored surfaces of all personas; each persona is loaded when its turn comes."""

    documents: Partitions[DocumentSet]
    tables: Partitions[TableSet]
    graph: Partitions[GraphSet]
    bundles: Partitions[SurfaceBundle]

    def artifacts(self, persona: str) -> SurfaceBundle:
        """The bundle of one persona without its passages: what digests of scopes are made of."""
        read = self.bundles.lake.reader(self.bundles.manifests[persona])
        rows = from_jsonl(read("artifacts.jsonl"), ArtifactDigest)
        return SurfaceBundle(persona=persona, artifacts=tuple(rows))

    def of(self, persona: str) -> Surfaces:
        """The surfaces of one persona."""
        return Surfaces(
            persona,
            self.documents.get(persona),
            self.tables.get(persona),
            self.graph.get(persona),
            self.bundles.get(persona).passages,
        )


def stored_parts(lake: Lake, personas: tuple[str, ...]) -> SurfaceParts:
    """The surfaces of the personas as the lake holds them now."""
    return SurfaceParts(
        lake.all_of("documents", personas, DocumentSet),
        lake.all_of("tables", personas, TableSet),
        lake.all_of("graph", personas, GraphSet),
        lake.all_of("surface_bundle", personas, SurfaceBundle),
    )


def scope_folder(bundle: str, task: str | None, interface: Interface) -> str:
    """The name of the folder of a scope's views, by the digest of its persona's bundle."""
    return digest_json([bundle, task, interface])[:16]


class Toolboxes:
    """A bounded, thread-safe cache of toolboxes by scope content and condition."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, ScopeToolbox] = OrderedDict()
        self._records: dict[str, int] = {}
        self._loaded: tuple[str, Surfaces] | None = None
        self._lock = threading.Lock()
        atexit.register(self.close)

    def get(
        self,
        parts: SurfaceParts,
        persona: str,
        source_task: str,
        condition: Condition,
        folder: Path,
    ) -> ScopeToolbox:
        """The toolbox of a task's scope; databases of views go below `folder`."""
        task = scope_task(condition, source_task)
        bundle = parts.bundles.manifests[persona].digest
        interface = condition.interface
        key = digest_json([str(folder), persona, bundle, task, condition])
        with self._lock:
            if key not in self._open:
                with uncollected():
                    scope = scope_for(self._surfaces(parts, persona), task, interface)
                    place = folder / scope_folder(bundle, task, interface)
                    self._open[key] = ScopeToolbox(scope, place, *_bounds(condition))
                self._records[key] = _size(scope)
            self._open.move_to_end(key)
            self._make_room()
            return self._open[key]

    def _surfaces(self, parts: SurfaceParts, persona: str) -> Surfaces:
        """A persona's surfaces; the last one is held for the scopes of its other source tasks."""
        state = digest_json([parts.bundles.lake.root, parts.bundles.manifests[persona].digest])
        if self._loaded is None or self._loaded[0] != state:
            self._loaded = None
            self._loaded = (state, parts.of(persona))
        return self._loaded[1]

    def _make_room(self) -> None:
        while len(self._open) > _OPEN_AT_ONCE or (
            len(self._open) > _LEAST_OPEN and sum(self._records.values()) > _RECORDS_AT_ONCE
        ):
            key, toolbox = self._open.popitem(last=False)
            del self._records[key]
            toolbox.close()

    def close(self) -> None:
        """End all SQL processes."""
        with self._lock:
            for toolbox in self._open.values():
                toolbox.close()
            self._open.clear()
            self._records.clear()
            self._loaded = None


def _size(scope: ScopeData) -> int:
    return len(scope.passages) + len(scope.nodes) + len(scope.edges) + len(scope.views)


def _bounds(condition: Condition) -> tuple[ToolSettings, SqlLimits]:
    tools = ToolSettings(
        k=condition.k,
        characters=condition.observation_characters,
        embedding=condition.embedding,
        rank_constant=condition.rank_constant,
    )
    return tools, SqlLimits(rows=condition.query_rows)


TOOLBOXES = Toolboxes()
"""The toolboxes of this process."""
