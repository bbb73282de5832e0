"""What a writing leaves: the ledger with its names, the records with their texts, and a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, RecordSet, Stored
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger


class Stage(StrEnum):
    """What a model was asked for."""

    WORLD = "world"
    EVENTS = "events"
    CHAT = "chat"
    TEXTS = "texts"
    REPORT = "report"
    DECK = "deck"
    REVIEW = "review"
    REWRITE = "rewrite"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Clients:
    """Who writes and who reviews; without a reviewer the writer's client asks for both."""

    writer: ModelClient
    reviewer: ModelClient | None = None

    @property
    def reviewing(self) -> ModelClient:
        """The client for reviews."""
        return self.reviewer or self.writer


class Passage(Frozen):
    """One part of the writing: what was asked, how often, and what came of it.

    `part` names a day or a channel's day; `errors` are all problems of all replies. `written` are
    the events that have the model's text (of documents the pages, by their `page_key`), `kept`
    those that keep the template's. `score` and `problems` are a review's.
    """

    stage: Stage
    part: str
    model: str
    prompt_version: str
    calls: int
    errors: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    score: int | None = None
    problems: tuple[str, ...] = ()


class WritingLog(RecordSet):
    """All parts of a project's writing, in order; none where templates wrote everything."""

    project: str
    passages: tuple[Passage, ...] = ()

    def of(self, stage: Stage) -> tuple[Passage, ...]:
        """The parts of one stage."""
        return tuple(item for item in self.passages if item.stage is stage)


@dataclass(frozen=True, slots=True)
class Writing:
    """A project as it was written: a value with a file form."""

    ledger: Ledger
    records: WorkspaceRecords
    log: WritingLog

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The files of each part, in a folder of its own."""
        parts: dict[str, Stored] = {
            "ledger": self.ledger,
            "log": self.log,
            "records": self.records,
        }
        for folder, part in parts.items():
            for name, data in part.to_files():
                yield f"{folder}/{name}", data

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        return cls(
            Ledger.from_files(lambda name: read(f"ledger/{name}")),
            WorkspaceRecords.from_files(lambda name: read(f"records/{name}")),
            WritingLog.from_files(lambda name: read(f"log/{name}")),
        )
