"""What the embedded proposer asks of a packet: clear clauses, one form of answer, a proof each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from worksurface_pipeline.harness.llm.offline_proposer import propose
from worksurface_pipeline.harness.llm.types import Message

SENTENCE = "Every damaged parcel is returned within 21 days of delivery."
VANS: dict[str, Any] = {
    "view": "t7__vans",
    "file": "vans.csv",
    "sheet": "",
    "rows": 40,
    "columns": [
        {"name": "depot", "type": "text", "unit": "", "samples": ["North", "South"]}
        | {"said": "depot", "use": "group", "middle": ""},
        {"name": "load_kg", "type": "integer", "unit": "kg", "samples": ["12"]}
        | {"said": "load (kg)", "use": "amount", "middle": "120"},
    ],
}
RULES = {"document": "t7__rules.md", "file": "rules.md", "text": SENTENCE, "sentences": [SENTENCE]}
FILES = {"node": "task_7", "label": "Task 7", "relation": "task_requires_file", "count": 5}


def proposed(kind: str, **changes: Any) -> dict[str, Any]:
    """The reply to a packet, parsed."""
    packet = {"task": "7", "views": [VANS], "documents": [RULES], "sets": [FILES], **changes}
    messages = (
        Message(role="system", content=f"Rules.\nKind: {kind}. Give one."),
        Message(role="user", content=json.dumps(packet)),
    )
    reply: dict[str, Any] = json.loads(propose(messages))
    return reply


def with_use(use: str) -> dict[str, Any]:
    """The view with another use of its column of numbers."""
    group, load = VANS["columns"]
    return {**VANS, "columns": [group, {**load, "use": use}]}


def test_a_sentence_is_asked_with_its_figure_left_out() -> None:
    reply = proposed("document")
    assert reply["question"] == (
        "Every damaged parcel is returned within how many days of delivery, according to rules.md"
        " of Task 7?"
    )
    assert reply["proof"] == [
        {"surface": "rag", "document": "t7__rules.md", "quote": SENTENCE},
    ]


@pytest.mark.parametrize(
    ("kind", "ending", "surfaces"),
    [
        ("cross_pair", 'Answer as "first; second".', ["rag", "table"]),
        ("three_surface", 'Answer as "first; second; third".', ["rag", "table", "graph"]),
    ],
)
def test_several_figures_have_one_form_of_answer(
    kind: str, ending: str, surfaces: list[str]
) -> None:
    reply = proposed(kind)
    assert ending in reply["question"]
    assert [item["surface"] for item in reply["proof"]] == surfaces
    assert reply["question"].count("?") >= len(surfaces)
    assert "vans.csv" in reply["question"]
    assert "rules.md" in reply["question"]


@pytest.mark.parametrize("use", ["level", ""])
def test_what_is_no_amount_is_never_summed(use: str) -> None:
    reply = proposed("table", views=[with_use(use)])
    assert "SUM" not in json.dumps(reply)
    assert ("problem" in reply) is (use == "")


def test_a_mean_says_how_it_is_rounded() -> None:
    group, load = with_use("level")["columns"]
    alone = {**group, "samples": ["North"]}
    view = {**VANS, "columns": [alone, {**load, "middle": ""}]}
    reply = proposed("cross_pair", views=[view])
    assert "the average of load (kg) over the entries with “North” as depot" in reply["question"]
    assert reply["question"].endswith("Give the second rounded to 2 decimals.")


def test_an_answer_that_the_packet_shows_never_stands_in_the_question() -> None:
    told = {**FILES, "count": 120}
    replies = [proposed("three_surface", sets=[told]), proposed("three_surface")]
    assert "above 120" not in replies[0]["question"]
    assert {reply["proof"][-1]["surface"] for reply in replies} == {"graph"}


def test_nothing_is_proposed_of_an_empty_packet() -> None:
    reply = proposed("table", views=[], documents=[], sets=[])
    assert reply == {"problem": "nothing here can be asked by rule"}
