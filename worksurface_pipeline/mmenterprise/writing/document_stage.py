"""The record stage for reports and decks: headings and lines of each version, by a model.

Versions of a document are written in order, each with the headings of the one before it in view. A
page that fails its checks to the end keeps the template's words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.records.outline import page_key
from worksurface_pipeline.mmenterprise.schema.world import Place, World
from worksurface_pipeline.mmenterprise.writing.asking import Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line
from worksurface_pipeline.mmenterprise.writing.counting import once_each
from worksurface_pipeline.mmenterprise.writing.days import Told
from worksurface_pipeline.mmenterprise.writing.library import Version
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage
from worksurface_pipeline.mmenterprise.writing.page_checks import PageChecks
from worksurface_pipeline.mmenterprise.writing.pages import brief_of
from worksurface_pipeline.mmenterprise.writing.prompts.documents import document_prompt

_STAGES = {Place.REPORT: Stage.REPORT, Place.DECK: Stage.DECK}
_BULLET = re.compile(r"^[-–*•]\s+")


class PageRow(Frozen):
    """The words of one page or slide of a reply."""

    page: int
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Heading and lines as they are checked and kept."""
        lines = [one_line(item) for item in (self.heading, *self.lines)]
        return "\n".join(_BULLET.sub("", line) for line in lines)


class PagesReply(Frozen):
    """A reply of the document stage."""

    pages: tuple[PageRow, ...]


@dataclass(frozen=True)
class DocumentWriter:
    """Writes the documents of one project."""

    asker: Asker
    checks: PageChecks

    def document(self, versions: Sequence[Version]) -> Told:
        """All versions of a document: words by page, and what was asked."""
        done = Told()
        before: tuple[str, ...] = ()
        for version in versions:
            texts = self._version(version, before, done)
            done.texts |= texts
            before = tuple(self._heading(version, number, texts) for number in version.numbers)
        return done

    def _version(self, version: Version, before: Sequence[str], done: Told) -> dict[str, str]:
        prompt = document_prompt(
            self._world,
            version,
            [brief_of(self.checks.library, version, number) for number in version.numbers],
            before,
        )
        asked = self.asker.ask(prompt, lambda fields: checked_pages(fields, version, self.checks))
        texts = dict(asked.value or {})
        keys = [page_key(version.event.id, number) for number in version.numbers]
        passage = Passage(
            stage=_STAGES[version.kind],
            part=version.name,
            model=self.asker.model,
            prompt_version=prompt.version,
            calls=asked.calls,
            errors=asked.errors,
            written=tuple(key for key in keys if key in texts),
            kept=tuple(key for key in keys if key not in texts),
        )
        done.passages.append(passage)
        return texts

    @property
    def _world(self) -> World:
        return self.checks.library.words.ledger.world

    @staticmethod
    def _heading(version: Version, number: int, texts: Mapping[str, str]) -> str:
        """The heading that a page has now."""
        own = texts.get(page_key(version.event.id, number), version.sheet(number).heading)
        return own.partition("\n")[0]


def checked_pages(
    fields: Mapping[str, JsonValue], version: Version, checks: PageChecks
) -> Checked[Mapping[str, str]]:
    """The words that pass, by page, and the faults of the others."""
    reply = of_fields(dict(fields), PagesReply)
    if isinstance(reply, str):
        return Checked(None, (reply,))
    keys = [str(row.page) for row in reply.pages]
    faults = list(once_each(keys, map(str, version.numbers), "entry"))
    rows = {row.page: row for row in reply.pages if keys.count(str(row.page)) == 1}
    passed = {}
    for number in version.numbers:
        if number in rows:
            text = rows[number].text
            wrong = checks.faults(version, number, text)
            faults += wrong
            if not wrong:
                passed[page_key(version.event.id, number)] = text
    return Checked(passed, tuple(faults), len(passed))
