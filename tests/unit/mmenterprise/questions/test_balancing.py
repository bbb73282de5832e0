"""What is left out of a benchmark whose wording tells too much, and what stays as it was."""

from __future__ import annotations

from collections import Counter

from worksurface_pipeline.mmenterprise.questions.balancing import balanced
from worksurface_pipeline.mmenterprise.questions.question_only import by_letters
from worksurface_pipeline.mmenterprise.schema.questions import (
    Absence,
    LedgerQuery,
    MmQuestion,
    QuestionType,
)

PROJECTS, ANSWERED, OF_A_KIND = 4, 20, 3
THINGS = ("budget", "owner", "deadline", "accuracy", "recall")


def _questions(telling: int) -> list[MmQuestion]:
    """Of each kind of absence so many, of which the first `telling` give themselves away."""
    found = []
    for project in (f"p{number}" for number in range(PROJECTS)):
        texts: list[tuple[str, Absence | None]] = [
            (f"What is the {THINGS[n % 5]} of plan {n}?", None) for n in range(ANSWERED)
        ]
        for place, kind in enumerate(Absence):
            for number in range(OF_A_KIND):
                told = "if anybody ever wrote" if number < telling else f"of plan {number}"
                texts.append((f"What is the {THINGS[place]} {told}?", kind))
        for number, (text, absence) in enumerate(texts):
            found.append(_question(project, number, text, absence))
    return found


def _question(project: str, number: int, text: str, kind: Absence | None) -> MmQuestion:
    return MmQuestion(
        id=f"{project}-{number:02d}",
        project=project,
        type=QuestionType.UNANSWERABLE if kind else QuestionType.EXTRACTION,
        question=text,
        answer_kind="number",
        gold="",
        query=LedgerQuery(operation="as_of"),
        absence=kind,
    )


def test_wording_that_does_not_tell_is_left_alone() -> None:
    questions = [item.model_copy(update={"question": "What is it?"}) for item in _questions(0)]
    kept, found = balanced(questions, 1)
    assert (kept, found.left_out, found.problem) == (tuple(questions), (), "")
    assert found.before == found.after


def test_what_tells_is_left_out_within_bounds_and_told() -> None:
    questions = _questions(OF_A_KIND)
    kept, found = balanced(questions, 1)
    assert found.before.is_blind is False
    assert len(kept) + len(found.left_out) == len(questions)
    assert found.left_out
    assert found.problem.startswith("Wording alone tells")
    counts = Counter((item.project, item.absence) for item in kept)
    assert all(counts[f"p{n}", kind] >= 2 for n in range(PROJECTS) for kind in Absence)
    assert all(counts[f"p{n}", None] == ANSWERED for n in range(PROJECTS))
    assert found.letters == by_letters(kept, 1)
