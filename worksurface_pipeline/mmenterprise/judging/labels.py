"""What people said of answers: a file of JSON lines, how it grows, the majority on each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, ValidationError

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen

RIGHT, WRONG = "right", "wrong"
CANNOT_JUDGE = "cannot judge"
"""The label of somebody who looked at an answer and could not tell; it is no vote."""


class HumanLabel(Frozen):
    """One person's verdict on one answer; `by` may say whose."""

    question: str
    answer: str
    label: Literal["right", "wrong", "cannot judge"]
    by: str = ""
    comment: str = Field(default="", exclude_if=lambda text: text == "")

    @property
    def key(self) -> tuple[str, str]:
        """What the label is on: the question's id and the answer."""
        return (self.question, self.answer)


class Agreed(Frozen):
    """An answer on which most of its labels agree."""

    question: str
    answer: str
    is_right: bool
    labels: int


def read_labels(text: str, where: str = "") -> tuple[HumanLabel, ...]:
    """The labels of a file, one JSON object a line. Raises WorksurfaceError with the line."""
    lines = enumerate(text.split("\n"), start=1)  # an answer may hold other ends of lines
    return tuple(_label(line, f"{where}, line {number}") for number, line in lines if line.strip())


@dataclass(frozen=True, slots=True)
class Merged:
    """Labels with more of them: which were new, equal to old ones, or other than old ones."""

    labels: tuple[HumanLabel, ...]
    new: int
    equal: int
    changed: tuple[HumanLabel, ...]


def merged(old: Sequence[HumanLabel], more: Iterable[HumanLabel]) -> Merged:
    """The labels with `more`; in the place of one that the same person gave stands the later one.

    Labels that name nobody are all kept.
    """
    found: dict[tuple[str, str, str], HumanLabel] = {
        (*one.key, one.by or f"#{number}"): one for number, one in enumerate(old)
    }
    new, equal, changed = 0, 0, []
    for one in more:
        before = found.get((*one.key, one.by))
        new += before is None
        if before is not None and before.label == one.label:
            equal += 1
        elif before is not None:
            changed.append(one)
        found[(*one.key, one.by)] = one
    return Merged(tuple(found.values()), new, equal, tuple(changed))


def agreed(labels: Iterable[HumanLabel]) -> tuple[tuple[Agreed, ...], int]:
    """The answers with a majority, by question and answer; and how many have none.

    A person who labelled an answer twice counts once, with the last label; one who could not judge
    it does not count, and an answer that nobody could judge has no majority.
    """
    votes: dict[tuple[str, str], dict[str, str]] = {}
    for number, item in enumerate(labels):
        votes.setdefault(item.key, {})[item.by or f"#{number}"] = item.label
    found, tied = [], 0
    for (question, answer), by in sorted(votes.items()):
        counts = Counter(by.values())
        if counts[RIGHT] == counts[WRONG]:
            tied += 1
            continue  # counted: the people do not agree, so that nothing can agree with them
        is_right = counts[RIGHT] > counts[WRONG]
        labelled = counts[RIGHT] + counts[WRONG]
        found.append(Agreed(question=question, answer=answer, is_right=is_right, labels=labelled))
    return tuple(found), tied


def _label(line: str, where: str) -> HumanLabel:
    try:
        return HumanLabel.model_validate_json(line)
    except ValidationError as error:
        raise WorksurfaceError(
            f"A human label cannot be read: {error.errors()[0]['msg']}",
            where=where,
            remedy='Write {"question": id, "answer": text, "label": "right", "wrong" or "cannot '
            'judge"} on each line; "by" may name the person',
        ) from error
