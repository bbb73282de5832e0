"""Talk without values: reactions to what was said, and what colleagues write besides."""

from __future__ import annotations

from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.simulation.rooms import DESK, ITEMS, LEADS, TEAM
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

SMALL_TALK = ("greeting", "lunch", "scheduling", "thanks", "reading", "tooling", "weather")
_REACTIONS = ("ack", "thanks", "question", "follow-up")
# Not every message gets an answer, even where one would be fitting.
_ANSWERED = 0.45
_ROOMS = (TEAM, TEAM, ITEMS, DESK, LEADS)


def react(stage: Stage, channel: str, about: str, speaker: str, share: float = 1.0) -> None:
    """Have somebody answer an event of `speaker` within some minutes, in so many cases."""
    if stage.place(channel) is Place.CHAT and stage.chance(share * _ANSWERED):
        topic = stage.rng.choice(_REACTIONS)
        stage.after(2, 18, partial(_answer, channel=channel, about=about, to=speaker, topic=topic))


def talk(stage: Stage, actor: str, channel: str, topic: str, about: tuple[str, ...] = ()) -> str:
    """A remark of now."""
    return stage.say(actor, channel, Utterance(EventKind.TALK, about=about, topic=topic))


def chat_besides(stage: Stage, count: int) -> None:
    """Book `count` remarks of colleagues at any time."""
    for _ in range(count):
        step = partial(_remark, channel=stage.rng.choice(_ROOMS))
        stage.at(stage.rng.uniform(0.005, 0.97), step)


def _answer(stage: Stage, channel: str, about: str, to: str, topic: str) -> None:
    talk(stage, stage.other(channel, to), channel, topic, (about,))


def _remark(stage: Stage, channel: str) -> None:
    talk(stage, stage.other(channel), channel, stage.rng.choice(SMALL_TALK))
