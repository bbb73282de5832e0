"""Texts of a reply: exactly one for each planned event, by its actor and at its time."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.writing.asking import Checked
from worksurface_pipeline.mmenterprise.writing.briefs import Part, time_of
from worksurface_pipeline.mmenterprise.writing.cleaning import cleaned
from worksurface_pipeline.mmenterprise.writing.counting import once_each
from worksurface_pipeline.mmenterprise.writing.text_checks import TextChecks

_SHOWN = 60  # characters of a wrong actor or time in an error


class Row(Frozen):
    """One message of a reply."""

    event_id: str
    time: str
    actor: str
    text: str


class Reply(Frozen):
    """A reply of the record stage."""

    messages: tuple[Row, ...]


def checked_texts(
    fields: Mapping[str, JsonValue], part: Part, checks: TextChecks
) -> Checked[Mapping[str, str]]:
    """The texts that pass, by event, and the faults of the others."""
    reply = of_fields(dict(fields), Reply)
    if isinstance(reply, str):
        return Checked(None, (reply,))
    keys = [row.event_id for row in reply.messages]
    faults = list(once_each(keys, (event.id for event in part.events), "message"))
    found = {row.event_id: row for row in reply.messages if keys.count(row.event_id) == 1}
    passed = {}
    for event in part.events:
        if event.id in found:
            text = cleaned(found[event.id].text)
            wrong = [*_origin(found[event.id], event, checks), *checks.faults(event, text)]
            faults += wrong
            if not wrong:
                passed[event.id] = text
    return Checked(passed, tuple(faults), len(passed))


def _origin(row: Row, event: Event, checks: TextChecks) -> list[str]:
    """Whether a message is by its actor and at its time."""
    name = checks.briefing.words.name(event.actor)
    wrong = []
    if row.actor != name:
        wrong.append(f"{event.id}: its actor is {name}, not {row.actor[:_SHOWN]!r}")
    if row.time != time_of(event):
        wrong.append(f"{event.id}: its time is {time_of(event)}, not {row.time[:_SHOWN]!r}")
    return wrong
