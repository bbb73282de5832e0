"""Figures in documents: what is content, what means the figure, what is unique."""

from __future__ import annotations

import re

import pytest

from tests.unit.tasks.builders import document, policy_of, world
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, RagEvidence
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

NAMED = policy_of(max_absent=0, max_composites=0, max_document_only=0)
ALONE = policy_of(max_absent=0, max_composites=0, max_document_only=5)


def derive(rubric: str, *documents: Document, policy: DerivationPolicy = NAMED) -> list[AtomicTask]:
    task, surfaces = world([rubric] if rubric else [], documents=documents)
    found = derive_candidates([task], surfaces, policy)
    return [item for item in found.candidates if item.derivation is Derivation.DOCUMENT_FIGURE]


def span(task: AtomicTask) -> str:
    item = task.gold_evidence[0]
    assert isinstance(item, RagEvidence)
    return item.span


@pytest.mark.parametrize(
    ("rubric", "text", "gold", "unit", "words"),
    [
        (
            "Is the carry-over cap given as 240 annual leave hours?",
            "You can carry over a maximum of 240 annual leave hours to the next year.",
            240,
            "",
            "240 annual leave hours",
        ),
        (
            "Is the alert threshold of more than 2% of transactions mentioned?",
            "Alert when more than 2% of transactions\nreturn errors.",
            2,
            "percent",
            "more than 2% of transactions",
        ),
        (
            "Is the net amount given as $11,250.00?",
            "# Totals\n\nMonth  Shows  Gross Amount  Net Amount\n"
            "December  48  $12,500.00  $11,250.00\n",
            11250.0,
            "USD",
            "$11,250.00",
        ),
        (
            "Is travel approved within 3-5 business days?",
            "Requests are approved within 3-5 business days of travel.",
            "3-5",
            "",
            "3-5 business days",
        ),
    ],
    ids=["prose", "percent", "row", "range"],
)
def test_a_figure_is_found_with_its_words(
    rubric: str, text: str, gold: object, unit: str, words: str
) -> None:
    tasks = derive(rubric, document("policy.md", text))
    assert [task.gold_answer for task in tasks] == [gold]
    assert tasks[0].answer_unit == unit
    assert words in span(tasks[0])


@pytest.mark.parametrize(
    ("rubric", "text"),
    [
        ("Is the share of late orders given as 16%?", "There were 16 late orders."),
        ("Is the reply sent within 4 hours?", "The reply costs 14 hours and file_4.csv."),
        ("Is the reply time given as 4 hours?", "4. Reply times are kept in hours."),
        ("Is the reply time given as 4 hours?", "---\nreply_hours: 4\ntime: 4 hours\n---\nText."),
        ("Is the reply time given as 4 hours?", "See [times](reply/time/4 hours/x.md) for more."),
        ("Do passwords expire after 90 days?", "Passwords expire after 90 seconds."),
        ("Is the debt given as 4 million euros?", "The debt is 4 billion euros."),
        ("Is travel of more than 4 nights reported?", "Travel of at least 4 nights is reported."),
        ("Do members with 15 years earn 4 hours?", "Members with 3 years earn 4 hours."),
        ("Is the scrap share given as 2.5%?", "The scrap ceiling is 2.5% of the units."),
        ("Are 12 visitors counted?", "| Visitor | Age |\n| --- | --- |\n| Visitor 12 | 40 |\n"),
        ("Are 40 visitors counted?", "| Visitor | Age |\n| --- | --- |\n| Visitor 12 | 40 |\n"),
        ("Is the gross sum $9,400.50?", "Item  Gross  Net\nTotal  $9,800.00  $9,400.50\n"),
        ("Is the tide given as 30 metres?", "Thirty boats wait. The crew has 30 members."),
    ],
    ids=[
        "percent as count",
        "inside a longer token",
        "list numbering",
        "front matter",
        "link target",
        "another unit",
        "another scale",
        "another limit",
        "another number in the sentence",
        "a rule instead of a measurement",
        "row numbering",
        "another column",
        "another money column",
        "other words",
    ],
)
def test_an_equal_number_that_means_something_else_is_refused(rubric: str, text: str) -> None:
    assert derive(rubric, document("policy.md", text)) == []


def test_the_same_words_in_two_documents_are_ambiguous() -> None:
    text = "The warranty of every barometer runs 36 months."
    twins = (document("one.md", text), document("two.md", text))
    assert derive("Is the warranty of 36 months stated?", *twins) == []
    assert derive("Is the warranty of 36 months stated?", twins[0])


def test_a_span_grows_until_it_is_unique() -> None:
    text = "Storage costs 40 euros. Repair of a broken seal costs 40 euros as well."
    tasks = derive("Is the repair of a broken seal given as 40 euros?", document("a.md", text))
    assert len(tasks) == 1
    assert text.count(span(tasks[0])) == 1


def test_a_sentence_is_asked_about_where_no_rubric_names_the_document() -> None:
    text = "# Gate\n\nA lorry waits 25 minutes at the northern gate on average.\n\n1. Park here."
    tasks = derive("", document("gate.md", text), policy=ALONE)
    assert [task.gold_answer for task in tasks] == [25]
    assert "25" not in tasks[0].question
    assert "gate.md" in tasks[0].question


@pytest.mark.parametrize(
    "text",
    [
        "Short: 25 minutes.",
        "A lorry waits 25 minutes at gate 7 and 30 minutes at the northern gate.",
        "In 2024 the northern gate of the old harbour was closed for visitors.",
    ],
    ids=["too little said", "two figures", "a year"],
)
def test_other_sentences_are_not_asked_about(text: str) -> None:
    assert derive("", document("gate.md", text), policy=ALONE) == []


def test_furniture_is_no_content() -> None:
    page = document("page.md", "Quarterly report of the harbour office, 25 copies printed here.")
    framed = page.model_copy(update={"furniture": (page.text,)})
    assert derive("", framed, policy=ALONE) == []
    assert derive("", page, policy=ALONE)


@pytest.mark.parametrize(
    ("rubric", "text"),
    [
        ("Must the incident be reported within 1 hour?", "The incident is reported within 1 hour."),
        ("Is a 100% success rate mentioned?", "A 100% success rate is not always possible."),
        ("Are 0 open incidents allowed?", "At the handover 0 open incidents are allowed."),
    ],
    ids=["one", "everything", "nothing"],
)
def test_a_figure_that_would_be_guessed_is_not_asked_for(rubric: str, text: str) -> None:
    assert derive(rubric, document("rules.md", text)) == []


@pytest.mark.parametrize("text", ["A 100% success rate is not always possible here."])
def test_nor_is_it_where_no_rubric_names_it(text: str) -> None:
    assert derive("", document("rules.md", text), policy=ALONE) == []


@pytest.mark.parametrize(
    ("rubric", "text", "words"),
    [
        (
            "Is the network of 164 dealers taken into account?",
            "A network of 164 dealers sells the instruments.",
            "“A network of […] dealers sells the instruments.”",
        ),
        (
            "Must visitor badges be handed back within 4 hours according to it?",
            "A visitor badge is handed back within 4 hours of arrival.",
            "“A visitor badge is handed back within […] hours of arrival.”",
        ),
        (
            "Does it say that carriers collect within 18 hours of the call?",
            "Within 18 hours of a call the carrier collects.",
            "“Within […] hours of a call the carrier collects.”",
        ),
        (
            "Is the return period of 21 days quoted?",
            "Returns are accepted within 21 days; this is the return period.",
            "what is the return period according to rules.md, in days",
        ),
        (
            "Is the carry-over cap given as 240 annual leave hours?",
            "The carry-over cap is 240 annual leave hours.",
            "what is the carry-over cap according to rules.md, in hours",
        ),
        (
            "Are the December route passengers given as 276,197?",
            "December route passengers: 276,197",
            "how many December route passengers does rules.md report",
        ),
    ],
    ids=["no measure", "no quotation of the rubric", "own words", "measure", "unit", "count"],
)
def test_a_question_quotes_the_document_or_turns_the_rubric_round(
    rubric: str, text: str, words: str
) -> None:
    (task,) = derive(rubric, document("rules.md", text))
    assert words in task.question
    assert "checklist" not in task.question


def test_what_a_sibling_asks_for_is_left_out_of_the_sentence() -> None:
    text = "Staff with 15 years of service earn 8 hours of leave each month."
    rubric = "Is it stated that staff with 15 years of service earn 8 hours of leave?"
    tasks = derive(rubric, document("leave.md", text))
    assert {task.gold_answer for task in tasks} == {15, 8}
    for task in tasks:
        assert "…" in task.question.replace("[…]", "")
        assert not re.search(r"\b(?:15|8)\b", task.question)


@pytest.mark.parametrize("dash", ["-", "\u2013", " \u2014 "])
def test_a_range_is_kept_with_a_plain_hyphen_and_its_form_is_said(dash: str) -> None:
    rubric = "Is travel approved within 3-5 business days?"
    page = document("policy.md", f"Requests for travel are approved within 3{dash}5 business days.")
    task, surfaces = world([rubric], documents=[page])
    found = derive_candidates([task], surfaces, NAMED)
    (made,) = [item for item in found.candidates if item.answer_type is AnswerType.STRING]
    assert made.gold_answer == "3-5"
    assert made.question.endswith("Give it as a range like 1-2.")
    assert made in verify_tasks(found, surfaces).tasks


@pytest.mark.parametrize(
    ("rubric", "header"),
    [
        ("Is the FY2014 load factor given as 75.7%?", "Load factor"),
        ("Is the FY2014 load factor given as 75.7?", "Load factor(%)"),
    ],
    ids=["rubric", "header"],
)
def test_percent_in_rubric_or_header_is_the_unit(rubric: str, header: str) -> None:
    text = f"| Year | {header} |\n| --- | --- |\n| FY2014 | 75.7 |\n"
    (task,) = derive(rubric, document("traffic.md", text))
    assert task.answer_unit == "percent"
    assert task.question.endswith("Give it in percent.")
