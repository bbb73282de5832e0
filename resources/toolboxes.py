"""Toolboxes of scopes, kept open over the cells of a sweep that share them."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.settings import Condition
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    Surfaces,
    TableSet,
)
from worksurface_pipeline.worksurface.sweep import scope_task
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

_OPEN_AT_ONCE = 16  # more than the workers of a cell, so that none in use is closed


@dataclass(frozen=True, slots=True)
class SurfaceParts:
    """The stored surfaces of all personas; each persona is loaded when its turn comes."""

    documents: Partitions[DocumentSet]
    tables: Partitions[TableSet]
    graph: Partitions[GraphSet]
    bundles: Partitions[SurfaceBundle]

    def of(self, persona: str) -> Surfaces:
        """The surfaces of one persona."""
        return Surfaces(
            persona,
            self.documents.get(persona),
            self.tables.get(persona),
            self.graph.get(persona),
            self.bundles.get(persona).passages,
        )


class Toolboxes:
    """A bounded, thread-safe cache of toolboxes by scope content and condition."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, ScopeToolbox] = OrderedDict()
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
                scope = scope_for(parts.of(persona), task, interface)
                place = folder / digest_json([bundle, task, interface])[:16]
                self._open[key] = ScopeToolbox(scope, place, *_bounds(condition))
            self._open.move_to_end(key)
            if len(self._open) > _OPEN_AT_ONCE:
                self._open.popitem(last=False)[1].close()
            return self._open[key]

    def close(self) -> None:
        """End all SQL processes."""
        with self._lock:
            for toolbox in self._open.values():
                toolbox.close()
            self._open.clear()


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
