"""Whether a span or a query of a proof is shown, and its document or view can be told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise, parse_number
from worksurface_pipeline.worksurface.necessity.carrying import carries
from worksurface_pipeline.worksurface.necessity.lines import Line
from worksurface_pipeline.worksurface.necessity.subsets import Subset
from worksurface_pipeline.worksurface.necessity.words import content_words
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import RagEvidence, TableEvidence
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tasks.engine import Row
from worksurface_pipeline.worksurface.tasks.gates.query_shape import shape_of
from worksurface_pipeline.worksurface.tasks.links import KINDS, kind_of
from worksurface_pipeline.worksurface.tasks.replay import is_same_rows
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

if TYPE_CHECKING:
    from worksurface_pipeline.worksurface.necessity.reach import Asked

LEAST_SHARE = 0.6
"""Of what a question says, by weight of its words, that a line must hold to be told by it."""
_QUOTED = re.compile("[\u201c\"]([^\u201c\u201d\"]{12,})[\u201d\"]")
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
        others = self._visible(self._world.documents, asked, subset)
        if others == {item.file}:
            return True
        words = self._said(asked)
        owner = asked.task_id if self.is_narrowed(subset) else None
        best = self._world.lines.best(words, Surface.RAG, owner, others, LEAST_SHARE)
        return bool(best) and all(_has_span(line, item, asked) for line in best)

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
        others = self._visible(self._world.views, asked, subset)
        among = sorted(self._world.views if others is None else others)
        rivals = self._world.rival_answers(item.query, item.table, item.columns, among)
        if rivals is None:
            return False
        return all(is_same_rows(rows, item.verified_result) for rows in rivals)

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
        self, artifacts: Iterable[str], asked: Asked, subset: Subset
    ) -> frozenset[str] | None:
        """The artifacts that could be meant by what is shown of their names; None is all."""
        if not self.is_narrowed(subset):
            return None
        own = [
            name
            for name in artifacts
            if self._world.owner_of(name) == asked.task_id
        ]
        question = asked.task.question
        said = {kind for kind in self._kinds if has_token(question, kind)}
        label = self._world.label
        fitting = [name for name in own if kind_of(label(self._world.file_of(name))) in said]
        return frozenset(fitting or own)

    def _said(self, asked: Asked) -> tuple[str, ...]:
        """Words of the line that the question quotes; without one, all that it says."""
        quotes = " ".join(match[1] for match in _QUOTED.finditer(asked.task.question))
        return content_words(quotes, ()) or asked.words

    def _is_in_passage(self, item: RagEvidence) -> bool:
        room = self._settings.characters - _FRAME
        return len(item.span) < room and any(
            start <= item.start and item.end <= end
            for start, end in self._passages.get(item.file, ())
        )

    def _fits(self, rows: tuple[Row, ...]) -> bool:
        """Whether the rows are shown whole."""
        longest = max((len(cell) for row in rows for cell in row if isinstance(cell, str)), default=0)
        text = json.dumps(rows, ensure_ascii=False)
        room = self._settings.characters - _FRAME
        return longest <= self._settings.cell_characters and len(text) <= room


def _has_span(line: Line, item: RagEvidence, asked: Asked) -> bool:
    if normalise(item.span) in normalise(line.text):
        return True
    is_alone = len(asked.task.gold_evidence) == 1
    return is_alone and carries(line.text, asked.task)


def _constants_given(item: TableEvidence, asked: Asked, spans: frozenset[str]) -> bool:
    """Whether no constant of the query stands only in a span that is not shown."""
    hidden = [
        other.span
        for other in asked.task.gold_evidence
        if isinstance(other, RagEvidence) and other.span not in spans
    ]
    shape = shape_of(item.query) if hidden else None
    values = {comparison.value for comparison in shape.comparisons} if shape else set()
    return not any(
        _stands_in(value, span) and not _stands_in(value, asked.task.question)
        for value in values
        for span in hidden
    )


def _stands_in(value: str, text: str) -> bool:
    mention = parse_number(value)
    if mention is None:
        return has_token(normalise(text), normalise(value))
    numbers = {found.number for found in find_numbers(text)}
    return bool(numbers & {mention.number, mention.number * Decimal(100)})
