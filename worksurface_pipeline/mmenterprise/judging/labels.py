"""What people said of answers: a file of JSON lines, and the majority on each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import ValidationError

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen

RIGHT, WRONG = "right", "wrong"


class HumanLabel(Frozen):
    """One person's verdict on one answer; `by` may say whose."""

    question: str
    answer: str
    label: Literal["right", "wrong"]
    by: str = ""


class Agreed(Frozen):
    """An answer on which most of its labels agree."""

    question: str
    answer: str
    is_right: bool
    labels: int


def read_labels(text: str, where: str = "") -> tuple[HumanLabel, ...]:
    """The labels of a file, one JSON object a line. Raises WorksurfaceError with the line."""
    lines = enumerate(text.splitlines(), start=1)
    return tuple(_label(line, f"{where}, line {number}") for number, line in lines if line.strip())


def agreed(labels: Iterable[HumanLabel]) -> tuple[tuple[Agreed, ...], int]:
    """The answers with a majority, by question and answer; and how many have none.

    A person who labelled an answer twice counts once, with the last label.
    """
    votes: dict[tuple[str, str], dict[str, str]] = {}
    for number, item in enumerate(labels):
        votes.setdefault((item.question, item.answer), {})[item.by or f"#{number}"] = item.label
    found, tied = [], 0
    for (question, answer), by in sorted(votes.items()):
        counts = Counter(by.values())
        if counts[RIGHT] == counts[WRONG]:
            tied += 1
            continue  # counted: the people do not agree, so that nothing can agree with them
        is_right = counts[RIGHT] > counts[WRONG]
        found.append(Agreed(question=question, answer=answer, is_right=is_right, labels=len(by)))
    return tuple(found), tied


def _label(line: str, where: str) -> HumanLabel:
    try:
        return HumanLabel.model_validate_json(line)
    except ValidationError as error:
        raise WorksurfaceError(
            f"A human label cannot be read: {error.errors()[0]['msg']}",
            where=where,
            remedy='Write {"question": id, "answer": text, "label": "right" or "wrong"} on each '
            'line; "by" may name the person',
        ) from error
