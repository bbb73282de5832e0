"""What of the lineage a set of surfaces shows: links between files, and sets of files.

The graph shows all of it, page by page. Documents show a link where one line names its two files
and no others, or where they are the text that a `mentions` edge was read from; under the open
interface ids and file names show which files are versions by name, and which share content, as far
as the searches of one run go. All inputs of a task are shown where one observation lists them all:
the list of views does where every input became one. Names gathered from searches do not: a search
shows its best passages alone, so that nothing tells whether a file is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.worksurface.necessity.solvers.base import MOST_PAGES
from worksurface_pipeline.worksurface.necessity.subsets import Subset
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AGAINST,
    GraphPathEvidence,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.nodes import task_node

_REQUIRES = "task_requires_file"
_VERSION = "version_of"
_MENTIONS = "mentions"
_SHARED = "shared_artifact"
# An agent has eight turns: one look and seven searches, of which each shows so many names.
_SEARCHES = 7
_DOCUMENTS_A_SEARCH = 5


class FileReach:
    """Whether the lineage in a proof is shown, by set of surfaces, under one interface."""

    def __init__(self, world: World, interface: Interface, toolbox: Toolbox) -> None:
        self._world = world
        self._is_open = interface is Interface.OPEN
        self._toolbox = toolbox
        self._seen: dict[tuple[str, str], frozenset[str]] = {}

    def shows_path(
        self, path: GraphPathEvidence, named: frozenset[str], subset: Subset, task_id: str
    ) -> bool:
        """Whether each step of the path is shown, from a start that the question names."""
        nodes, relations = path.graph_path[::2], path.graph_path[1::2]
        if not self.is_given(nodes[0], named, task_id):
            return False
        steps = zip(nodes, relations, nodes[1:], strict=False)
        return all(self._shows_step(near, rel, far, subset) for near, rel, far in steps)

    def shows_set(
        self,
        item: GraphSetEvidence,
        named: frozenset[str],
        subset: Subset,
        task_id: str,
        given: frozenset[str],
    ) -> bool:
        """Whether the complete set is shown; `given` are nodes that other proofs lead to."""
        if item.node not in given and not self.is_given(item.node, named, task_id):
            return False
        members = frozenset(item.verified_complete_set)
        if Surface.GRAPH in subset:
            return members <= self._far(item.node, item.relation)
        if item.relation == _REQUIRES and item.direction == "out":
            return self._lists_inputs(item, task_id, subset)
        if item.relation == _SHARED:
            return self._shows_contents((item.node, *members), subset)
        return bool(members) and self._is_written(item.node, members, subset)

    def is_given(self, node: str, named: frozenset[str], task_id: str) -> bool:
        """Whether the question says which node is meant: the task's own, or a file by its name."""
        return node == task_node(task_id) or self._world.label(node) in named

    def _shows_step(self, near: str, relation: str, far: str, subset: Subset) -> bool:
        bare = relation.removeprefix(AGAINST)
        if Surface.GRAPH in subset:
            return far in self._far(near, bare)
        if self._is_written(near, (far,), subset):
            return True
        if bare == _VERSION:
            return self._shows_contents((near, far), subset)
        return bare == _MENTIONS and self._is_in_text(near, relation, far, subset)

    def _is_in_text(self, near: str, relation: str, far: str, subset: Subset) -> bool:
        """Whether the mention stands in a document or view that can be told by its name."""
        edge = self._world.step(near, relation, far)
        found = {item.artifact for item in edge.evidence} if edge else set()
        by_surface: Mapping[Surface, Iterable[str]] = {
            Surface.RAG: self._world.documents,
            Surface.TABLE: self._world.views,
        }
        shown = (surface for surface in subset if surface in by_surface)
        return self._is_open and any(found & set(by_surface[surface]) for surface in shown)

    def _is_written(self, node: str, others: Iterable[str], subset: Subset) -> bool:
        if Surface.RAG not in subset:
            return False
        names = {self._world.label(item) for item in (node, *others)}
        known = self._world.nodes.get(node)
        return known is not None and self._world.is_written(known.task_id, names)

    def _lists_inputs(self, item: GraphSetEvidence, task_id: str, subset: Subset) -> bool:
        """Whether the list of views names all of the task's inputs."""
        wanted = frozenset(item.verified_complete_set)
        is_asked = self._is_open and Surface.TABLE in subset and item.node == task_node(task_id)
        if not wanted or not is_asked:
            return False
        listed = self._toolbox.call("table_list", {}).shown
        return wanted <= {self._world.file_of(shown.id) for shown in listed}

    def _shows_contents(self, nodes: Iterable[str], subset: Subset) -> bool:
        """Whether every file is in the scope and on one of the surfaces, under its name."""
        if not self._is_open:
            return False
        shown = [self._world.projections.get(node, frozenset()) & set(subset) for node in nodes]
        searched = [kinds for kinds in shown if Surface.TABLE not in kinds]
        return all(shown) and len(searched) <= _SEARCHES * _DOCUMENTS_A_SEARCH

    def _far(self, node: str, relation: str) -> frozenset[str]:
        """Nodes that stand in what the graph tools say about a node, page by page."""
        key = (node, relation)
        if key not in self._seen:
            calls: tuple[tuple[str, dict[str, Any]], ...] = (
                ("graph_neighbors", {"node": node}),
                ("graph_traverse", {"node": node, "rel": relation, "depth": 1}),
            )
            self._seen[key] = frozenset(
                shown for name, args in calls for shown in self._paged(name, args)
            )
        return self._seen[key]

    def _paged(self, name: str, args: Mapping[str, Any]) -> Iterator[str]:
        """Nodes that are shown on as many pages as an agent can turn."""
        offset: int | None = 0
        for _ in range(MOST_PAGES):
            seen = self._toolbox.call(name, {**args, "offset": offset or 0})
            yield from (shown.id for shown in seen.shown)
            offset = None if seen.is_error else json.loads(seen.text).get("next_offset")
            if offset is None:
                return
