"""A hand-made project with ten questions, and answers to them with outcomes known beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache

from tests.unit.mmenterprise.questions.small_project import small_project
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.evaluation import Answered, Answers, Cell, Judged
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

MONDAY_NIGHT = datetime(2026, 3, 2, 23, 59, 59)
CELL = Cell(model="acme/one", k=10, retriever="lexical")

_Fields = Mapping[str, object]
_ASKED: Mapping[str, _Fields] = {
    "rate": {
        "type": "extraction",
        "question": "What accuracy does Alder reach?",
        "answer_kind": "number",
        "gold": "81.4",
        "unit": "%",
        "query": {"operation": "as_of", "slots": ("acc_Alder",)},
        "evidence": ("u_r0",),
        "origin": "seed",
    },
    "drawn": {
        "type": "extraction",
        "question": "Which latency does the chart show for Alder?",
        "answer_kind": "number",
        "gold": "12",
        "unit": "ms",
        "query": {"operation": "as_of", "slots": ("lat_Alder",)},
        "evidence": ("u_d0",),
        "origin": "seed",
    },
    "gap": {
        "type": "comparison",
        "question": "How much slower is Birch than Alder in the charts?",
        "answer_kind": "number",
        "gold": "3",
        "unit": "ms",
        "query": {"operation": "difference", "slots": ("lat_Birch", "lat_Alder")},
        "evidence": ("u_d0", "u_d1"),
        "origin": "seed",
    },
    "count": {
        "type": "cross_source_conflict",
        "question": "Which number of answers applies?",
        "answer_kind": "number",
        "gold": "43",
        "query": {"operation": "which_applies", "slots": ("n",)},
        "evidence": ("u_n4",),
        "alternatives": (("u_n5",),),
        "origin": "invented",
    },
    "now": {
        "type": "temporal_conflict",
        "question": "What is the budget of the pilot?",
        "answer_kind": "number",
        "gold": "8200",
        "unit": "EUR",
        "query": {"operation": "as_of", "slots": ("budget",)},
        "evidence": ("u_b3",),
        "triple": "t",
        "origin": "project",
    },
    "then": {
        "type": "temporal_conflict",
        "question": "What was the budget of the pilot on Monday?",
        "answer_kind": "number",
        "gold": "9000",
        "unit": "EUR",
        "query": {"operation": "as_of", "slots": ("budget",), "at": MONDAY_NIGHT},
        "evidence": ("u_b1",),
        "triple": "t",
        "origin": "project",
    },
    "before": {
        "type": "temporal_conflict",
        "question": "What was the budget of the pilot before Dev changed it?",
        "answer_kind": "number",
        "gold": "9500",
        "unit": "EUR",
        "query": {"operation": "before_revision", "slots": ("budget",), "event": "b3"},
        "evidence": ("u_b2",),
        "triple": "t",
        "origin": "project",
    },
    "claim": {
        "type": "interpretation",
        "question": "Do the records support that Alder is more accurate than Birch?",
        "answer_kind": "verdict",
        "gold": "supported",
        "query": {
            "operation": "holds",
            "slots": ("acc_Alder", "acc_Birch"),
            "argument": "greater",
        },
        "evidence": ("u_r0", "u_r1"),
        "origin": "seed",
    },
    "owner": {
        "type": "attribution",
        "question": "Who owns the rollout?",
        "answer_kind": "person",
        "gold": "Dev Ekholm",
        "query": {"operation": "as_of", "slots": ("owner",)},
        "evidence": ("u_o2",),
        "origin": "project",
    },
    "nothing": {
        "type": "unanswerable",
        "question": "What accuracy does Spruce reach?",
        "answer_kind": "number",
        "gold": "",
        "unit": "%",
        "query": {"operation": "absent", "slots": ("Spruce | accuracy",)},
        "absence": "twin_changed",
        "twin": "rate",
        "origin": "seed",
    },
}

RIGHT: Mapping[str, str] = {
    "rate": "81.4 %",
    "drawn": "12 ms",
    "gap": "3 ms",
    "count": "It is 43.",
    "now": "8,200 EUR",
    "then": "9000 EUR",
    "before": "9500 EUR",
    "claim": "supported",
    "owner": "Dev",
    "nothing": "The records do not say.",
}
OPEN = "Alder is the more accurate of the two."
"""An answer to `claim` that exact matching leaves open."""


@cache
def scene(project: str = "p1") -> Scene:
    """The project, ready to be judged by."""
    made = small_project(project)
    return Scene(made.ledger(), made.unit_set(), 1)


def questions(project: str = "p1", prefix: str = "") -> tuple[MmQuestion, ...]:
    """The ten questions; `prefix` begins their ids and those that they name."""
    return tuple(_question(project, prefix, key, fields) for key, fields in _ASKED.items())


def _question(project: str, prefix: str, key: str, fields: _Fields) -> MmQuestion:
    twin = {"twin": prefix + str(fields["twin"])} if "twin" in fields else {}
    return MmQuestion.model_validate({"id": prefix + key, "project": project, **fields, **twin})


def answered(
    key: str,
    answer: str | None,
    *,
    project: str = "p1",
    units: tuple[str, ...] = (),
    outcome: str = "answered",
    error: str = "",
) -> Answered:
    """One answer."""
    return Answered(
        question=key,
        project=project,
        units=units,
        images=0,
        answer=answer,
        outcome=outcome,
        error=error,
    )


def answers(texts: Mapping[str, str | None], cell: Cell = CELL) -> Answers:
    """Answers of a cell to the questions of the one project."""
    rows = tuple(answered(key, text) for key, text in texts.items())
    return Answers(cell=cell, is_text_only=False, answers=rows)


def by_question(judged: tuple[Judged, ...]) -> dict[str, Judged]:
    """Verdicts by the id of the question."""
    return {item.question: item for item in judged}
