"""What people are shown beside a question: its answer, its records, and where those come from."""

from __future__ import annotations

from datetime import datetime

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.validation.comparing import as_text
from worksurface_pipeline.review.records import Proof

_SHEETS = {Place.REPORT: "page", Place.DECK: "slide"}
"""What a unit of these places is one of."""


def source_page(project: str) -> str:
    """The file with all records of a project."""
    return f"sources/{project}.html"


def answer_of(item: MmQuestion) -> str:
    """The gold as people read it."""
    if item.type is QuestionType.UNANSWERABLE or not item.gold:
        return "The records do not establish it."
    return f"{as_text(item.gold)} {item.unit}".strip()


def proof_of(unit: Unit) -> Proof:
    """A record as people are shown it."""
    return Proof(title=title_of(unit), claim="", source=unit.text, picture=_name(unit))


def title_of(unit: Unit) -> str:
    """Where a record comes from, as people read it."""
    version = f"version {unit.version}" if unit.version else ""
    page = f"{_SHEETS[unit.place]} {unit.number}" if unit.place in _SHEETS else ""
    at = f"{unit.at:%Y-%m-%d %H:%M}"
    return ", ".join(filter(None, (unit.place.value, unit.source, version, page, at, unit.author)))


def _name(unit: Unit) -> str:
    """The name of a unit's picture among those of all projects, "" for a unit of text."""
    return f"{unit.project}/{unit.image}" if unit.is_visual else ""


def in_order(unit: Unit) -> tuple[datetime, str]:
    """The place of a record among those that people read."""
    return (unit.at, unit.id)
