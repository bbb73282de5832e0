"""Reports and decks in versions: each says what its author holds for right when he writes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.errors import Slips
from worksurface_pipeline.mmenterprise.simulation.rooms import CLIENT_MAIL, DECKS, DESK, REPORTS
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Part
from worksurface_pipeline.mmenterprise.simulation.talk import react
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_REPORTS = (0.37, 0.64, 0.92)
_DECKS = (0.47, 0.79)
_IN_REPORT = 20
_IN_DECK = 10
_MANAGED_IN_DECK = 3


@dataclass(frozen=True, slots=True)
class Edition:
    """One version to be written: of what, by whom, where, with which slots."""

    document: str
    author: str
    folder: str
    number: int
    slots: tuple[str, ...]


def book_documents(stage: Stage, slips: Slips) -> None:
    """All versions of the report and the deck."""
    roles = stage.cast.roles
    shared = [item.id for item in stage.plan.of(Part.SHARED)]
    managed = [item.id for item in stage.plan.of(Part.MANAGED)]
    in_report = (*_some(stage, shared, _IN_REPORT, slips.told), *managed)
    in_deck = (
        *_some(stage, shared, _IN_DECK, slips.told),
        *_some(stage, managed, _MANAGED_IN_DECK, ()),
    )
    for number, share in enumerate(_REPORTS):
        edition = Edition("report", roles["author"], REPORTS, number, in_report)
        stage.at(share, partial(_write, edition=edition))
    for number, share in enumerate(_DECKS):
        edition = Edition("deck", roles["manager"], DECKS, number, in_deck)
        stage.at(share, partial(_write, edition=edition))


def _some(stage: Stage, slots: list[str], limit: int, always: tuple[str, ...]) -> tuple[str, ...]:
    """So many slots in order, `always` among them."""
    others = [slot for slot in slots if slot not in always]
    chosen = stage.rng.sample(others, min(limit - len(always), len(others)))
    return tuple(sorted({*chosen, *always}))


def _write(stage: Stage, edition: Edition) -> None:
    """What the author has heard, what was left stale as it was, and his own totals."""
    known = stage.hearing.values(edition.author, edition.slots)
    page = stage.pages.get(edition.document, {})
    kept = {
        slot: page[slot]
        for slot in known
        if (edition.document, slot) in stage.frozen & _of(page, edition.document)
        and stage.subjects[slot].slot.keeper != edition.author
    }
    totals = _totals(stage, edition)
    said = Utterance(
        EventKind.REVISION,
        says=known | kept | totals,
        becomes=totals,
        about=_before(stage, edition.document),
        document=edition.document,
    )
    event = stage.say(edition.author, edition.folder, said)
    stage.after(1, 9, partial(_announce, edition=edition, event=event))


def _of(page: Iterable[str], document: str) -> set[tuple[str, str]]:
    return {(document, slot) for slot in page}


def _totals(stage: Stage, edition: Edition) -> dict[str, str]:
    """Totals that the report alone gives; each version has new ones."""
    if edition.document != "report":
        return {}
    written = stage.plan.of(Part.WRITTEN)
    return {item.id: item.values[edition.number] for item in written}


def _before(stage: Stage, document: str) -> tuple[str, ...]:
    """The event of the version before."""
    events = [
        event.id
        for event in stage.events
        if event.document == document and event.kind is EventKind.REVISION
    ]
    return tuple(events[-1:])


def _announce(stage: Stage, edition: Edition, event: str) -> None:
    said = Utterance(
        EventKind.TALK,
        about=(event,),
        document=edition.document,
        version=edition.number + 1,
        topic="document",
    )
    told = stage.say(edition.author, DESK, said)
    react(stage, DESK, told, edition.author, 0.8)
    if edition.number > 0:  # a first draft does not leave the house
        stage.after(20, 150, partial(_send, said=said))


def _send(stage: Stage, said: Utterance) -> None:
    """The version goes to the customer by mail."""
    stage.say(stage.cast.roles["manager"], CLIENT_MAIL, said)
