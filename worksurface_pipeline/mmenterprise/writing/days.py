"""The record stage: the texts of one channel after the other days, reviewed where it is a chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.mmenterprise.records.retelling import retold
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Channel, Place
from worksurface_pipeline.mmenterprise.settings import WriterChoice
from worksurface_pipeline.mmenterprise.writing.asking import Asked, Asker, Prompt
from worksurface_pipeline.mmenterprise.writing.briefs import Briefing, Part, told
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage
from worksurface_pipeline.mmenterprise.writing.prompts import review as review_prompts
from worksurface_pipeline.mmenterprise.writing.prompts.chat import chat_prompt
from worksurface_pipeline.mmenterprise.writing.prompts.texts import texts_prompt
from worksurface_pipeline.mmenterprise.writing.replies import checked_texts
from worksurface_pipeline.mmenterprise.writing.reviewing import Review, review
from worksurface_pipeline.mmenterprise.writing.text_checks import TextChecks

_CONTEXT = 6  # messages of the days before that a writer is shown


@dataclass
class Told:
    """What was written of one channel: texts by event, the units so far, and what was asked."""

    texts: dict[str, str] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)


@dataclass(frozen=True)
class DayWriter:
    """Writes the texts of one project's channels, each day of a channel at once."""

    asker: Asker
    reviewer: Asker
    briefing: Briefing
    checks: TextChecks
    choice: WriterChoice

    def channel(self, channel: Channel) -> Told:
        """All days of a channel, in order: each is shown the last messages before it."""
        done = Told()
        for part in self.briefing.parts(channel):
            self._day(part, done)
        return done

    def _day(self, part: Part, done: Told) -> None:
        is_chat = part.channel.place is Place.CHAT
        asked = self._ask(self._prompt(part, done))(part)
        texts = dict(asked.value or {})
        stage = Stage.CHAT if is_chat else Stage.TEXTS
        done.passages.append(self._passage(stage, part, self._prompt(part, done), asked, texts))
        if is_chat and texts and len(part.events) >= self.choice.reviewed_from:
            texts |= self._reviewed(part, done, texts)
        done.texts |= texts
        done.units += self._units(part, texts)

    def _reviewed(self, part: Part, done: Told, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Texts of the one rewrite that a bad review asks for; none where it asks for none."""
        world = self.briefing.words.ledger.world
        messages = told(self.briefing.words, self._units(part, texts))
        found = review(self.reviewer, world, f"#{part.channel.name}", messages)
        done.passages.append(self._review_passage(part, found))
        if found.value is None or not self._is_bad(found.value):
            return {}
        prompt = self._prompt(part, done, found.value.problems)
        asked = self._ask(prompt)(part)
        again = dict(asked.value or {})
        done.passages.append(self._passage(Stage.REWRITE, part, prompt, asked, again))
        return again

    def _is_bad(self, found: Review) -> bool:
        return found.score <= self.choice.worst and bool(found.problems)
