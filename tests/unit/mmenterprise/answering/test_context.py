"""The context: order, what is written of a record, pictures in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.mmenterprise.answering.cells import QUESTIONS, work
from tests.unit.mmenterprise.corpus.units import corpus, folders, unit
from worksurface_pipeline.harness.llm.offline_mm_question import understood
from worksurface_pipeline.harness.llm.offline_mm_records import shown_in
from worksurface_pipeline.mmenterprise.answering import prompts
from worksurface_pipeline.mmenterprise.answering.context import context_of, ordered
from worksurface_pipeline.mmenterprise.answering.prompts import answer_in, messages_for
from worksurface_pipeline.mmenterprise.corpus.corpus import corpus_of
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion
from worksurface_pipeline.mmenterprise.schema.units import UnitSet

SEEN = """\
=== Record 1 | Monday 2031-03-03 09:00 | chat | #evals | Lena Voss
The accuracy of Birch is 79.2%.

=== Record 2 | Monday 2031-03-03 12:00 | image | latency.png | version 2 | Lena Voss
Picture: Latency, version 2
[picture]

=== Record 3 | Monday 2031-03-03 14:00 | chat | #evals | Omar Diallo
The accuracy of Birch is 81.4%, not 79.2%.

"""


def test_records_stand_in_order_of_time(tmp_path: Path) -> None:
    subject = work(tmp_path)
    context = subject.context(QUESTIONS[0])
    assert context.text == SEEN
    assert context.units == ("a", "d", "c")
    (picture,) = context.pictures
    assert context.text[: picture.place].endswith("[picture]")


def test_a_text_only_model_gets_headers(tmp_path: Path) -> None:
    context = work(tmp_path, is_text_only=True).context(QUESTIONS[0])
    assert context.pictures == ()
    assert context.text == SEEN.replace("[picture]", "[picture, which you are not shown]")


def test_equal_times_stand_as_stored_then_by_id() -> None:
    same = {
        "alder": UnitSet(units=(unit("z", "one"), unit("m", "two"))),
        "tarn": UnitSet(units=(unit("k", "three", project="tarn"),)),
    }
    assert [item.id for item in ordered(corpus_of(same).units)] == ["k", "z", "m"]


def test_the_messages_hold_the_pictures_where_the_text_has_them(tmp_path: Path) -> None:
    subject = work(tmp_path)
    system, user = messages_for(QUESTIONS[0].public, subject.context(QUESTIONS[0]))
    assert (system.images, len(user.images)) == ((), 1)
    assert user.content[: user.images[0].place].endswith("version 2\n[picture]")
    assert user.content.endswith(
        "Question: What is the accuracy of Birch?\n"
        "Form of the answer: a figure with its unit, without reckoning or explanation"
    )


@pytest.mark.parametrize("kind", ["number", "person", "time", "choice", "name", "list", "verdict"])
def test_the_embedded_reader_understands_each_form(tmp_path: Path, kind: str) -> None:
    question = PublicMmQuestion(id="q", question="Which of Oak and Elm?", answer_kind=kind)
    context = context_of(corpus().units, Pictures(folders(tmp_path)), is_text_only=True)
    shown = shown_in(messages_for(question, context))
    assert shown is not None
    assert [record.text for record in shown.records] == [
        unit.text for unit in ordered(corpus().units)
    ]
    assert [record.is_picture for record in shown.records].count(True) == 1
    assert shown.question == question.question
    assert understood(shown.question, shown.form, ()).kind == kind


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        pytest.param('{"answer": "81.4 %"}', "81.4 %", id="the-object"),
        pytest.param('So:\n```json\n{"answer": 81.4}\n```', "81.4", id="a-figure-in-a-fence"),
        pytest.param('{"answer": ["Oak", "Elm"]}', "Oak, Elm", id="a-list"),
        pytest.param("<think>{}</think>It is 81.4 %.", "It is 81.4 %.", id="prose"),
        pytest.param('{"result": "81.4"}', '{"result": "81.4"}', id="another-object"),
        pytest.param('{"answer": null}', None, id="null"),
        pytest.param('{"answer": " "}', None, id="blank"),
        pytest.param("<think>hm", None, id="thoughts-alone"),
        pytest.param("", None, id="empty"),
    ],
)
def test_replies_are_read(reply: str, answer: str | None) -> None:
    assert answer_in(reply) == answer


def test_the_prompt_says_nothing_of_a_benchmark() -> None:
    system = messages_for(QUESTIONS[0].public, context_of((), Pictures({}), True))[0].content
    assert prompts.NOT_ESTABLISHED in system
    assert not {"benchmark", "gold", "ledger", "seed"} & set(system.casefold().split())
