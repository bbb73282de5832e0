"""Checks: every planted fault is caught, and by the rule that is meant for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from tests.unit.mmenterprise.records.ledgers import ledger, rendered
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.faults import FAULTS
from worksurface_pipeline.mmenterprise.records.model import Mark, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.mutations import caught_shares, share_lines
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place


def _changed(event: str, place: Place, **fields: object) -> WorkspaceRecords:
    """The records with other fields in the first unit of an event and place."""
    old = _unit(event, place)
    new = Unit.model_validate({**old.model_dump(), **fields})
    units = tuple(new if unit is old else unit for unit in rendered().units)
    return rendered().model_copy(update={"units": units})


def _unit(event: str, place: Place) -> Unit:
    return next(unit for unit in rendered().units if event in unit.events and unit.place is place)


def _wrong_author() -> WorkspaceRecords:
    return _changed("e001", Place.CHAT, author="Omar Diallo")


def _wrong_time() -> WorkspaceRecords:
    at = _unit("e001", Place.CHAT).at + timedelta(minutes=1)
    return _changed("e001", Place.CHAT, at=at)


def _wrong_value() -> WorkspaceRecords:
    text = _unit("e001", Place.CHAT).text.replace("61.2", "62.1")
    return _changed("e001", Place.CHAT, text=text)


def _wrong_thing() -> WorkspaceRecords:
    text = _unit("e001", Place.CHAT).text.replace("retrieval", "reranking")
    return _changed("e001", Place.CHAT, text=text)


def _wrong_page() -> WorkspaceRecords:
    unit = _unit("e013", Place.REPORT)
    unit = next(
        item for item in rendered().units if item.source == unit.source and item.number == 2
    )
    new = unit.model_copy(update={"text_layer": unit.text_layer.replace("61.2", "16.2")})
    units = tuple(new if item is unit else item for item in rendered().units)
    return rendered().model_copy(update={"units": units})


def _leaked_private() -> WorkspaceRecords:
    text = f"{_unit('e005', Place.CHAT).text} It is 18400 by the way."
    return _changed("e005", Place.CHAT, text=text)


def _repeated_private() -> WorkspaceRecords:
    text = f"{_unit('e005', Place.CHAT).text}\n{_unit('e012', Place.CHAT).text}"
    return _changed("e005", Place.CHAT, text=text)


def _told_picture() -> WorkspaceRecords:
    text = f"{_unit('e006', Place.CHAT).text} So 48.5ms."
    return _changed("e006", Place.CHAT, text=text)


def _told_caption() -> WorkspaceRecords:
    return _changed("e006", Place.IMAGE, text="Picture: latency of 48.5 ms")


def _told_file_name() -> WorkspaceRecords:
    return _changed("e006", Place.IMAGE, source="latency_48.5.png")


def _told_text_layer() -> WorkspaceRecords:
    return _changed("e015", Place.DECK, text_layer="peak memory 30.25")


def _wrong_picture() -> WorkspaceRecords:
    row = rendered().plotted[0]
    marks = (Mark(slot=row.marks[0].slot, label="x", value="1"), *row.marks[1:])
    plotted = (row.model_copy(update={"marks": marks}), *rendered().plotted[1:])
    return rendered().model_copy(update={"plotted": plotted})


def _two_messages() -> WorkspaceRecords:
    again = _unit("e001", Place.CHAT).model_copy(update={"id": "u0123456789ab"})
    return rendered().model_copy(update={"units": (*rendered().units, again)})


def _telling_id() -> WorkspaceRecords:
    return _changed("e001", Place.CHAT, id="chat-1")


def _other_channel() -> WorkspaceRecords:
    return _changed("e001", Place.CHAT, source="#leads")


def _few_pictures() -> WorkspaceRecords:
    units = tuple(unit for unit in rendered().units if not unit.is_visual)
    return rendered().model_copy(update={"units": units})


def _no_file() -> WorkspaceRecords:
    return rendered().model_copy(update={"files": rendered().files[1:]})


def _numbered_figure() -> WorkspaceRecords:
    return _changed("e005", Place.CHAT, text="Noted, see Figure 3.")


_PLANTED: dict[str, tuple[Callable[[], WorkspaceRecords], str]] = {
    "wrong author": (_wrong_author, "author"),
    "wrong time": (_wrong_time, "time"),
    "wrong value": (_wrong_value, "value"),
    "value of another thing": (_wrong_thing, "subject"),
    "wrong value on a page": (_wrong_page, "value"),
    "leaked private value": (_leaked_private, "private"),
    "repeated private message": (_repeated_private, "private"),
    "value of a picture in a message": (_told_picture, "pixels only"),
    "value of a picture, event's own rule": (_told_picture, "must not"),
    "value of a picture in a caption": (_told_caption, "pixels only"),
    "value of a picture in a file's name": (_told_file_name, "pixels only"),
    "value of a picture in a text layer": (_told_text_layer, "pixels only"),
    "picture of another value": (_wrong_picture, "picture"),
    "two messages for one event": (_two_messages, "one record"),
    "id that tells": (_telling_id, "ids"),
    "another channel": (_other_channel, "channel"),
    "no pictures": (_few_pictures, "visual share"),
    "figure numbered as in its source": (_numbered_figure, "publication"),
    "unit without a file": (_no_file, "files"),
}


@pytest.mark.parametrize(("spoil", "rule"), _PLANTED.values(), ids=_PLANTED)
def test_a_planted_fault_is_caught(spoil: Callable[[], WorkspaceRecords], rule: str) -> None:
    assert rule in {finding.check for finding in check(ledger(), spoil())}


def test_of_500_spoiled_records_nearly_all_are_caught() -> None:
    shares = caught_shares(ledger(), rendered(), Random(3), 500)
    made, caught = sum(item.made for item in shares), sum(item.caught for item in shares)
    assert share_lines(shares)[-1] == f"all: {caught} of 500 caught"
    assert made == 500
    assert {item.fault for item in shares if item.made} == set(FAULTS)
    assert caught >= 0.98 * made
