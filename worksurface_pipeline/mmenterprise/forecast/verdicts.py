"""What a judging model is going to be asked: exactly where answers are there, else at most.

Exact matching leaves open what it cannot decide. For answers that are not given yet, the share that
it left open of those judged so far is taken; before any were judged, all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.types import ModelRequest
from worksurface_pipeline.mmenterprise.forecast.needs import Sent, sent
from worksurface_pipeline.mmenterprise.judging.asking import Matter, request_of
from worksurface_pipeline.mmenterprise.judging.court import Court
from worksurface_pipeline.mmenterprise.judging.judge import matters_on
from worksurface_pipeline.mmenterprise.judging.model import SAMPLING
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judge, Judgements
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_FEWEST = 5  # fewer judged answers tell no share
_BYTES_PER_TOKEN = 4  # of an answer in prose; the longest ones are bounded by it well enough


@dataclass(slots=True)
class Verdicts:
    """Requests to be made on answers that are there, and answers that are still to come.

    `to_come` are questions with the most bytes that an answer may have.
    """

    known: list[ModelRequest] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    to_come: list[tuple[MmQuestion, int]] = field(default_factory=list)
    done: int = 0
    judged: int = 0
    open: int = 0

    def add_judged(self, found: Judgements, is_in_force: bool) -> None:
        """Verdicts that are stored; those in force are not asked for again."""
        decided = [item for item in found.judged if not item.is_fault]
        left = [item for item in decided if item.judge is not Judge.EXACT]
        self.judged += len(decided)
        self.open += len(left)
        if is_in_force:
            self.done += sum(1 + (item.again is not None) for item in left)

    @property
    def share(self) -> float | None:
        """The share of answers that exact matching left open, None where too few were judged."""
        return self.open / self.judged if self.judged >= _FEWEST else None


@dataclass(frozen=True, slots=True)
class Asking:
    """A judging model: its id, and which share it is asked about twice, chosen by a seed."""

    model: str
    twice: float
    seed: int


def add_answers(
    found: Verdicts,
    asking: Asking,
    court: Court,
    asked: Mapping[str, MmQuestion],
    answers: Answers,
) -> None:
    """What is asked about answers that are there."""
    known = [item for item in answers.answers if item.question in asked]
    cases = [court.heard(asked[item.question], item) for item in known]
    matters = matters_on([case for case in cases if case.is_open], asking.twice, asking.seed)
    found.known += [request_of(asking.model, SAMPLING, matter) for matter in matters]
    found.questions += [matter.question.id for matter in matters]


def add_to_come(found: Verdicts, questions: Iterable[MmQuestion], most_tokens: int) -> None:
    """Answers that are not given yet, each of at most so many tokens."""
    found.to_come += [(item, most_tokens * _BYTES_PER_TOKEN) for item in questions]


def requests_to_come(found: Verdicts, asking: Asking) -> Sequence[Sent]:
    """What is asked about answers to come: about or at most so much."""
    share = 1.0 if found.share is None else found.share
    count = math.ceil(len(found.to_come) * share)
    sizes = [_sized(asking.model, item, size) for item, size in found.to_come[:count]]
    return [*sizes, *sizes[: math.ceil(len(sizes) * asking.twice)]]


def _sized(model: str, item: MmQuestion, size: int) -> Sent:
    one = sent(request_of(model, SAMPLING, Matter(item, "")))
    return Sent(one.size + size, one.pictures, one.most_tokens)
