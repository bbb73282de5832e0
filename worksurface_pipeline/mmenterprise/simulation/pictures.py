"""Pictures in versions, and the messages that announce them without saying what they show."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.rooms import FIGURES, ITEMS, TEAM
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.talk import react
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_CHARTS = ("-chart", "-table")


def is_picture(document: str) -> bool:
    """Whether a document is a picture."""
    return document.endswith(_CHARTS)


def draw(stage: Stage, maker: str, document: str, utterance: Utterance) -> str:
    """Put a version of a picture into the folder and announce it in chat soon after."""
    event = stage.say(maker, FIGURES, utterance)
    version = stage.version(document)
    mention = Utterance(
        EventKind.TALK,
        about=(event,),
        document=document,
        version=version,
        topic="picture",
        must_not=hidden(stage, document),
    )
    stage.after(1, 6, partial(_announce, maker=maker, mention=mention))
    return event


def redraw(
    stage: Stage,
    document: str,
    about: tuple[str, ...],
    kind: EventKind,
    changed: Mapping[str, str],
    becomes: Mapping[str, str] | None = None,
) -> None:
    """The next version of a picture: as it was, but for what changed."""
    maker = next(item.actor for item in stage.events if item.document == document)
    shown = stage.pages[document] | dict(changed)
    said = Utterance(kind, says=shown, becomes=becomes or {}, about=about, document=document)
    draw(stage, maker, document, said)


def hidden(stage: Stage, document: str) -> tuple[str, ...]:
    """Values of a picture as it is by now that no text may say."""
    page = stage.pages.get(document, {})
    visual = (slot for slot in page if stage.subjects[slot].slot.is_visual)
    return tuple(page[slot] for slot in visual)


def _announce(stage: Stage, maker: str, mention: Utterance) -> None:
    channel = ITEMS if maker in stage.cast.members(ITEMS) and stage.chance(0.6) else TEAM
    event = stage.say(maker, channel, mention)
    react(stage, channel, event, maker, 0.6)
