"""Who works on a project, where they speak, and when."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class Place(StrEnum):
    """The kinds of places in which records stand; also the source types of retrieval units."""

    CHAT = "chat"
    MAIL = "mail"
    WIKI = "wiki"
    NOTES = "notes"
    LOG = "log"
    REPORT = "report"
    DECK = "deck"
    IMAGE = "image"


class Person(Frozen):
    """One collaborator. Before `joins` a late joiner sees and says nothing."""

    id: str
    name: str
    role: str
    voice: str
    joins: datetime


class Channel(Frozen):
    """One channel, mailing list, wiki space or folder; `members` are who may read and write it.

    What is said in a private one stays there; of any other its members may speak elsewhere.
    """

    id: str
    place: Place
    name: str
    members: tuple[str, ...]
    is_private: bool = False
    purpose: str = ""


class Milestone(Frozen):
    """A date to work towards, as first planned; `is_external` ones face the customer."""

    id: str
    name: str
    at: datetime
    is_external: bool = False


class World(Frozen):
    """One project's company and team. `archetype` is research_lab or analysis_firm.

    `codename` is what the team calls the project; no two projects of a corpus should share it.
    """

    project: str
    seed: str
    archetype: str
    company: str
    product: str
    customer: str
    starts: datetime
    ends: datetime
    people: tuple[Person, ...]
    channels: tuple[Channel, ...]
    milestones: tuple[Milestone, ...] = ()
    codename: str = ""
