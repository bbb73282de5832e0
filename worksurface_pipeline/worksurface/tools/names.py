"""The ids that an agent sees: the real ones, or under a sealed interface opaque digests.

Opaque ids are the same in every scope and run; the way back is kept here and shown to nobody. They
cover the content too: SQL knows SHA-256, and an id made of a name alone could be computed from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.nodes import document_node, view_node
from worksurface_pipeline.worksurface.tools.scope import ScopeData

# 48 bits: among 20,000 artifacts two agree with a chance below one in a million, and are named.
_DIGITS = 12
_DOCUMENT = document_node("")
_VIEW = view_node("")


class Names:
    """Ids as shown, and back to the artifacts of one scope."""

    def __init__(self, scope: ScopeData) -> None:
        self.is_sealed = scope.interface is Interface.SEALED
        self._digests = {item.id: item.digest for item in scope.documents}
        self._digests |= {item.id: item.digest for item in scope.views}
        self._documents = _back((self.document(item.id), item.id) for item in scope.documents)
        self._views = _back((self.view(item.id), item.id) for item in scope.views)
        self._nodes = _back((self.node(item.id), item.id) for item in scope.nodes)

    def document(self, real: str) -> str:
        """A document's id as shown."""
        return f"d_{self._opaque('document', real)}" if self.is_sealed else real

    def view(self, real: str) -> str:
        """A view's id as shown."""
        return f"v_{self._opaque('view', real)}" if self.is_sealed else real

    def node(self, real: str) -> str:
        """A node's id as shown: opaque for documents and views only."""
        if real.startswith(_DOCUMENT):
            return _DOCUMENT + self.document(real.removeprefix(_DOCUMENT))
        if real.startswith(_VIEW):
            return _VIEW + self.view(real.removeprefix(_VIEW))
        return real

    def label(self, real: str, label: str) -> str:
        """A node's label as shown: a document's or view's own name tells of its file."""
        if self.is_sealed and real.startswith((_DOCUMENT, _VIEW)):
            return self.node(real).partition("::")[2]
        return label

    def reason(self, text: str, ends: tuple[str, str]) -> str:
        """An edge's reason as shown, without the real names of its ends."""
        for real in sorted(ends, key=len, reverse=True):
            if self.node(real) != real:
                bare, shown = real.partition("::")[2], self.node(real).partition("::")[2]
                text = text.replace(bare, shown)
        return text

    def real_view(self, shown: str) -> str | None:
        """The view with this id, None when the scope has none."""
        return self._views.get(shown)

    def real_node(self, shown: str) -> str | None:
        """The node with this id, None when the scope has none."""
        return self._nodes.get(shown)

    @property
    def views(self) -> tuple[str, ...]:
        """All view ids as shown, sorted."""
        return tuple(sorted(self._views))

    def _opaque(self, kind: str, real: str) -> str:
        content = self._digests.get(real, "")
        return short(digest_text(f"{kind}\n{real}\n{content}"), _DIGITS)


def _back(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    back: dict[str, str] = {}
    for shown, real in pairs:
        other = back.setdefault(shown, real)
        if other != real:
            raise DuplicateIdError(f"{other!r} and {real!r} have the same opaque id {shown}")
    return back
