"""A mail as its reader sees it: subject, whom it goes to by name, and what is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_SUBJECT = re.compile(r"^Subject: (.*)$", re.MULTILINE)
_TO = re.compile(r"^To: (.*)$", re.MULTILINE)
_ADDRESS = re.compile(r"\s*<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Letter:
    """The parts of a mail; any other record is its body alone."""

    body: str
    subject: str = ""
    to: str = ""


def letter(unit: Unit) -> Letter:
    """A unit's text in parts; a mail without the usual lines at its head is left as it is."""
    head, gap, body = unit.text.partition("\n\n")
    subject, to = _SUBJECT.search(head), _TO.search(head)
    if unit.place is not Place.MAIL or not gap or subject is None or to is None:
        return Letter(unit.text)
    return Letter(body, subject[1], _ADDRESS.sub("", to[1]))
