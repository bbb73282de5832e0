"""The benchmark: what all projects' questions come together in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.errors import DuplicateIdError, WorksurfaceError
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.questions.balancing import Wording, balanced, said
from worksurface_pipeline.mmenterprise.questions.question_only import QuestionOnly
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


class MmBenchmark(RecordSet):
    """All questions by project and id; `wording` tells whether words alone give abstention away.

    `balance` tells what was left out for that, and what a second classifier makes of the rest.
    """

    questions: tuple[MmQuestion, ...] = ()
    wording: QuestionOnly
    balance: Wording | None = None

    def of(self, project: str) -> tuple[MmQuestion, ...]:
        """The questions of one project."""
        return tuple(item for item in self.questions if item.project == project)


def assemble(groups: Iterable[Sequence[MmQuestion]], seed: int) -> MmBenchmark:
    """The questions of all projects in one order. Raises DuplicateIdError, WorksurfaceError."""
    questions = sorted(
        (item for group in groups for item in group), key=lambda item: (item.project, item.id)
    )
    if not questions:
        raise WorksurfaceError(
            "No project has a question, so that there is nothing to retrieve, answer or judge",
            where="mm_benchmark",
            remedy="See why the projects failed, and add a seed document that gives facts",
        )
    _refuse_twins(Counter(item.id for item in questions))
    kept, balance = balanced(questions, seed)
    return MmBenchmark(questions=kept, wording=balance.after, balance=balance)


def wording_lines(benchmark: MmBenchmark) -> Iterator[str]:
    """What to tell of the wording: one line, and another where it tells too much."""
    found = benchmark.balance
    if found is not None and found.after.auc is not None:
        yield (
            f"Wording alone on what has no answer: {said(found.after)}; by letters "
            f"{said(found.letters)}; {len(found.left_out)} of {found.before.questions} left out"
        )
        yield from filter(None, [found.problem and f"Problem: {found.problem}"])


def _refuse_twins(counts: Mapping[str, int]) -> None:
    twice = sorted(key for key, count in counts.items() if count > 1)
    if twice:
        raise DuplicateIdError(f"Two questions are called {', '.join(twice)}", where="mm_benchmark")
