"""All lines that the tools can show, by surface, and which of them hold a question's words best."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from worksurface_pipeline.retrieval.tokens import search_tokens
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\u201c\"(])|\n")
# A line of a document beyond this is cut: no question quotes that much.
_LONGEST = 1000
# Scores that differ by less are ties: sums of the same weights in another order.
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Line:
    """A line as a tool shows it: of a document, around a table, or a name or reason of the graph.

    `artifact` is a document, a view or a node; `context` the heading above it.
    """

    surface: Surface
    artifact: str
    task_id: str
    text: str
    context: str = ""


class LineIndex:
    """Lines of one persona with the words in them. Built once for all tasks of the persona."""

    def __init__(self, surfaces: Surfaces) -> None:
        self.lines = tuple(_lines(surfaces))
        postings: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for token in set(search_tokens(f"{line.context}\n{line.text}")):
                postings[token].append(number)
        self._postings = {token: np.asarray(rows) for token, rows in postings.items()}
        self._surface = np.asarray([list(Surface).index(line.surface) for line in self.lines])
        self._task = np.asarray([line.task_id for line in self.lines], dtype=object)
        self._by_artifact: dict[str, NDArray[np.int64]] = _grouped(self.lines)

    def weight(self, token: str) -> float:
        """How much a word tells; one that stands nowhere tells most."""
        count = len(self._postings.get(token, ()))
        return math.log1p(len(self.lines) / (1 + count))

    def best(
        self,
        words: Sequence[str],
        surface: Surface,
        task_id: str | None,
        artifacts: frozenset[str] | None,
        least_share: float,
    ) -> tuple[Line, ...]:
        """The lines that hold most of the weight of `words`, all that tie; none below the share.

        Lines of one surface, of one source task if it is given, and of `artifacts` if given.
        """
        whole = sum(self.weight(word) for word in words)
        if not self.lines or not whole:
            return ()
        scores = self._scores(words)
        scores[self._surface != list(Surface).index(surface)] = 0.0
        if task_id is not None:
            scores[self._task != task_id] = 0.0
        if artifacts is not None:
            scores[~self._among(artifacts)] = 0.0
        top = float(scores.max())
        if top < least_share * whole:
            return ()
        return tuple(self.lines[row] for row in np.flatnonzero(scores >= top - _CLOSE))

    def share(self, words: Sequence[str], text: str) -> float:
        """The part of the weight of `words` that stands in a text."""
        whole = sum(self.weight(word) for word in words)
        held = set(search_tokens(text))
        return sum(self.weight(word) for word in words if word in held) / whole if whole else 0.0

    def of_artifact(self, artifact: str) -> tuple[Line, ...]:
        """The lines of one document, view or node."""
        return tuple(self.lines[row] for row in self._by_artifact.get(artifact, ()))

    def _scores(self, words: Sequence[str]) -> NDArray[np.float64]:
        scores = np.zeros(len(self.lines))
        for word in words:
            rows = self._postings.get(word)
            if rows is not None:
                scores[rows] += self.weight(word)
        return scores

    def _among(self, artifacts: frozenset[str]) -> NDArray[np.bool_]:
        chosen = np.zeros(len(self.lines), dtype=bool)
        for artifact in artifacts:
            chosen[self._by_artifact.get(artifact, np.asarray([], dtype=np.int64))] = True
        return chosen


def _lines(surfaces: Surfaces) -> Iterator[Line]:
    owners = {item.id: item.task_id for item in surfaces.documents.documents}
    for passage in surfaces.passages:
        for text in _SENTENCE_END.split(passage.text):
            if text.strip():
                owner = owners[passage.document_id]
                place = passage.document_id
                yield Line(Surface.RAG, place, owner, text[:_LONGEST], passage.heading)
    for view in surfaces.tables.views:
        layout = view.layout
        for text in (*layout.titles, *layout.notes, *layout.totals):
            yield Line(Surface.TABLE, view.id, view.task_id, text[:_LONGEST])
    tasks = {node.id: node.task_id for node in surfaces.graph.nodes}
    for node in surfaces.graph.nodes:
        yield Line(Surface.GRAPH, node.id, node.task_id, node.label[:_LONGEST])
    for edge in surfaces.graph.edges:
        owner = tasks.get(edge.source, "")
        yield Line(Surface.GRAPH, edge.source, owner, edge.reason[:_LONGEST])


def _grouped(lines: Sequence[Line]) -> dict[str, NDArray[np.int64]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        groups[line.artifact].append(number)
    return {name: np.asarray(rows, dtype=np.int64) for name, rows in groups.items()}
