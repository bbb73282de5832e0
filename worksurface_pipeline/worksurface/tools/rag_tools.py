"""kb_search: the passages that match a query best."""

from __future__ import annotations

import threading
from functools import cached_property

from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.retrieval.lexical import LexicalIndex
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
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

# Less of a passage than this tells nothing; then it is left out.
_LEAST_CHARACTERS = 80
# What `count` and `truncated` take at the end of an observation.
_TAIL = 60


class RagTools:
    """Search over the passages of a scope; the index is made by the first search."""

    def __init__(self, scope: ScopeData, names: Names, settings: ToolSettings) -> None:
        self._scope = scope
        self._names = names
        self._settings = settings
        self._files = {document.id: document.filename for document in scope.documents}
        self._lock = threading.Lock()

    def kb_search(self, arguments: Arguments) -> Observation:
        """At most k passages, best first; the last one is cut where the room ends."""
        with self._lock:
            index = self._index
        passages = [hit.passage for hit in index.search(arguments.query, arguments.k)]
        room = self._settings.characters - _TAIL
        whole = fitting([self._item(passage, len(passage.text)) for passage in passages], room)
        listing = self._with_part(whole, passages, room) if whole.is_cut else whole
        is_cut = whole.is_cut
        fields = {
            "results": listing.text,
            "count": compact(listing.count),
            "truncated": compact(is_cut),
        }
        return observation(fields, listing.shown)

    @cached_property
    def _index(self) -> LexicalIndex[Passage]:
        """File names are searched only where they are shown."""
        names = {} if self._names.is_sealed else self._files
        return LexicalIndex(self._scope.passages, names)

    def _with_part(self, whole: Listing, passages: list[Passage], room: int) -> Listing:
        """`whole` and as much of the next passage as fits."""
        passage = passages[len(whole.items)]
        left = room - len(whole.text) - 1
        most = left - len(self._item(passage, 0).text)
        item = self._item(passage, max(most, 0))
        while len(item.text) > left and most >= _LEAST_CHARACTERS:
            most -= len(item.text) - left  # escaped characters take more than one
            item = self._item(passage, max(most, 0))
        items = (*whole.items, item) if most >= _LEAST_CHARACTERS else whole.items
        return Listing(items, whole.count)

    def _item(self, passage: Passage, most: int) -> Item:
        text = passage.text[:most]
        end = passage.end if len(text) == len(passage.text) else passage.start + len(text)
        fields = {"document": self._names.document(passage.document_id)}
        if not self._names.is_sealed:
            fields["file"] = self._files.get(passage.document_id, "")
        place = {"heading": passage.heading, "start": passage.start, "end": end, "text": text}
        shown = Shown(kind="document", id=passage.document_id, start=passage.start, end=end)
        return Item(compact({**fields, **place}), (shown,))
