"""Documents: versions rise by one, each in the same place, a file's by the same author."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.ledger.view import PICTURED, VERSIONED, View
from worksurface_pipeline.mmenterprise.ledger.violations import Violation, ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import Event, EventKind


def version_violations(view: View) -> Iterator[Violation]:
    """Versions out of turn, documents that move, and versions by others than their author."""
    last: dict[str, Event] = {}
    for event in sorted(view.ledger.events, key=lambda event: event.at):
        before = last.get(event.document)
        if event.document and not _is_in_turn(view, event, before):
            number = 0 if before is None else before.version
            what = f"{event.document} has {number} versions by then, it names {event.version}."
            yield _violation(ViolationKind.VERSION_ORDER, event, what)
        if not event.document and view.place(event) in VERSIONED:
            what = f"It makes no document in {event.channel}."
            yield _violation(ViolationKind.DOCUMENT_MOVED, event, what)
        if view.makes(event):
            if before is not None:
                yield from _continued(view, event, before)
            last[event.document] = event


def _is_in_turn(view: View, event: Event, before: Event | None) -> bool:
    """The next version; or, for a mention, one that exists."""
    number = 0 if before is None else before.version
    if not view.makes(event):
        return 1 <= event.version <= number
    follows = event.kind is not EventKind.REVISION or before is None or before.id in event.about
    return follows and event.version == number + 1


def _continued(view: View, event: Event, before: Event) -> Iterator[Violation]:
    if event.channel != before.channel:
        what = f"{event.document} was in {before.channel} and is in {event.channel}."
        yield _violation(ViolationKind.DOCUMENT_MOVED, event, what)
    if view.place(event) in PICTURED and event.actor != before.actor:
        what = f"{event.document} is by {before.actor}, this version by {event.actor}."
        yield _violation(ViolationKind.ANOTHER_AUTHOR, event, what)


def _violation(kind: ViolationKind, event: Event, what: str) -> Violation:
    return Violation(kind=kind, where=event.id, what=what)
