"""The tools of one scope behind the agent's tool protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Observation, ToolSpec
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tools.arguments import Arguments, check_arguments
from worksurface_pipeline.worksurface.tools.graph_tools import GraphTools
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.observations import clip, failure
from worksurface_pipeline.worksurface.tools.rag_tools import RagTools
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs
from worksurface_pipeline.worksurface.tools.table_tools import TableTools

Tool = Callable[[Arguments], Observation]


class ScopeToolbox:
    """All tools of a scope; fulfils `harness.agent.protocol.Toolbox`.

    Worker threads may share one: the indexes are read only, SQL runs in a pool of processes.
    `folder` is a stable local folder for the views' database and for large search indexes. Raises
    LakeError when that cannot be written, SettingsError when the vectors that the settings name
    are not installed; what a model does wrong is an error observation.
    """

    def __init__(
        self,
        scope: ScopeData,
        folder: Path,
        settings: ToolSettings | None = None,
        limits: SqlLimits | None = None,
    ) -> None:
        self._settings = settings or ToolSettings()
        names = Names(scope)
        self._tables = TableTools(scope, names, folder, self._settings, limits or SqlLimits())
        rag = RagTools(scope, names, folder, self._settings)
        graph = GraphTools(scope, names, self._settings)
        self._tools: dict[str, Tool] = {
            "kb_search": rag.kb_search,
            "table_list": self._tables.table_list,
            "table_describe": self._tables.table_describe,
            "table_query": self._tables.table_query,
            "graph_search_entities": graph.graph_search_entities,
            "graph_neighbors": graph.graph_neighbors,
            "graph_traverse": graph.graph_traverse,
        }
        self._specs = tool_specs(self._settings, Surface)

    def restricted(self, surfaces: Iterable[Surface]) -> RestrictedToolbox:
        """The tools of some surfaces only, on the same indexes and SQL processes."""
        return RestrictedToolbox(self, surfaces)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools, in a fixed order."""
        return self._specs

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool; bad arguments and refused queries are error observations."""
        return self.call_exposed(self._specs, name, args)

    def call_exposed(
        self, specs: tuple[ToolSpec, ...], name: str, args: Mapping[str, Any]
    ) -> Observation:
        """Run one tool of `specs`; any other name is unknown to the caller."""
        known = {spec.name: spec for spec in specs}
        if name not in known:
            return failure(f"Unknown tool {clip(str(name), 80)!r}.", allowed=tuple(known))
        checked = check_arguments(known[name], args, self._settings)
        if isinstance(checked, str):
            spec = known[name]
            return failure(checked, allowed=(*spec.required, *spec.optional))
        return self._tools[name](checked)

    def close(self) -> None:
        """End the SQL processes; the next query starts them again."""
        self._tables.close()


class RestrictedToolbox:
    """Some surfaces of a scope's toolbox; fulfils `harness.agent.protocol.Toolbox`."""

    def __init__(self, whole: ScopeToolbox, surfaces: Iterable[Surface]) -> None:
        exposed = frozenset(surfaces)
        self._whole = whole
        self._specs = tuple(spec for spec in whole.specs if Surface(spec.surface) in exposed)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The exposed tools, in a fixed order."""
        return self._specs

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one exposed tool."""
        return self._whole.call_exposed(self._specs, name, args)
