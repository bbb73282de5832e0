"""Which kind of file a document is, and which event makes which version of it."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.records.wording import Words, humanised
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.world import Place

_FILED = (Place.REPORT, Place.DECK, Place.IMAGE)
# Words of a document's name that tell its kind, where no folder does.
_WORDS = {
    "deck": Place.DECK,
    "slides": Place.DECK,
    "presentation": Place.DECK,
    "chart": Place.IMAGE,
    "figure": Place.IMAGE,
    "plot": Place.IMAGE,
    "image": Place.IMAGE,
    "picture": Place.IMAGE,
    "table": Place.IMAGE,
    "screenshot": Place.IMAGE,
    "wiki": Place.WIKI,
    "page": Place.WIKI,
}


def document_kinds(words: Words) -> Mapping[str, Place]:
    """The kind of each document: by the folder it is filed in, else by its name."""
    kinds: dict[str, Place] = {}
    for folders in (_FILED, (Place.WIKI,)):
        for event in words.ledger.events:
            place = words.channels[event.channel].place
            if event.document and place in folders:
                kinds.setdefault(event.document, place)
    for event in words.ledger.events:
        if event.document:
            kinds.setdefault(event.document, _by_name(event.document))
    return kinds


def makers(words: Words) -> Mapping[tuple[str, int], str]:
    """The event that makes each version of a document: one in its folder, else its first."""
    made: dict[tuple[str, int], str] = {}
    is_filed = [event for event in words.ledger.events if _is_filed(words, event)]
    for event in (*is_filed, *words.ledger.events):
        if event.document:
            made.setdefault((event.document, event.version), event.id)
    return made


def _is_filed(words: Words, event: Event) -> bool:
    return words.channels[event.channel].place in _FILED


def _by_name(document: str) -> Place:
    found = [_WORDS[word] for word in humanised(document).split() if word in _WORDS]
    return found[-1] if found else Place.REPORT
