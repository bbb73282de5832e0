"""Asks a judging model about answers, each by itself; a reply outside the contract goes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.contract import ask
from worksurface_pipeline.harness.llm.patience import Patience
from worksurface_pipeline.harness.llm.types import ModelRequest, Sampling
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.judging.contract import Opinion, fault_of
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel
from worksurface_pipeline.mmenterprise.judging.wording import JUDGE_VERSION, first_messages
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


@dataclass(frozen=True, slots=True)
class Matter:
    """One answer to be judged; the second time with its parts in another order."""

    question: MmQuestion
    answer: str
    is_second: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of asking: an opinion, or `problem` says why there is none.

    `was_reached` is False where the endpoint gave no reply: a later run may ask again.
    """

    opinion: Opinion | None
    problem: str = ""
    was_reached: bool = True


def ask_all(judge: JudgingModel, matters: Sequence[Matter]) -> Iterator[Ruling]:
    """A ruling on each, in their order.

    Raises ModelConfigurationError when no call can succeed. After ten failed calls in a row the
    rest is not asked: an endpoint that is down would cost its time-outs for each.
    """
    asker = _Asker(judge)
    with ThreadPoolExecutor(max(1, judge.workers)) as pool:
        yield from pool.map(asker.rule, matters)


def request_of(model: str, sampling: Sampling, matter: Matter) -> ModelRequest:
    """The first request on a matter; those after replies outside the contract follow from it."""
    swapped = matter.is_second
    return ModelRequest(
        model=model,
        messages=first_messages(matter.question, matter.answer, swapped=swapped),
        sampling=sampling,
        prompt_version=JUDGE_VERSION,
        epoch=int(swapped),
    )


@dataclass(slots=True)
class _Asker:
    judge: JudgingModel
    patience: Patience = field(default_factory=Patience)

    def rule(self, matter: Matter) -> Ruling:
        """Ask up to so many times as the judge is given; each time it is told what was wrong."""
        judge = self.judge
        request = request_of(judge.model, judge.sampling, matter)
        found = self.patience.call(
            lambda: ask(judge.client, request, Opinion, judge.attempts, fault_of)
        )
        if isinstance(found, str):
            return _unreached(found)
        return Ruling(found.value, "" if found.value else _outside(found.problems))


def _outside(problems: Sequence[str]) -> str:
    tries = counted(len(problems), "reply", "replies")
    return f"{tries} outside the contract, the last: {problems[-1]}"


def _unreached(why: str) -> Ruling:
    return Ruling(None, why, was_reached=False)
