"""The record stage: the texts of a channel day after day, reviewed where it is a chat."""

from __future__ import annotations

from collections.abc import Mapping
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
    checks: TextChecks
    choice: WriterChoice

    @property
    def _briefing(self) -> Briefing:
        return self.checks.briefing

    def channel(self, channel: Channel) -> Told:
        """All days of a channel, in order: each is shown the last messages before it."""
        done = Told()
        for part in self._briefing.parts(channel):
            self._day(part, done)
        return done

    def _day(self, part: Part, done: Told) -> None:
        is_chat = part.channel.place is Place.CHAT
        texts = self._written(Stage.CHAT if is_chat else Stage.TEXTS, part, done)
        if is_chat and texts and len(part.events) >= self.choice.reviewed_from:
            texts |= self._reviewed(part, done, texts)
        done.texts |= texts
        done.units += self._units(part, texts)

    def _reviewed(self, part: Part, done: Told, texts: Mapping[str, str]) -> dict[str, str]:
        """Texts of the one rewrite that a bad review asks for; none where it asks for none.

        A message that the rewrite spoils stays as it was: that one had passed.
        """
        messages = told(self._units(part, texts))
        found = review(self.reviewer, self._briefing.world, f"#{part.channel.name}", messages)
        done.passages.append(self._review_passage(part, found))
        bad = found.value is not None and found.value.score <= self.choice.worst
        if not bad or found.value is None or not found.value.problems:
            return {}
        return self._written(Stage.REWRITE, part, done, found.value.problems)

    def _written(
        self, stage: Stage, part: Part, done: Told, flagged: tuple[str, ...] = ()
    ) -> dict[str, str]:
        """The texts of a part that pass, and a passage on how they came about."""
        prompt = self._prompt(part, done, flagged)
        asked = self.asker.ask(prompt, lambda fields: checked_texts(fields, part, self.checks))
        texts = dict(asked.value or {})
        keys = [event.id for event in part.events]
        passage = Passage(
            stage=stage,
            part=part.name,
            model=self.asker.model,
            prompt_version=prompt.version,
            calls=asked.calls,
            errors=asked.errors,
            written=tuple(key for key in keys if key in texts),
            kept=tuple(key for key in keys if key not in texts),
        )
        done.passages.append(passage)
        return texts

    def _prompt(self, part: Part, done: Told, flagged: tuple[str, ...]) -> Prompt:
        briefs = [self._briefing.brief(event) for event in part.events]
        if part.channel.place is not Place.CHAT:
            return texts_prompt(self._briefing.world, part, briefs)
        before = told(done.units[-_CONTEXT:])
        return chat_prompt(self._briefing.world, part, briefs, before, flagged)

    def _units(self, part: Part, texts: Mapping[str, str]) -> list[Unit]:
        """The records of a part as they stand, the template's where the model has none."""
        units = [self._briefing.units[event.id] for event in part.events]
        return [
            retold(unit, texts[unit.events[0]]) if unit.events[0] in texts else unit
            for unit in units
        ]

    def _review_passage(self, part: Part, found: Asked[Review]) -> Passage:
        return Passage(
            stage=Stage.REVIEW,
            part=part.name,
            model=self.reviewer.model,
            prompt_version=review_prompts.VERSION,
            calls=found.calls,
            errors=found.errors,
            score=found.value.score if found.value else None,
            problems=found.value.problems if found.value else (),
        )
