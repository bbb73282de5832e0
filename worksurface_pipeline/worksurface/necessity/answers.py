"""What solvers answer with each set of surfaces, scored, with the chance that it is luck."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.necessity.solvers.base import ExposedTools, Solver
from worksurface_pipeline.worksurface.necessity.subsets import SUBSETS, Subset
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules
from worksurface_pipeline.worksurface.scoring.submitted import INSUFFICIENT_EVIDENCE

# Other tasks of a family whose answers are tried as if they were this one's.
_DONORS = 40
_SEED = 0
# Who says this guesses nothing.
_NO_ANSWERS = (None, '""', json.dumps(INSUFFICIENT_EVIDENCE))
# From this share of others' answers on, a right answer may be luck.
_LUCK = 0.05


@dataclass(frozen=True, slots=True)
class Tried:
    """Answers of one solver to many tasks: by task, then by set of surfaces."""

    name: str
    answers: Mapping[str, Mapping[Subset, str | None]]


def try_solver(
    solver: Solver,
    tasks: Sequence[AtomicTask],
    toolbox: Toolbox,
    subsets: Sequence[Subset] = SUBSETS,
) -> Tried:
    """The solver's answers; it gets the public task and the exposed tools alone."""
    exposed = {subset: ExposedTools(toolbox, subset) for subset in subsets}
    answers = {
        task.id: {subset: solver.answer(task.public(), exposed[subset]) for subset in subsets}
        for task in tasks
    }
    return Tried(solver.name, answers)


class Judged:
    """Scores of tried answers, and what answers to other tasks of the family would score."""

    def __init__(
        self,
        tried: Tried,
        tasks: Sequence[AtomicTask],
        rules: AnswerRules,
        guesses: Mapping[tuple[str, Subset], float],
    ) -> None:
        """`guesses` are chances of picking the right one of the candidates that are left."""
        self._guesses = guesses
        self.name = tried.name
        self._tried = tried
        self._rules = rules
        self._scores: dict[tuple[str, str], bool] = {}
        families: dict[str, list[str]] = defaultdict(list)
        for task in tasks:
            families[task.derivation.value].append(task.id)
        self._donors = {
            name: first_by_hash(_SEED, members, _DONORS + 1) for name, members in families.items()
        }

    def has_tried(self, task: AtomicTask) -> bool:
        """Whether the solver was given the task at all."""
        return task.id in self._tried.answers

    def solves(self, task: AtomicTask, subset: Subset) -> bool:
        """Whether the answer with these surfaces scores 1."""
        return self._is_right(task, self._tried.answers[task.id].get(subset))

    def solves_any(self, task: AtomicTask, subsets: Sequence[Subset]) -> bool:
        """Whether the answer with at least one of the sets scores 1."""
        return any(self.solves(task, subset) for subset in subsets)

    def chance(self, task: AtomicTask, subsets: Sequence[Subset]) -> float:
        """How likely a right answer is luck.

        By what answers to other tasks of the family score here, or, where the solver answered at
        all, by a guess among the candidates that are left, whichever is larger.
        """
        others = [name for name in self._donors[task.derivation.value] if name != task.id][:_DONORS]
        others = [name for name in others if name in self._tried.answers]
        hits = sum(
            any(self._is_right(task, self._tried.answers[name].get(subset)) for subset in subsets)
            for name in others
        )
        guesses = [
            self._guesses.get((task.id, subset), 0.0)
            for subset in subsets
            if self._tried.answers[task.id].get(subset) not in _NO_ANSWERS
        ]
        return max([hits / len(others) if others else 0.0, *guesses])

    def is_luck(self, task: AtomicTask, subset: Subset) -> bool:
        """Whether a right answer may be chance: others hit it too, or few candidates are left."""
        return self.chance(task, (subset,)) > _LUCK

    def _is_right(self, task: AtomicTask, answer: str | None) -> bool:
        if answer is None:
            return False
        key = (task.id, answer)
        if key not in self._scores:
            self._scores[key] = score_answer(task, answer, self._rules).score == 1.0
        return self._scores[key]
