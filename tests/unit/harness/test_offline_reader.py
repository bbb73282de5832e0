"""The embedded reader: rules over records that people wrote, in words of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from worksurface_pipeline.harness.llm.offline_mm_question import is_by
from worksurface_pipeline.harness.llm.offline_mm_reader import NOT_KNOWN, read
from worksurface_pipeline.harness.llm.offline_mm_records import shown_in
from worksurface_pipeline.harness.llm.offline_mm_values import numbers, times
from worksurface_pipeline.harness.llm.types import Message

FIGURE = "a figure with its unit"
PERSON = "the full name of one person"
DATE = "the date or time"
OPTION = "the option in words"
NAME = "the name"
ORDER = "the names in the order asked for"
VERDICT = 'one of "supported", "contradicted" or "not established"'

Line = tuple[str, str, str]
STORY: Sequence[Line] = (
    (
        "Monday 2031-03-03 09:00 | chat | #lab",
        "Mia Sund",
        "First run: throughput of Oak is 40 rps.",
    ),
    ("Monday 2031-03-03 10:00 | chat | #lab", "Raj Patel", "Throughput of Elm: 62.5 rps"),
    ("Monday 2031-03-03 11:00 | wiki | Board | version 1", "Mia Sund", "- Oak throughput: 40 rps"),
    ("Tuesday 2031-03-04 09:00 | chat | #lab", "Raj Patel", "Is the throughput of Oak 44 rps?"),
    (
        "Tuesday 2031-03-04 12:00 | mail | m.eml",
        "Zoe Quill",
        "I rechecked: the throughput of Oak is 44 rps, not 40 rps.",
    ),
    (
        "Wednesday 2031-03-05 09:00 | wiki | Board | version 2",
        "Mia Sund",
        "- Oak throughput: 40 rps",
    ),
    ("Monday 2031-03-03 12:00 | chat | #lab", "Mia Sund", "The handover date is 5 May."),
    (
        "Thursday 2031-03-06 12:00 | chat | #lab",
        "Zoe Quill",
        "Handover date moved from 5 May to 9 May.",
    ),
    ("Monday 2031-03-03 13:00 | chat | #lab", "Mia Sund", "Owner of the audit is Raj Patel."),
    ("Monday 2031-03-03 14:00 | wiki | Board | version 3", "Mia Sund", "Queue engine: plain files"),
    (
        "Monday 2031-03-03 15:00 | image | oak_memory.png | version 1",
        "Raj Patel",
        "[picture, unseen]",
    ),
)


def prompt(question: str, form: str, story: Sequence[Line] = STORY) -> list[Message]:
    blocks = [
        f"=== Record {number} | {head} | {author}\n{text}"
        for number, (head, author, text) in enumerate(story, start=1)
    ]
    records = "\n\n".join(blocks)
    user = f"Records:\n\n{records}\n\nQuestion: {question}\nForm of the answer: {form}"
    return [Message(role="system", content="Answer."), Message(role="user", content=user)]


def answer(question: str, form: str, story: Sequence[Line] = STORY) -> str:
    return str(json.loads(read(prompt(question, form, story)))["answer"])


@pytest.mark.parametrize(
    ("question", "form", "wanted"),
    [
        pytest.param("What is the throughput of Oak?", FIGURE, "44 rps", id="latest-correction"),
        pytest.param("What is the throughput of Elm?", FIGURE, "62.5 rps", id="steady"),
        pytest.param(
            "At the end of Monday 3 March, what was the throughput of Oak?",
            FIGURE,
            "40 rps",
            id="as-of",
        ),
        pytest.param(
            "What was the throughput of Oak right before Zoe revised it?",
            FIGURE,
            "40 rps",
            id="before-a-revision",
        ),
        pytest.param(
            "What was the throughput of Oak right before Raj revised it?",
            FIGURE,
            NOT_KNOWN,
            id="before-a-revision-that-was-none",
        ),
        pytest.param(
            "By how much did Zoe move the throughput of Oak?", FIGURE, "4", id="how-far-it-moved"
        ),
        pytest.param(
            "By how much do the throughput of Oak and the throughput of Elm differ?",
            FIGURE,
            "18.5",
            id="difference",
        ),
        pytest.param(
            "What is the throughput of Oak as a multiple of the throughput of Elm?",
            FIGURE,
            "0.70",
            id="ratio-as-a-multiple",
        ),
        pytest.param(
            "By how much does the throughput of Oak differ from the throughput of Elm?",
            FIGURE,
            "18.5",
            id="difference-from",
        ),
        pytest.param(
            "How far apart are the throughput of Oak and the throughput of Elm on Lattice,"
            " in percentage points?",
            FIGURE,
            "18.5",
            id="difference-in-percentage-points",
        ),
        pytest.param(
            "Divide the throughput of Oak by the throughput of Elm.", FIGURE, "0.70", id="ratio"
        ),
        pytest.param(
            "How often did the throughput of Oak change?", FIGURE, "1", id="count-of-revisions"
        ),
        pytest.param("Which of Oak and Elm has the highest throughput?", NAME, "Elm", id="highest"),
        pytest.param("Which of Oak and Elm has the lowest throughput?", NAME, "Oak", id="lowest"),
        pytest.param(
            "Sort Oak and Elm by throughput, from high to low.", ORDER, "Elm, Oak", id="in-order"
        ),
        pytest.param(
            "What does version 1 of the Board give for the throughput of Oak?",
            FIGURE,
            "40 rps",
            id="a-version",
        ),
        pytest.param(
            "Who was the first to report the throughput of Oak?", PERSON, "Mia Sund", id="first"
        ),
        pytest.param(
            "Who was the first to correct the throughput of Oak?",
            PERSON,
            "Zoe Quill",
            id="corrector",
        ),
        pytest.param("Who is the owner of the audit?", PERSON, "Raj Patel", id="person"),
        pytest.param("What is the handover date?", DATE, "9 May", id="date"),
        pytest.param("Which queue engine do we use?", OPTION, "plain files", id="option"),
        pytest.param(
            'The draft reads: "The throughput of Elm is higher than the throughput of Oak."',
            VERDICT,
            "supported",
            id="claim-on-two",
        ),
        pytest.param(
            "Somebody says that the throughput of Oak reaches at least 50 rps.",
            VERDICT,
            "contradicted",
            id="claim-on-one",
        ),
    ],
)
def test_it_reads(question: str, form: str, wanted: str) -> None:
    assert answer(question, form) == wanted


@pytest.mark.parametrize(
    ("question", "form"),
    [
        pytest.param("What is the memory of Oak?", FIGURE, id="in-a-picture-alone"),
        pytest.param("Who was the first to report the memory of Oak?", PERSON, id="by-its-header"),
        pytest.param("What is the throughput of Ash?", FIGURE, id="another-entity"),
        pytest.param("What is the latency of Elm?", FIGURE, id="another-attribute"),
        pytest.param("Which of Oak and Ash has the highest throughput?", NAME, id="one-missing"),
        pytest.param("The throughput of Ash is at least 5 rps.", VERDICT, id="a-claim-on-nothing"),
        pytest.param(
            "At the end of Sunday 2 March, what was the throughput of Elm?", FIGURE, id="too-early"
        ),
        pytest.param("Why?", FIGURE, id="no-subject"),
    ],
)
def test_it_abstains(question: str, form: str) -> None:
    assert answer(question, form) == NOT_KNOWN


def test_without_records_it_knows_nothing() -> None:
    assert answer("What is the throughput of Oak?", FIGURE, ()) == NOT_KNOWN
    assert json.loads(read([Message(role="user", content="Hello")])) == {"answer": NOT_KNOWN}
    assert json.loads(read([])) == {"answer": NOT_KNOWN}


def test_the_order_of_records_does_not_matter() -> None:
    assert answer("What is the throughput of Oak?", FIGURE, STORY[::-1]) == "44 rps"


@pytest.mark.parametrize(
    "text",
    [
        "=== Record 1 | no time | x\ntext",
        "=== Record 1 | \n",
        "=== Record 1 | Monday 2031-03-03 09:00\ntext",
    ],
    ids=["no-time", "blank", "no-author"],
)
def test_what_is_no_record_is_none(text: str) -> None:
    content = f"{text}\n\nQuestion: What?\nForm of the answer: the name"
    shown = shown_in([Message(role="user", content=content)])
    assert shown is not None
    assert shown.records == ()


@pytest.mark.parametrize(
    ("sentence", "now", "past"),
    [
        pytest.param("It is 5 ms, not 7 ms.", ["5 ms"], ["7 ms"], id="not"),
        pytest.param("It is 5 ms instead of 7 ms.", ["5 ms"], ["7 ms"], id="instead"),
        pytest.param("It was 7 ms and is 5 ms now.", ["5 ms"], ["7 ms"], id="was-beside-is"),
        pytest.param("It was 7 ms.", ["7 ms"], [], id="was-alone"),
        pytest.param("A drop of -1.5 %.", ["-1.5 %"], [], id="sign"),
        pytest.param("On 5 May at 10:00 we had 48,100 EUR.", ["48,100 EUR"], [], id="no-dates"),
    ],
)
def test_figures(sentence: str, now: list[str], past: list[str]) -> None:
    found = numbers(sentence)
    assert [value.text for value in found if not value.is_past] == now
    assert [value.text for value in found if value.is_past] == past


def test_days_and_hours() -> None:
    found = [value.text for value in times("Moved to Thursday 14:00, or 5 May, or 2031-03-05.")]
    assert found == ["Thursday 14:00", "5 May", "2031-03-05"]


@pytest.mark.parametrize(
    ("day", "wanted"),
    [((12, 31), False), ((1, 2), True), ((2, 30), False)],
    ids=["the-year-before", "the-same-day", "no-day"],
)
def test_days_of_the_nearest_year(day: tuple[int, int], wanted: bool) -> None:
    shown = shown_in(prompt("What?", NAME, (("Friday 2032-01-02 09:00 | chat", "A B", "x"),)))
    assert shown is not None
    assert is_by(day, shown.records[0].at) is wanted
