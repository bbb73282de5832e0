"""Records of a small ledger: one for each event, in voices, with the same bytes each time."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.mmenterprise.records.ledgers import contents, events, ledger, rendered, seeds
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place


def _of(event: str, place: Place) -> list[Unit]:
    return [unit for unit in rendered().units if event in unit.events and unit.place is place]


def test_records_of_a_ledger_have_no_fault() -> None:
    assert check(ledger(), rendered()) == ()


def test_what_is_written_reads_back_as_stated() -> None:
    assert differences(ledger(), rendered()) == ()


def test_every_place_has_units_and_files() -> None:
    assert {unit.place for unit in rendered().units} == set(Place)
    endings = {item.path.rpartition(".")[2] for item in rendered().files}
    assert endings == {"eml", "pdf", "pptx", "png", "md", "log"}


def test_one_message_for_each_chat_event() -> None:
    chats = [event.id for event in events() if event.channel in ("evals", "leads")]
    found = Counter(unit.events[0] for unit in rendered().units if unit.place is Place.CHAT)
    assert found == Counter(chats)


def test_equal_arguments_give_equal_bytes() -> None:
    again = render(ledger(), seeds(), contents(), 7)
    assert again == rendered()
    assert again.contents == rendered().contents
    assert list(again.to_files()) == list(rendered().to_files())


def test_another_seed_gives_other_ids() -> None:
    other = {unit.id for unit in rendered(8).units}
    assert not other & {unit.id for unit in rendered().units}


def test_another_project_gives_other_ids() -> None:
    other = render(ledger("birch"), seeds(), contents(), 7)
    assert not {unit.id for unit in other.units} & {unit.id for unit in rendered().units}


def test_what_is_stored_is_read_again() -> None:
    files = dict(rendered().to_files())
    again = WorkspaceRecords.from_files(files.__getitem__)
    assert again == rendered()
    assert again.contents == rendered().contents


def test_the_series_of_pictures_stay_outside_the_units() -> None:
    names = [name for name, _ in rendered().unit_set().to_files()]
    assert sorted(names) == ["files.jsonl", "units.jsonl", "value.json"]


@pytest.mark.parametrize("place", [Place.REPORT, Place.DECK, Place.IMAGE])
def test_text_of_what_is_looked_at_is_its_header(place: Place) -> None:
    for unit in (unit for unit in rendered().units if unit.place is place):
        assert unit.is_visual
        assert all(item.value not in unit.text for item in unit.statements)


def test_two_people_word_one_thing_differently() -> None:
    (first,), (second,) = _of("e001", Place.CHAT), _of("e002", Place.CHAT)
    swapped = second.text.replace("reranking", "retrieval").replace("79.1", "61.2")
    assert first.text != swapped


def test_a_correction_says_what_was_wrong_and_answers_who_asked() -> None:
    (unit,) = _of("e004", Place.CHAT)
    assert unit.text.startswith("@Lena ")
    assert "71.9" in unit.text
    assert "79.1" in unit.text


def test_a_picture_comes_beside_its_message() -> None:
    (message,), (picture,) = _of("e006", Place.CHAT), _of("e006", Place.IMAGE)
    assert not message.statements
    assert {item.value for item in picture.statements} == {"48.5", "30.25"}
    (row,) = [row for row in rendered().plotted if row.unit == picture.id]
    assert {mark.value for mark in row.marks} == {"48.5 ms", "30.25 GB"}


def test_a_stale_page_stays_stale() -> None:
    pages = {item.path: item for item in rendered().files if item.path.startswith("wiki/")}
    last = rendered().contents[max(pages)].decode()
    assert "79.1" in last
    assert "71.9" not in last
    assert last.count("Revision ") == len(pages)


def test_both_versions_of_a_report_are_kept() -> None:
    versions = [item.version for item in rendered().files if item.path.endswith(".pdf")]
    assert versions == [1, 2]
    old, new = (
        {item.value for unit in rendered().units for item in unit.statements if unit.source == name}
        for name in ("weekly_report_v1.pdf", "weekly_report_v2.pdf")
    )
    assert "48.5" in old
    assert "45.8" in new


def test_captions_bear_no_number_of_their_source() -> None:
    texts = [f"{unit.text} {unit.text_layer}" for unit in rendered().units]
    assert any("Stages of the pipeline" in text for text in texts)
    assert not any("Figure 3" in text for text in texts)
