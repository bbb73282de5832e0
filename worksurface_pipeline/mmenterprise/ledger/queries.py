"""What a ledger answers: the closed list of operations of `LedgerQuery`, each with its meaning.

Truth is the states; what was on record is the statements. "Current" is the state that holds at the
end of the period, which is the latest applicable correction or change, whatever was mentioned last.
Values are given as printed; figures are exact decimals. None: the ledger gives no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.ledger.calculations import (
    difference,
    holds,
    ranking,
    ratio,
)
from worksurface_pipeline.mmenterprise.ledger.numbers import is_same
from worksurface_pipeline.mmenterprise.ledger.revisions import (
    replaced,
    revisions,
    stated_in_event,
    stated_in_place,
)
from worksurface_pipeline.mmenterprise.ledger.view import Said, View
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind, Ledger
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

Answer = str | tuple[str, ...]
ABSTAIN = ""
NOTICED = "noticed"


class LedgerQueryError(WorksurfaceError):
    """A query is none of the list, or lacks an operand."""


def answer(ledger: Ledger, query: LedgerQuery) -> Answer | None:
    """The answer of a ledger to a query, None where it gives none."""
    return answer_in(View(ledger), query)


def answer_in(view: View, query: LedgerQuery) -> Answer | None:
    """The same over a view, for whoever asks much."""
    operation = OPERATIONS.get(query.operation)
    if operation is None:
        raise LedgerQueryError(
            f"No operation is called {query.operation!r}", remedy=f"Use one of {_names()}"
        )
    if not query.slots and query.operation not in _WITHOUT_SLOTS:
        raise LedgerQueryError(f"A query {query.operation} names no slot", remedy="Give it one")
    return operation(view, query)


def as_of(view: View, query: LedgerQuery) -> Answer | None:
    """The true value of the slot at `at` (the end of the period without one)."""
    at = query.at or view.ledger.world.ends
    state = view.state_at(query.slots[0], at)
    return None if state is None else state.value


def before_revision(view: View, query: LedgerQuery) -> Answer | None:
    """What event `event` replaces.

    The value that it withdraws itself; else, for a version of a document, what the version before
    says; else what was last claimed before it anywhere.
    """
    event = view.events.get(query.event)
    return None if event is None else replaced(view, query.slots[0], event)


def who_stated(view: View, query: LedgerQuery) -> Answer | None:
    """The name of who first claimed `argument` of the slot (first claimed anything without one)."""
    for item in view.asserted(query.slots[0]):
        if query.event and item.event.id != query.event:
            continue
        if not query.argument or is_same(item.statement.value, query.argument):
            return _name(view, item)
    return None


def who_corrected(view: View, query: LedgerQuery) -> Answer | None:
    """The name of who made correction `event`, or the first correction that follows from it.

    Without an event the last correction of the slot that passes on no other. With the argument
    "noticed" the one who doubted the value first.
    """
    kind = EventKind.DETECTION if query.argument == NOTICED else EventKind.CORRECTION
    slot = query.slots[0]
    found = [
        event for event in view.ledger.events if event.kind is kind and _is_of(view, event.id, slot)
    ]
    if query.event:
        found = [event for event in found if query.event in (event.id, *event.about)][:1]
    elif kind is EventKind.CORRECTION:
        first = {event.id for event in revisions(view, slot)}
        found = [event for event in found if event.id in first]
    person = view.people.get(found[-1].actor) if found else None
    return None if person is None else person.name


def which_applies(view: View, query: LedgerQuery) -> Answer | None:
    """Of the values claimed of the slot, the one that holds at `at` (at the end without one).

    None when the records never disagree.
    """
    claimed = {item.statement.value for item in view.asserted(query.slots[0])}
    return as_of(view, query) if len(claimed) > 1 else None


def count_revisions(view: View, query: LedgerQuery) -> Answer | None:
    """How often the slot was corrected or changed; with a document as argument its versions.

    A correction that passes another one on to a further place does not count, nor does the first
    setting; versions of a document are counted from the second.
    """
    if query.argument:
        made = [
            event
            for event in view.ledger.events
            if view.makes(event) and event.document == query.argument
        ]
        return str(len(made) - 1) if made else None
    if query.slots[0] not in view.said:
        return None
    return str(len(revisions(view, query.slots[0])))


def stated_in(view: View, query: LedgerQuery) -> Answer | None:
    """What a place says of the slot: `argument` is "document@version", a document or a channel.

    Without a version what its last version up to `at` says; with `event` what that event says.
    """
    if query.event:
        return stated_in_event(view, query.slots[0], query.event)
    at = query.at or view.ledger.world.ends
    return stated_in_place(view, query.slots[0], query.argument, at)


def absent(view: View, query: LedgerQuery) -> Answer | None:
    """To abstain, as nothing in the ledger answers; None where something does.

    A slot is absent that nobody ever claims anything of (up to `at`); with an argument, of which
    nobody ever claims that value. Without slots, "entity | attribute" that no slot has.
    """
    if not query.slots:
        labels = {_label(slot.entity, slot.attribute) for slot in view.ledger.slots}
        entity, _, attribute = query.argument.partition("|")
        return None if _label(entity, attribute) in labels else ABSTAIN
    for slot in query.slots:
        for item in view.asserted(slot):
            is_late = query.at is not None and item.event.at > query.at
            if not is_late and (
                not query.argument or is_same(item.statement.value, query.argument)
            ):
                return None
    return ABSTAIN


OPERATIONS: Mapping[str, Callable[[View, LedgerQuery], Answer | None]] = {
    "as_of": as_of,
    "before_revision": before_revision,
    "who_stated": who_stated,
    "who_corrected": who_corrected,
    "which_applies": which_applies,
    "difference": difference,
    "ratio": ratio,
    "ranking": ranking,
    "count_revisions": count_revisions,
    "stated_in": stated_in,
    "holds": holds,
    "absent": absent,
}
_WITHOUT_SLOTS = frozenset({"absent", "count_revisions"})


def _names() -> str:
    return ", ".join(sorted(OPERATIONS))


def _name(view: View, item: Said) -> str | None:
    person = view.people.get(item.event.actor)
    return None if person is None else person.name


def _is_of(view: View, event: str, slot: str) -> bool:
    """Whether an event is about a slot: by what it says, or by what it follows from."""
    found = view.events[event]
    if any(item.slot == slot for item in found.statements):
        return True
    if found.kind is not EventKind.DETECTION:
        return False
    causes = (view.events[name] for name in found.about if name in view.events)
    return any(
        item.slot == slot and not item.is_true for cause in causes for item in cause.statements
    )


def _label(entity: str, attribute: str) -> str:
    return " | ".join(" ".join(text.casefold().split()) for text in (entity, attribute))
