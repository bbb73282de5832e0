"""One persona's surfaces as reachability looks at them: names, links and cells, built once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.necessity.lines import LineIndex
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge, GraphNode, Surface
from worksurface_pipeline.worksurface.schema.tasks import AGAINST
from worksurface_pipeline.worksurface.surfaces.nodes import document_node, view_node
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.engine import Engine, Row

# Beyond so many tables that could be meant, none is found by trying.
_MOST_RIVALS = 50
PROJECTED = "projected_as"
_FILES = ("input", "output")


class World:
    """Indexes over one persona's surfaces; close it to end its database."""

    def __init__(self, surfaces: Surfaces) -> None:
        self.surfaces = surfaces
        self.documents = {item.id: item for item in surfaces.documents.documents}
        self.views = {item.id: item for item in surfaces.tables.views}
        self.nodes: dict[str, GraphNode] = {node.id: node for node in surfaces.graph.nodes}
        self._engine = Engine({name: surfaces.tables.data[name].frame for name in self.views})
        self._edges: dict[tuple[str, str, str], GraphEdge] = {
            (edge.source, edge.relation, edge.target): edge for edge in surfaces.graph.edges
        }

    def close(self) -> None:
        """End the database."""
        self._engine.__exit__(None, None, None)

    @cached_property
    def lines(self) -> LineIndex:
        """All lines that tools can show."""
        return LineIndex(self.surfaces)

    @cached_property
    def figure_lines(self) -> Counter[str]:
        """How many lines with a digit each document has."""
        return Counter(
            line.artifact
            for line in self.lines.lines
            if line.surface is Surface.RAG and any(map(str.isdigit, line.text))
        )

    @cached_property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """Names of input and output files, by source task."""
        found: dict[str, set[str]] = defaultdict(set)
        for node in self.nodes.values():
            if node.kind in _FILES:
                found[node.task_id].add(node.label)
        return {task: tuple(sorted(names)) for task, names in found.items()}

    @cached_property
    def inputs(self) -> Mapping[str, frozenset[str]]:
        """Node ids of the input files, by source task."""
        found: dict[str, set[str]] = defaultdict(set)
        for node in self.nodes.values():
            if node.kind == "input":
                found[node.task_id].add(node.id)
        return {task: frozenset(names) for task, names in found.items()}

    @cached_property
    def projections(self) -> Mapping[str, frozenset[Surface]]:
        """The surfaces on which a file's content is shown, by the file's node."""
        found: dict[str, set[Surface]] = defaultdict(set)
        for source, relation, target in self._edges:
            node = self.nodes.get(target)
            if relation == PROJECTED and node and node.kind in ("document", "view"):
                surface = Surface.RAG if node.kind == "document" else Surface.TABLE
                found[source].add(surface)
        return {file: frozenset(kinds) for file, kinds in found.items()}

    @cached_property
    def _files(self) -> Mapping[str, str]:
        return {target: source for source, kind, target in self._edges if kind == PROJECTED}

    def file_of(self, artifact: str) -> str:
        """The file node that a document or view was made from, "" when no edge tells."""
        node = document_node(artifact) if artifact in self.documents else view_node(artifact)
        return self._files.get(node, "")

    def owner_of(self, artifact: str) -> str:
        """The source task of a document or view."""
        known = self.documents.get(artifact) or self.views.get(artifact)
        return known.task_id if known else ""

    def step(self, near: str, relation: str, far: str) -> GraphEdge | None:
        """The edge of one step of a path; `AGAINST` before the relation turns it around."""
        if relation.startswith(AGAINST):
            return self._edges.get((far, relation.removeprefix(AGAINST), near))
        return self._edges.get((near, relation, far))

    def label(self, node: str) -> str:
        """A node's label, "" for a node outside."""
        known = self.nodes.get(node)
        return known.label if known else ""

    @cached_property
    def _naming_lines(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """For each source task, the sets of its file names that stand together in a line."""
        found: dict[str, set[frozenset[str]]] = defaultdict(set)
        patterns = {task: _any_of(names) for task, names in self.labels.items()}
        for line in self.lines.lines:
            pattern = patterns.get(line.task_id)
            if line.surface is Surface.RAG and pattern and pattern.search(line.text):
                names = [name for name in self.labels[line.task_id] if has_token(line.text, name)]
                found[line.task_id].add(frozenset(names))
        return {task: tuple(sets) for task, sets in found.items()}

    def is_written(self, task_id: str, names: Iterable[str]) -> bool:
        """Whether one line of the task's documents names these files and no others of the task."""
        wanted = frozenset(names)
        return len(wanted) > 1 and wanted in self._naming_lines.get(task_id, ())

    def rival_answers(
        self, query: str, view: str, columns: Iterable[str], among: Iterable[str]
    ) -> tuple[tuple[Row, ...], ...] | None:
        """What the query says on each other view that has its columns; None if they are too many.

        Views on which it finds nothing are left out.
        """
        own = _quoted(view)
        rivals = [name for name in among if name != view and self._has(name, columns)]
        if len(rivals) > _MOST_RIVALS:
            return None
        answers = []
        for name in rivals:
            try:
                rows = self._engine.rows(name, query.replace(own, _quoted(name)))
            except QueryError:
                continue  # columns of another type: it cannot be meant
            if _says_something(rows, query):
                answers.append(rows)
        return tuple(answers)

    def _has(self, view: str, columns: Iterable[str]) -> bool:
        return set(columns) <= {column.name for column in self.views[view].columns}

    def rows(self, view: str, sql: str) -> tuple[Row, ...]:
        """Rows of a query of ours on one view. Raises QueryError."""
        return self._engine.rows(view, sql)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(name) for name in sorted(names)))


def _says_something(rows: tuple[Row, ...], query: str) -> bool:
    if not rows or all(value is None for value in rows[0]):
        return False
    return not (rows[0][0] == 0 and "WHERE" in query.upper())
