"""Reports and decks worded by a scripted model: what passes is in files, the rest stays."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from typing import Any

import pymupdf
import pytest
from pptx import Presentation

from tests.unit.mmenterprise.writing.documents import checks, documented, drawn
from tests.unit.mmenterprise.writing.scripted import Call, Change, Reply, Script, serving, settings
from tests.unit.mmenterprise.writing.small import SEED, bundle
from tests.unit.mmenterprise.writing.spoiling_pages import proper_rows
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.outline import page_key
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.writing.library import PAGED
from worksurface_pipeline.mmenterprise.writing.model import Stage, Writing
from worksurface_pipeline.mmenterprise.writing.whole import Finisher
from worksurface_pipeline.mmenterprise.writing.write import write

HEADING = "What to know here"


def documents_alone(change: Change) -> Change:
    """A script in which every other stage says nothing: names, reasons and texts stay."""

    def changed(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        is_ours = call.stage in ("report", "deck")
        found = change(reply, data, call) if is_ours else "nothing"
        assert isinstance(found, str | dict)
        return found

    return changed


def written(change: Change | None = None, attempts: int = 2, **more: Any) -> tuple[Writing, Script]:
    script = Script(documents_alone(change or (lambda reply, *_: reply)))
    with serving(script) as (clients, _):
        choice = settings(attempts, **more)
        return write(documented(), drawn(), bundle(), clients, choice), script


@cache
def proper() -> tuple[Writing, Script]:
    return written(attempts=1)


def pages(records: WorkspaceRecords) -> dict[str, Unit]:
    """Pages and slides by the key of their words."""
    return {
        page_key(unit.events[0], unit.number): unit for unit in records.units if unit.place in PAGED
    }


def spoilt(page: int, until: int, **fields: Any) -> Change:
    """A script that words a page of the first report otherwise, so many times."""

    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        is_first = call.stage == "report" and data["version"] == 1
        seen = len({line.split(":")[0] for line in call.feedback.splitlines() if "reply" in line})
        if is_first and isinstance(reply, dict) and seen < until:
            reply["pages"][page - 1].update(fields)
        return reply

    return change


def of_report(script: Script) -> list[Call]:
    return [call for call in script.of("report") if call.data["version"] == 1]


def test_proper_replies_fill_all_pages_and_change_nothing_else() -> None:
    records = proper()[0].records
    old, new = pages(drawn()), pages(records)
    assert len(new) > 12
    for key, unit in new.items():
        assert unit.text_layer.startswith(f"{HEADING}\n")
        kept = {"text_layer"}
        assert unit.model_dump(exclude=kept) == old[key].model_dump(exclude=kept)
    others = [unit for unit in records.units if unit.place not in PAGED]
    assert others == [unit for unit in drawn().units if unit.place not in PAGED]
    assert records.plotted == drawn().plotted


def test_what_was_worded_passes_all_checks_as_the_templates_did() -> None:
    writing = proper()[0]
    for records in (writing.records, drawn()):
        assert {item.check for item in check(writing.ledger, records)} <= {"visual share"}
        assert list(give_aways(writing.ledger, records)) == []
        assert differences(writing.ledger, records) == ()


def test_the_files_are_drawn_anew_with_the_words() -> None:
    records = proper()[0].records
    paper = pymupdf.open(stream=records.contents["reports/weekly_report_v1.pdf"], filetype="pdf")
    texts = [" ".join(page.get_text().split()) for page in paper]
    assert all(HEADING in text for text in texts)
    assert "annotation round cost is pending." in texts[0]
    deck = Presentation(io.BytesIO(records.contents["decks/client_deck_v1.pptx"]))
    titles = [slide.shapes.title.text for slide in deck.slides]
    assert titles == [HEADING] * len(titles)
    shown = pages(records)["e014/1"]
    assert records.contents[shown.image] != drawn().contents[shown.image]


def test_equal_replies_give_equal_bytes() -> None:
    again = written(attempts=1, concurrency=4)[0]
    assert dict(again.to_files()) == dict(proper()[0].to_files())


def test_the_log_has_a_passage_for_each_version() -> None:
    log = proper()[0].log
    parts = [(item.part, item.calls, item.kept) for item in log.of(Stage.REPORT)]
    assert parts == [("weekly-report version 1", 1, ()), ("weekly-report version 2", 1, ())]
    (deck,) = log.of(Stage.DECK)
    assert deck.written == tuple(f"e015/{number}" for number in range(1, len(deck.written) + 1))
    assert deck.prompt_version.startswith("writing-documents-")
    assert set(log.of(Stage.WHOLE)[0].written) == set(pages(drawn()))


def test_a_version_is_shown_the_headings_of_the_one_before() -> None:
    first, second = proper()[1].of("report")
    assert first.data["headings_of_the_version_before"] == []
    assert second.data["headings_of_the_version_before"] == [HEADING] * len(first.data["pages"])


def test_a_failed_check_goes_back_and_the_next_reply_counts() -> None:
    writing, script = written(spoilt(2, 1, lines=["All is well."]))
    first, second = of_report(script)
    assert not first.feedback
    assert "page 2: no line says retrieval stage · accuracy: '61.2%'" in second.feedback
    assert second.data == first.data
    assert pages(writing.records)["e014/2"].text_layer.startswith(HEADING)
    assert writing.log.of(Stage.REPORT)[0].kept == ()


def test_errors_accumulate_up_to_the_limit_and_then_the_templates_page_stays() -> None:
    lines = ["Retrieval stage accuracy is 61.3%.", "Reranking stage accuracy is 71.9%."]
    writing, script = written(spoilt(2, 99, lines=lines), attempts=3)
    calls = of_report(script)
    assert [call.feedback.count("reply") >= number for number, call in enumerate(calls)] == [
        True
    ] * 3
    assert "reply 2: page 2" in calls[2].feedback
    passage = writing.log.of(Stage.REPORT)[0]
    assert (passage.calls, passage.kept) == (3, ("e014/2",))
    new, old = pages(writing.records), pages(drawn())
    assert new["e014/2"] == old["e014/2"]
    assert new["e014/3"].text_layer.startswith(HEADING)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("I cannot do that.", id="no object"),
        pytest.param('{"pages": [], "note": "x"}', id="strange field"),
        pytest.param('{"pages": [{"page": "1", "heading": "x", "lines": []}]}', id="other kinds"),
        pytest.param('{"pages": []}', id="no page"),
    ],
)
def test_replies_outside_the_contract_leave_the_template(wrong: str) -> None:
    writing, _ = written(lambda *_: wrong, attempts=1)
    assert writing.records.units == drawn().units
    assert all(item.errors and not item.written for item in writing.log.of(Stage.REPORT))


def test_what_only_shows_in_the_whole_takes_the_page_back_and_no_other() -> None:
    versions = checks().library.documents["weekly-report"]
    rows = proper_rows(checks(), versions[0])
    texts = {
        page_key("e014", row["page"]): "\n".join([row["heading"], *row["lines"]]) for row in rows
    }
    texts["e014/3"] += " The extension fee is 18,400 EUR."

    def again(found: Ledger, words: Mapping[str, str]) -> WorkspaceRecords:
        return render(found, bundle().seeds, {}, SEED, words)

    whole = Finisher(documented(), drawn(), again).finished(texts)
    assert whole.taken_back == ("e014/3",)
    assert any(error.startswith("private") for error in whole.errors)
    assert pages(whole.records)["e014/3"] == pages(drawn())["e014/3"]
    assert pages(whole.records)["e014/2"].text_layer.startswith(HEADING)
    assert {unit.place for unit in whole.records.units} >= {Place.REPORT, Place.DECK}
