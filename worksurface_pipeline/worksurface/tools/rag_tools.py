"""kb_search: the passages that match a query best."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.retrieval.snippets import best_window
from worksurface_pipeline.worksurface.schema.surfaces import Passage
from worksurface_pipeline.worksurface.tools.arguments import Arguments
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.observations import (
    Item,
    Listing,
    compact,
    fitting,
    observation,
)
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.search_index import SearchIndex, open_index
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

# Less of a passage than this tells nothing; then it is left out.
_LEAST_CHARACTERS = 80
# What `count` and `truncated` take at the end of an observation.
_TAIL = 60


class RagTools:
    """Search over the passages of a scope; the index is made by the first search.

    `folder` is where a large index is kept for other processes.
    """

    def __init__(
        self, scope: ScopeData, names: Names, folder: Path, settings: ToolSettings
    ) -> None:
        self._scope = scope
        self._names = names
        self._folder = folder
        self._settings = settings
        self._files = {document.id: document.filename for document in scope.documents}
        self._lock = threading.Lock()

    def kb_search(self, arguments: Arguments) -> Observation:
        """At most k passages, best first; the last one is cut around its matching words."""
        with self._lock:
            index = self._index
        passages = [hit.passage for hit in index.search(arguments.query, arguments.k)]
        room = self._settings.characters - _TAIL
        whole = fitting([self._item(passage, 0, len(passage.text)) for passage in passages], room)
        is_cut = whole.is_cut
        if is_cut:
            left = room - len(whole.text) - 1
            part = self._part(passages[len(whole.items)], left, index.terms(arguments.query))
            whole = Listing((*whole.items, *part), whole.count)
        fields = {
            "results": whole.text,
            "count": compact(whole.count),
            "truncated": compact(is_cut),
        }
        return observation(fields, whole.shown)

    @cached_property
    def _index(self) -> SearchIndex:
        """File names are searched only where they are shown."""
        names = {} if self._names.is_sealed else self._files
        return open_index(self._scope, names, self._settings, self._folder)

    def _part(self, passage: Passage, room: int, terms: Mapping[str, float]) -> tuple[Item, ...]:
        """As much of a passage as fits, around the words that were asked for; or nothing."""
        most = room - len(self._item(passage, 0, 0).text)
        while most >= _LEAST_CHARACTERS:
            item = self._item(passage, *best_window(passage.text, terms, most))
            if len(item.text) <= room:
                return (item,)
            most -= len(item.text) - room  # escaped characters take more than one
        return ()

    def _item(self, passage: Passage, first: int, last: int) -> Item:
        """The characters [first, last) of a passage."""
        start, end = passage.start + first, passage.start + last
        fields = {"document": self._names.document(passage.document_id)}
        if not self._names.is_sealed:
            fields["file"] = self._files.get(passage.document_id, "")
        text = passage.text[first:last]
        place = {"heading": passage.heading, "start": start, "end": end, "text": text}
        shown = Shown(kind="document", id=passage.document_id, start=start, end=end)
        return Item(compact({**fields, **place}), (shown,))
