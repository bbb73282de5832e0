"""Whether a span or a query of a proof is shown, and its document or view can be told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.worksurface.necessity.carrying import carries
from worksurface_pipeline.worksurface.necessity.constants import needs_span
from worksurface_pipeline.worksurface.necessity.lines import Line
from worksurface_pipeline.worksurface.necessity.rivals import QUOTED, as_quoted, is_as_good
from worksurface_pipeline.worksurface.necessity.subsets import Subset
from worksurface_pipeline.worksurface.necessity.words import content_words
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import RagEvidence, TableEvidence
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tasks.engine import Row
from worksurface_pipeline.worksurface.tasks.links import KINDS, kind_of
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

if TYPE_CHECKING:
    from worksurface_pipeline.worksurface.necessity.reach import Asked

LEAST_SHARE = 0.6
"""Of what a question says, by weight of its words, that a line must hold to be told by it."""
# A line of the proof itself needs less: that no other line holds as much is what tells it.
_OWN_SHARE = 0.33
# What names and brackets of an observation take beside its rows or its text.
_FRAME = 400


class ContentReach:
    """Spans and queries of one persona under one interface."""

    def __init__(self, world: World, interface: Interface, settings: ToolSettings) -> None:
        self._world = world
        self._is_open = interface is Interface.OPEN
        self._settings = settings
        self._kinds = sorted(set(KINDS.values()))
        self._passages: dict[str, list[tuple[int, int]]] = {}
        for passage in world.surfaces.passages:
            bounds = self._passages.setdefault(passage.document_id, [])
            bounds.append((passage.start, passage.end))

    def is_narrowed(self, subset: Subset) -> bool:
        """Whether the surfaces show which documents and views are the source task's own."""
        return self._is_open or Surface.GRAPH in subset

    def shows_span(
        self, item: RagEvidence, asked: Asked, subset: Subset, ends: frozenset[str]
    ) -> bool:
        """Whether the span is shown and its document can be told."""
        if Surface.RAG not in subset or not self._is_in_passage(item):
            return False
        if self._is_addressed(item.file, asked, subset, ends):
            return True
        others = self._visible(self._world.documents, item.file, asked, subset)
        if others == frozenset({item.file}):
            return True
        owner = asked.task_id if self.is_narrowed(subset) else None
        found = (
            self._world.lines.best(words, Surface.RAG, owner, others, _OWN_SHARE)
            for words in self._said(asked)
        )
        return any(_all_have(as_quoted(best, asked.task.question), item, asked) for best in found)

    def shows_query(
        self,
        item: TableEvidence,
        asked: Asked,
        subset: Subset,
        ends: frozenset[str],
        spans: frozenset[str],
    ) -> bool:
        """Whether the query's inputs are given, its result is shown, and its view can be told."""
        if Surface.TABLE not in subset or not self._fits(item.verified_result):
            return False
        if not _constants_given(item, asked, spans):
            return False
        if self._is_addressed(item.table, asked, subset, ends):
            return True
        rivals = self._rivals(item, asked, subset)
        return rivals is not None and all(is_as_good(rows, item, asked) for rows in rivals)

    def query_guess(
        self, item: TableEvidence, asked: Asked, subset: Subset, spans: frozenset[str]
    ) -> float:
        """How likely the view is found among those that could be meant."""
        if Surface.TABLE not in subset or not _constants_given(item, asked, spans):
            return 0.0
        rivals = self._rivals(item, asked, subset)
        if rivals is None:
            return 0.0
        return (1 + sum(is_as_good(rows, item, asked) for rows in rivals)) / (1 + len(rivals))

    def span_guess(self, item: RagEvidence, asked: Asked, subset: Subset) -> float:
        """How likely the line is found among those with figures that could be meant."""
        if Surface.RAG not in subset:
            return 0.0
        others = self._visible(self._world.documents, item.file, asked, subset)
        chosen = self._world.documents if others is None else others
        return 1 / max(1, sum(self._world.figure_lines[name] for name in chosen))

    def _rivals(
        self, item: TableEvidence, asked: Asked, subset: Subset
    ) -> tuple[tuple[Row, ...], ...] | None:
        others = self._visible(self._world.views, item.table, asked, subset)
        among = sorted(self._world.views if others is None else others)
        return self._world.rival_answers(item.query, item.table, item.columns, among)

    def _is_addressed(
        self, artifact: str, asked: Asked, subset: Subset, ends: frozenset[str]
    ) -> bool:
        """By its file's name in the question, or by a link that leads to its file.

        Without the graph a name leads to content only where content shows its name.
        """
        file = self._world.file_of(artifact)
        is_told = self._world.label(file) in asked.named or file in ends
        return bool(file) and is_told and self.is_narrowed(subset)

    def _visible(
        self, artifacts: Iterable[str], meant: str, asked: Asked, subset: Subset
    ) -> frozenset[str] | None:
        """The artifacts that could be meant by what is shown of their names; None is all.

        Of the source task, of the kind of file that the question says, and not of a file that it
        names on the way to the one that is meant.
        """
        if not self.is_narrowed(subset):
            return None
        names = {name: self._world.label(self._world.file_of(name)) for name in artifacts}
        own = {name for name in names if self._world.owner_of(name) == asked.task_id}
        if names.get(meant) not in asked.named:
            own = {name for name in own if names[name] not in asked.named}
        said = {kind for kind in self._kinds if has_token(asked.task.question, kind)}
        return frozenset({name for name in own if kind_of(names[name]) in said} or own)

    def _said(self, asked: Asked) -> tuple[tuple[str, ...], ...]:
        """Words of the line that the question quotes; without one, of its parts and of all."""
        question = asked.task.question
        quotes = " ".join(match[1] for match in QUOTED.finditer(question))
        if content_words(quotes, ()):
            return (content_words(quotes, ()),)
        labels = self._world.labels.get(asked.task_id, ())
        parts = [content_words(part, labels) for part in question.split("?")]
        return (*(part for part in parts if part), asked.words)

    def _is_in_passage(self, item: RagEvidence) -> bool:
        room = self._settings.characters - _FRAME
        return len(item.span) < room and any(
            start <= item.start and item.end <= end
            for start, end in self._passages.get(item.file, ())
        )

    def _fits(self, rows: tuple[Row, ...]) -> bool:
        """Whether the rows are shown whole."""
        longest = max(
            (len(cell) for row in rows for cell in row if isinstance(cell, str)), default=0
        )
        text = json.dumps(rows, ensure_ascii=False)
        room = self._settings.characters - _FRAME
        return longest <= self._settings.cell_characters and len(text) <= room


def _all_have(lines: tuple[Line, ...], item: RagEvidence, asked: Asked) -> bool:
    return bool(lines) and all(_has_span(line, item, asked) for line in lines)


def _has_span(line: Line, item: RagEvidence, asked: Asked) -> bool:
    if normalise(item.span) in normalise(line.text):
        return True
    is_alone = len(asked.task.gold_evidence) == 1
    return is_alone and carries(line.text, asked.task)


def _constants_given(item: TableEvidence, asked: Asked, spans: frozenset[str]) -> bool:
    """Whether no constant of the query stands only in a span that is not shown."""
    return not any(
        needs_span(item, other.span, asked.task.question)
        for other in asked.task.gold_evidence
        if isinstance(other, RagEvidence) and other.span not in spans
    )
