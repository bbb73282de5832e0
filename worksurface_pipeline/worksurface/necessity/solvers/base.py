"""What every solver is, and what it reads the tools through."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from worksurface_pipeline.harness.agent.protocol import Observation, Toolbox, ToolSpec
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

MOST_PAGES = 7
"""Of one node's edges: an agent has eight turns, and one of them finds the node."""
Answer = str | int | float | bool | list[str]
Fields = Mapping[str, Any]


class Solver(Protocol):
    """A deterministic way to answer; `name` is the name of its family."""

    @property
    def name(self) -> str:
        """As reports print it: "not solved by <name>"."""
        ...

    def answer(self, task: PublicTask, toolbox: Toolbox) -> str | None:
        """The answer as JSON text, None when it has none. Never raises for what it cannot find."""
        ...


class MemoToolbox:
    """A toolbox that answers the same call from memory; fulfils `Toolbox`.

    All subsets and solvers of a scope share it: each call is made once.
    """

    def __init__(self, whole: Toolbox) -> None:
        self._whole = whole
        self._answers: dict[tuple[str, str], Observation] = {}

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools."""
        return self._whole.specs

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool, or recall what it said."""
        key = (name, canonical_json(dict(args)))
        if key not in self._answers:
            self._answers[key] = self._whole.call(name, args)
        return self._answers[key]


class ExposedTools:
    """Some surfaces of a toolbox; fulfils `Toolbox`. Tools of other surfaces are unknown."""

    def __init__(self, whole: Toolbox, surfaces: tuple[Surface, ...]) -> None:
        self._whole = whole
        self._specs = tuple(spec for spec in whole.specs if Surface(spec.surface) in surfaces)
        self._names = {spec.name for spec in self._specs}

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The exposed tools."""
        return self._specs

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one exposed tool."""
        if name not in self._names:
            return Observation(text='{"error":"unknown tool"}', is_error=True)
        return self._whole.call(name, args)


class Tools:
    """A toolbox with its observations parsed; an error is an empty one."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._surfaces = {Surface(spec.surface) for spec in toolbox.specs}

    def has(self, surface: Surface) -> bool:
        """Whether the tools of a surface are there."""
        return surface in self._surfaces

    def ask(self, name: str, **args: str | int) -> Fields:
        """The fields of an observation, {} of an error."""
        seen = self._toolbox.call(name, args)
        if seen.is_error:
            return {}
        fields: Fields = json.loads(seen.text)
        return fields

    def passages(self, query: str, k: int) -> list[Fields]:
        """What a search returns."""
        if not self.has(Surface.RAG) or not query.strip():
            return []
        return list(self.ask("kb_search", query=query, k=k).get("results", ()))

    def neighbors(self, node: str) -> list[Fields]:
        """All edges of a node, as dicts with node, label, relation, direction."""
        found: list[Fields] = []
        offset: int | None = 0
        for _ in range(MOST_PAGES if self.has(Surface.GRAPH) and node else 0):
            seen = self.ask("graph_neighbors", node=node, offset=offset or 0)
            found += seen.get("neighbors", ())
            offset = seen.get("next_offset")
            if offset is None:
                break
        return found

    def views(self) -> list[Fields]:
        """The listed views with their details, then those that are listed by id alone."""
        if not self.has(Surface.TABLE):
            return []
        listed = self.ask("table_list")
        bare = [{"view": name} for name in listed.get("more", ())]
        return [*listed.get("views", ()), *bare]

    def rows(self, sql: str) -> list[list[Any]]:
        """Rows of a query, [] when it is refused."""
        return list(self.ask("table_query", sql=sql).get("rows", ()))


def as_json(answer: Answer | None) -> str | None:
    """The JSON text of an answer."""
    return None if answer is None else json.dumps(answer, ensure_ascii=False)
