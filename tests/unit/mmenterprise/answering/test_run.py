"""One cell: how each reply ends, resuming, errors tried again, and what a server is sent."""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.fixtures.endpoint import chat, fake_endpoint
from tests.unit.harness.doubles import Answer, FakeClock, ScriptedClient
from tests.unit.mmenterprise.answering.cells import QUESTIONS, found, work
from tests.unit.mmenterprise.corpus.units import PICTURE
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import (
    CONTEXT_WINDOW,
    REFUSED,
    ModelReply,
    Usage,
)
from worksurface_pipeline.kernel.errors import (
    ModelUnavailableError,
    WorksurfaceError,
)
from worksurface_pipeline.mmenterprise.answering.run import run_cell
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers

USED = Usage(prompt_tokens=10, completion_tokens=2)
RIGHT = '{"answer": "81.4 %"}'


def reply(text: str, finish_reason: str = "stop", usage: Usage = USED) -> ModelReply:
    return ModelReply(
        text=text, usage=usage, finish_reason=finish_reason, model_returned="real-name"
    )


@pytest.mark.parametrize(
    ("said", "outcome", "answer", "usage"),
    [
        pytest.param(reply(RIGHT), "answered", "81.4 %", USED, id="answered"),
        pytest.param(reply(RIGHT, "length"), "answered", "81.4 %", USED, id="whole-at-its-limit"),
        pytest.param(reply('{"answer": "81', "length"), "limited", None, USED, id="cut-off"),
        pytest.param(
            ModelReply(text="", usage=Usage(), finish_reason=CONTEXT_WINDOW),
            "limited",
            None,
            Usage(),
            id="too-long-for-the-model",
        ),
        pytest.param(reply("I will not.", REFUSED), "refused", None, USED, id="refused"),
        pytest.param(reply(""), "empty", None, USED, id="empty"),
        pytest.param(
            ModelUnavailableError("The endpoint failed"), "errored", None, Usage(), id="error"
        ),
    ],
)
def test_how_a_question_ends(
    tmp_path: Path, said: Answer, outcome: str, answer: str | None, usage: Usage
) -> None:
    with Journal(tmp_path / "journal") as journal:
        answers = run_cell(work(tmp_path), journal, ScriptedClient(said))
    first = answers.answers[0]
    assert (first.question, first.project) == ("q1", "alder")
    assert (first.outcome, first.answer, first.usage) == (outcome, answer, usage)
    assert first.units == ("a", "d", "c")
    assert first.images == 1
    assert ("failed" in first.error) == (outcome == "errored")


def test_answers_are_stored_and_read_back(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        answers = run_cell(work(tmp_path), journal, ScriptedClient(RIGHT))
    files = dict(answers.to_files())
    assert Answers.from_files(files.__getitem__) == answers


def test_what_is_answered_is_not_asked_again(tmp_path: Path) -> None:
    subject = work(tmp_path)
    flaky = ScriptedClient(RIGHT, ModelUnavailableError("The endpoint failed"))
    with Journal(tmp_path / "journal") as journal:
        first = run_cell(subject, journal, flaky)
    assert [item.outcome for item in first.answers] == ["answered", "errored"]
    client = ScriptedClient('{"answer": "not established"}')
    with Journal(tmp_path / "journal") as journal:
        second = run_cell(subject, journal, client)
    assert len(client.requests) == 1
    assert second.answers[0] == first.answers[0]
    assert second.answers[1].answer == "not established"
    forced = ScriptedClient(RIGHT)
    with Journal(tmp_path / "journal") as journal:
        run_cell(subject, journal, forced, is_forced=True)
    assert len(forced.requests) == len(QUESTIONS)


def test_a_lost_picture_is_the_error_of_its_questions(tmp_path: Path) -> None:
    subject = work(tmp_path)
    (tmp_path / "records" / "alder" / "images" / "d.png").unlink()
    with Journal(tmp_path / "journal") as journal, pytest.raises(WorksurfaceError, match=r"d\.png"):
        run_cell(subject, journal, ScriptedClient(RIGHT))


def test_temperature_is_zero_whatever_the_settings_say(tmp_path: Path) -> None:
    client = ScriptedClient(RIGHT)
    model = ModelSettings(id="local", temperature=0.7, seed=5)
    with Journal(tmp_path / "journal") as journal:
        run_cell(work(tmp_path, model=model.id), journal, client)
        run_cell(replace(work(tmp_path / "b"), model=model), journal, client)
    assert {request.sampling.temperature for request in client.requests} == {0.0}


def test_fingerprints_cover_what_is_shown(tmp_path: Path) -> None:
    def prints(name: str, **more: Any) -> set[str]:
        return _prints(work(tmp_path / name, **more))

    first = prints("a")
    assert first == prints("b")
    assert first.isdisjoint(prints("c", k=2))
    assert first.isdisjoint(prints("d", is_text_only=True))
    assert first.isdisjoint(prints("e", model="another"))
    changed = work(tmp_path / "f")
    (tmp_path / "f" / "records" / "alder" / "images" / "d.png").write_bytes(b"another")
    assert first.isdisjoint(_prints(changed))


def _prints(subject: CellWork) -> set[str]:
    pairs = tuple(subject.keys())
    return {key.fingerprint for key, _ in pairs}


@pytest.mark.parametrize(
    ("retrieved", "wanted"),
    [
        pytest.param(found(depth=2), "for 2 units", id="not-deep-enough"),
        pytest.param(
            found().model_copy(update={"found": found().found[:1]}), "1 question", id="not-all"
        ),
    ],
)
def test_a_retrieval_that_does_not_fit_is_refused(
    tmp_path: Path, retrieved: object, wanted: str
) -> None:
    with Journal(tmp_path / "journal") as journal, pytest.raises(WorksurfaceError, match=wanted):
        run_cell(work(tmp_path, retrieved=retrieved), journal, ScriptedClient(RIGHT))


def test_a_server_gets_the_picture_within_the_records(tmp_path: Path) -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
    clock = FakeClock()
    with fake_endpoint(lambda body, number: chat(RIGHT, usage)) as endpoint:
        model = ModelSettings(
            id="local",
            route="openai/tiny",
            api_base=endpoint.base,
            api_key=SecretStr("sk-test"),
            concurrency=1,
        )
        client = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
        with Journal(tmp_path / "journal") as journal:
            answers = run_cell(replace(work(tmp_path), model=model), journal, client)
        bodies = endpoint.requests
    assert [item.answer for item in answers.answers] == ["81.4 %", "81.4 %"]
    assert [body["temperature"] for body in bodies] == [0.0, 0.0]
    before, picture, after = bodies[0]["messages"][1]["content"]
    assert before["text"].endswith("Picture: Latency, version 2\n[picture]")
    url = f"data:image/png;base64,{base64.b64encode(PICTURE).decode()}"
    assert picture == {"type": "image_url", "image_url": {"url": url}}
    assert after["text"].startswith("\n\n=== Record 3")


def test_the_embedded_reader_reads_and_does_not_see(tmp_path: Path) -> None:
    clock = FakeClock()
    model = ModelSettings(id="offline/reader")
    client = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
    for is_text_only in (True, False):
        subject = work(tmp_path / str(is_text_only), model.id, is_text_only=is_text_only)
        with Journal(tmp_path / f"journal-{is_text_only}") as journal:
            answers = run_cell(subject, journal, client)
        assert [item.answer for item in answers.answers] == ["81.4%", "not established"]


def test_equal_questions_of_two_projects_keep_their_own_records(tmp_path: Path) -> None:
    first = QUESTIONS[0]
    twin = Asked(project="tarn", public=first.public.model_copy(update={"id": "q3"}))
    known = found().found
    retrieved = found().model_copy(
        update={"found": (*known, known[0].model_copy(update={"question": "q3"}))}
    )
    subject = work(tmp_path, questions=(first, twin), retrieved=retrieved)
    client = ScriptedClient(RIGHT, ModelUnavailableError("The endpoint failed"))
    with Journal(tmp_path / "journal") as journal:
        answers = run_cell(subject, journal, client).answers
    assert [(item.project, item.outcome) for item in answers] == [
        ("alder", "answered"),
        ("tarn", "errored"),
    ]


def test_many_workers_give_what_one_gives(tmp_path: Path) -> None:
    many = tuple(
        asked.model_copy(
            update={"public": asked.public.model_copy(update={"id": f"{asked.public.id}-{number}"})}
        )
        for number in range(20)
        for asked in QUESTIONS
    )
    known = found().found[0]
    retrieved = found().model_copy(
        update={"found": tuple(known.model_copy(update={"question": a.public.id}) for a in many)}
    )
    clock = FakeClock()
    results = []
    for workers in (1, 8):
        model = ModelSettings(id="offline/reader", concurrency=workers)
        client = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
        subject = replace(
            work(tmp_path / str(workers), model.id, questions=many, retrieved=retrieved),
            model=model,
        )
        with Journal(tmp_path / f"journal-{workers}") as journal:
            results.append(run_cell(subject, journal, client))
    assert results[0] == results[1]
