"""A project written by a scripted model: what passes is in records and files, the rest stays."""

from __future__ import annotations

from collections.abc import Mapping
from email import message_from_bytes, policy
from typing import Any

import pytest

from tests.fixtures.endpoint import refusal
from tests.unit.mmenterprise.writing.scripted import (
    Call,
    Change,
    Reply,
    Script,
    serving,
    settings,
)
from tests.unit.mmenterprise.writing.small import bundle, ledger, rendered
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.writing.model import Stage, Writing
from worksurface_pipeline.mmenterprise.writing.write import write

TEAM = "team 2031-03-03"


def written(
    change: Change | None = None, attempts: int = 3, **choices: Any
) -> tuple[Writing, Script]:
    """The small project, and what the script was asked."""
    script = Script(change) if change else Script()
    with serving(script) as (clients, _):
        choice = settings(attempts, **choices)
        return write(ledger(), rendered(), bundle(), clients, choice), script


def texts_of(writing: Writing) -> Mapping[str, str]:
    """The text of each event's record."""
    return {unit.events[0]: unit.text for unit in writing.records.units}


def spoilt(stage: str, event: str, text: str, until: int = 99) -> Change:
    """A script that says something else in one event, in its first so many replies of a stage."""

    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        if call.stage == stage and isinstance(reply, dict) and seen(call) < until:
            for row in reply["messages"]:
                if row["event_id"] == event:
                    row["text"] = text
        return reply

    return change


def seen(call: Call) -> int:
    """How many replies to this request were refused so far."""
    return len({line.split(":")[0] for line in call.feedback.splitlines() if "reply" in line})


def in_team(call: Call) -> bool:
    return call.stage == "chat" and "team" in call.data["channel"]


@pytest.fixture(scope="module")
def proper() -> tuple[Writing, Script]:
    """Written with proper replies alone."""
    return written()


def test_proper_replies_fill_all_texts(proper: tuple[Writing, Script]) -> None:
    writing, _ = proper
    texts = texts_of(writing)
    assert texts["e001"] == "Now retrieval stage accuracy: 61.2%."
    assert texts["e006"] == "Now reranking stage accuracy: 71.9%, not 79.1%."
    assert len(writing.log.of(Stage.WHOLE)[0].written) == 12
    assert not any(item.kept or item.errors for item in writing.log.passages)


def test_what_a_model_wrote_passes_all_checks(proper: tuple[Writing, Script]) -> None:
    writing, _ = proper
    assert violations(writing.ledger) == ()
    found = [item.check for item in check(writing.ledger, writing.records)]
    assert found == ["visual share"]  # of a project with one picture
    assert list(give_aways(writing.ledger, writing.records)) == []
    assert differences(writing.ledger, writing.records) == ()


def test_slots_values_times_and_actors_are_never_a_models(proper: tuple[Writing, Script]) -> None:
    old, new = ledger(), proper[0].ledger
    assert new.slots == old.slots
    names = dict(
        zip(*([one.name for one in item.world.people] for item in (old, new)), strict=True)
    )
    for before, after in zip(old.events, new.events, strict=True):
        kept = {"reason", "statements", "must", "must_not"}
        assert before.model_dump(exclude=kept) == after.model_dump(exclude=kept)
        said = [names.get(item.value, item.value) for item in before.statements]
        assert [item.value for item in after.statements] == said
    assert new.world.company == "Bumberfold"
    assert new.world.codename == old.world.codename


def test_a_reason_is_the_same_wherever_it_is_told(proper: tuple[Writing, Script]) -> None:
    reasons = {event.id: event.reason for event in proper[0].ledger.events if event.reason}
    assert reasons == dict.fromkeys(("e007", "e011"), "the team had more to go by")


@pytest.mark.parametrize("ending", ["eml", "md", "log"])
def test_real_files_carry_the_texts(proper: tuple[Writing, Script], ending: str) -> None:
    records = proper[0].records
    units = {unit.id: unit for unit in records.units}
    files = [item for item in records.files if item.path.endswith(ending)]
    assert files
    for item in files:
        data = records.contents[item.path]
        if ending == "eml":
            text = message_from_bytes(data, policy=policy.default).get_content()
            assert "Now error audit owner: Tomasz Brightling." in text
        else:
            for key in item.units:
                last = units[key].text.splitlines()[-1].removeprefix("- ")
                assert last in data.decode()


def test_equal_replies_give_equal_bytes(proper: tuple[Writing, Script]) -> None:
    files = dict(proper[0].to_files())
    assert dict(written(concurrency=4)[0].to_files()) == files
    assert dict(Writing.from_files(files.__getitem__).to_files()) == files


def test_a_model_is_told_what_must_and_must_not_be_read(proper: tuple[Writing, Script]) -> None:
    call = next(call for call in proper[1].of("chat") if in_team(call))
    briefs = {item["event_id"]: item for item in call.data["events"]}
    assert briefs["e004"]["must_not_contain"] == ["48.5"]
    assert briefs["e004"]["must_contain"] == ["latency chart", "version 1"]
    assert briefs["e006"]["must_contain"] == ["71.9", "79.1"]
    assert briefs["e005"]["story"] == "An old file was open."
    assert [item["voice"].split(",")[0] for item in call.data["members"]] == [
        "terse",
        "careful",
        "warm",
    ]


def test_without_a_model_everything_stays() -> None:
    writing = write(ledger(), rendered(), bundle(), None, Settings())
    assert (writing.ledger, writing.records) == (ledger(), rendered())
    assert writing.log.passages == ()


def test_a_failed_check_goes_back_and_the_next_reply_counts() -> None:
    writing, script = written(spoilt("chat", "e001", "Now retrieval stage accuracy: 62.1%.", 1))
    calls = [call for call in script.of("chat") if in_team(call)]
    assert [bool(call.feedback) for call in calls] == [False, True]
    assert "e001: must: '61.2' is missing" in calls[1].feedback
    assert calls[1].data == calls[0].data
    assert "61.2%" in texts_of(writing)["e001"]
    passage = next(item for item in writing.log.of(Stage.CHAT) if item.part == TEAM)
    assert (passage.calls, passage.kept) == (2, ())
    assert passage.errors


def test_errors_accumulate() -> None:
    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        if in_team(call) and isinstance(reply, dict) and seen(call) < 2:
            row = reply["messages"][0]
            row["actor" if not call.feedback else "time"] = "somebody else"
        return reply

    _, script = written(change)
    last = [call for call in script.of("chat") if in_team(call)][-1]
    assert "reply 1: e001: its actor is Mirela Tarnowe, not 'somebody else'" in last.feedback
    assert "reply 2: e001: its time is 2031-03-03 09:20:00, not 'somebody else'" in last.feedback


def test_past_the_limit_the_templates_text_stays_and_the_log_says_so() -> None:
    writing, script = written(spoilt("chat", "e001", "All fine."), attempts=2)
    assert len([call for call in script.of("chat") if in_team(call)]) == 2
    passage = next(item for item in writing.log.of(Stage.CHAT) if item.part == TEAM)
    assert passage.kept == ("e001",)
    assert passage.calls == 2
    texts = texts_of(writing)
    assert "61.2%" in texts["e001"]
    assert not texts["e001"].startswith("Now ")
    assert texts["e002"].startswith("Now ")


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("I cannot do that.", id="no object"),
        pytest.param('{"messages": []} {"messages": []}', id="two objects"),
        pytest.param('{"messages": [], "note": "x"}', id="strange field"),
        pytest.param('{"texts": []}', id="other form"),
        pytest.param(f'{{"messages": [], "{"x" * 5000}": 1}}', id="endless field"),
        pytest.param('{"messages": [{"event_id": 1}]}', id="other kinds"),
    ],
)
def test_replies_outside_the_contract_leave_the_template(wrong: str) -> None:
    writing, _ = written(lambda reply, data, call: wrong if in_team(call) else reply, attempts=1)
    passage = next(item for item in writing.log.of(Stage.CHAT) if item.part == TEAM)
    assert passage.written == ()
    assert len(passage.kept) == 7
    assert max(map(len, passage.errors)) < 700
    assert writing.log.of(Stage.REVIEW) == ()


def test_names_outside_the_rules_leave_the_worlds_own() -> None:
    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        if call.stage == "world" and isinstance(reply, dict):
            return {**reply, "company": "Lanternfish"}
        return reply

    writing, script = written(change, attempts=2)
    assert "holds the avoided word 'lanternfish'" in script.of("world")[1].feedback
    assert writing.ledger.world == ledger().world
    assert writing.log.of(Stage.WORLD)[0].written == ()


def test_names_that_other_projects_may_have_are_refused() -> None:
    with serving(Script()) as (clients, _):
        choice = settings(1)
        writing = write(ledger(), rendered(), bundle(), clients, choice, ("BUMBERFOLD",))
    assert writing.ledger.world.company == ledger().world.company
    errors = "\n".join(writing.log.of(Stage.WORLD)[0].errors)
    assert "'Bumberfold' is a name that other projects may have" in errors


def test_a_model_that_cannot_be_reached_is_a_value_in_the_log() -> None:
    writing, script = written(lambda *_: refusal(500, "out of order"))
    assert writing.ledger == ledger()
    assert texts_of(writing) == {unit.events[0]: unit.text for unit in rendered().units}
    assert all(item.errors for item in writing.log.passages if item.stage is not Stage.WHOLE)
    assert len(script.calls) <= 10


def test_private_values_stay_in_their_room() -> None:
    text = "Thanks, and the extension fee is 18,400 EUR."
    writing, script = written(spoilt("chat", "e008", text), attempts=2)
    calls = [call for call in script.of("chat") if in_team(call)]
    assert "private: '18,400' of" in calls[1].feedback
    assert not any("18,400" in str(call.data) for call in calls)
    told = [unit for unit in writing.records.units if "18,400" in unit.text]
    assert {unit.source for unit in told} == {"#dusky-heron-leads-room"}


def test_places_have_their_frames(proper: tuple[Writing, Script]) -> None:
    units = {unit.place: unit for unit in proper[0].records.units}
    assert units[Place.MAIL].text.startswith("Subject: ")
    assert units[Place.WIKI].text.startswith("Raskerrick decisions, revision 1\n")
    assert units[Place.NOTES].text.splitlines()[1].startswith("Present: ")
    assert units[Place.LOG].text.startswith("2031-03-03 13:20:00 INFO tomasz ")


def test_the_form_of_a_log_is_plain(proper: tuple[Writing, Script]) -> None:
    passages = proper[0].log.passages
    assert [item.stage for item in passages[:2]] == [Stage.WORLD, Stage.EVENTS]
    assert {item.model for item in passages} == {"writer"}
    assert all(item.prompt_version.startswith("writing-") for item in passages[:-1])
    assert sum(item.calls for item in passages) == len(proper[1].calls)
