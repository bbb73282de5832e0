"""The benchmark: what all projects' questions come together in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.questions.question_only import QuestionOnly, question_only
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


class MmBenchmark(RecordSet):
    """All questions by project and id; `wording` tells whether words alone give abstention away."""

    questions: tuple[MmQuestion, ...] = ()
    wording: QuestionOnly

    def of(self, project: str) -> tuple[MmQuestion, ...]:
        """The questions of one project."""
        return tuple(item for item in self.questions if item.project == project)


def assemble(groups: Iterable[Sequence[MmQuestion]], seed: int) -> MmBenchmark:
    """The questions of all projects in one order. Raises DuplicateIdError."""
    questions = sorted(
        (item for group in groups for item in group), key=lambda item: (item.project, item.id)
    )
    _refuse_twins(Counter(item.id for item in questions))
    return MmBenchmark(questions=tuple(questions), wording=question_only(questions, seed))


def _refuse_twins(counts: Mapping[str, int]) -> None:
    twice = sorted(key for key, count in counts.items() if count > 1)
    if twice:
        raise DuplicateIdError(f"Two questions are called {', '.join(twice)}", where="mm_benchmark")
