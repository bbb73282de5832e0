"""Texts of a reply: exactly one for each planned event, by its actor and at its time."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from worksurface_pipeline.mmenterprise.writing.asking import Checked
from worksurface_pipeline.mmenterprise.writing.briefs import Part, time_of
from worksurface_pipeline.mmenterprise.writing.cleaning import cleaned
from worksurface_pipeline.mmenterprise.writing.contract import (
    ContractError,
    exact,
    once_each,
    rows_of,
    text_of,
)
from worksurface_pipeline.mmenterprise.writing.text_checks import TextChecks

_ROW = ("event_id", "time", "actor", "text")


def checked_texts(
    fields: Mapping[str, JsonValue], part: Part, checks: TextChecks
) -> Checked[Mapping[str, str]]:
    """The texts that pass, by event, and the faults of the others."""
    try:
        exact(fields, ("messages",), "the reply")
        rows = [
            {key: text_of(row, key, "messages") for key in _ROW}
            for row in rows_of(fields, "messages", _ROW)
        ]
    except ContractError as error:
        return Checked(None, (str(error),))
    keys = [row["event_id"] for row in rows]
    faults = list(once_each(keys, (event.id for event in part.events), "message"))
    found = {row["event_id"]: row for row in rows if keys.count(row["event_id"]) == 1}
    passed = {}
    for event in part.events:
        if event.id in found:
            text = cleaned(found[event.id]["text"])
            wrong = [*_origin(found[event.id], part, checks), *checks.faults(event, text)]
            faults += wrong
            if not wrong:
                passed[event.id] = text
    return Checked(passed, tuple(faults), len(passed))


def _origin(row: Mapping[str, str], part: Part, checks: TextChecks) -> list[str]:
    """Whether a message is by its actor and at its time."""
    event = next(item for item in part.events if item.id == row["event_id"])
    name = checks.briefing.words.name(event.actor)
    wrong = []
    if row["actor"] != name:
        wrong.append(f"{event.id}: its actor is {name}, not {row['actor'][:60]!r}")
    if row["time"] != time_of(event):
        wrong.append(f"{event.id}: its time is {time_of(event)}, not {row['time'][:60]!r}")
    return wrong
