"""What null agents score per family, and whether a family gives too much away."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.worksurface.necessity.null_agents import (
    ABSTAIN,
    FILE_NAMES,
    FIRST_ITEM,
    GRAPH,
    MOST_FREQUENT,
    NullAnswer,
    null_answers,
)
from worksurface_pipeline.worksurface.necessity.solvers.base import MemoToolbox
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.gold_scores import gold_answer_text
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

LEAST_TASKS = 40
"""A family of fewer tasks is not judged by a mean; the number answered is printed."""
MOST_MEAN = 0.05
"""The mean Answer that a null agent must stay under."""


@dataclass(frozen=True, slots=True)
class NullScore:
    """One null agent on one family: mean Answer, tasks with Answer 1, tasks in all.

    `is_judged` tells whether the rule applies, `judged_by` the figure that it looks at.
    """

    family: str
    agent: str
    tasks: int
    mean: float
    answered: int
    is_judged: bool
    judged_by: float

    @property
    def is_kept(self) -> bool:
        """Whether the family gives this agent less than the limit, or is not judged."""
        return not self.is_judged or self.judged_by < MOST_MEAN

    def __str__(self) -> str:
        verdict = ("ok  " if self.is_kept else "FAIL") if self.is_judged else "    "
        exact = f"{self.answered} of {self.tasks} answered"
        return f"{verdict} {self.family:<24}{self.agent:<36}{self.mean:7.2%}  {exact}"


def answers_of(
    tasks: Sequence[AtomicTask], surfaces: Surfaces, folder: Path
) -> dict[str, tuple[NullAnswer, ...]]:
    """What the null agents say to one persona's tasks, by task id."""
    names = sorted(
        {node.label for node in surfaces.graph.nodes if node.kind in ("input", "output")}
    )
    with closing(ScopeToolbox(scope_for(surfaces), folder)) as whole:
        toolbox = MemoToolbox(whole)
        return {task.id: null_answers(task.public(), toolbox, names) for task in tasks}


def null_scores(
    tasks: Sequence[AtomicTask],
    answers: Mapping[str, Iterable[NullAnswer]],
    profile: str = "paper",
) -> tuple[NullScore, ...]:
    """Scores of every null agent on every family of the tasks, of all personas together."""
    rules = find_profile(profile).answer
    families: dict[str, list[AtomicTask]] = defaultdict(list)
    for task in tasks:
        families[task.derivation.value].append(task)
    found = []
    for family, members in sorted(families.items()):
        scores: dict[str, list[float]] = defaultdict(list)
        for task, common in zip(members, _most_frequent(members), strict=True):
            for said in (*answers[task.id], *common):
                scores[said.agent].append(score_answer(task, said.answer, rules).score)
        found += [_judged(family, members, agent, scores[agent]) for agent in sorted(scores)]
    return tuple(found)


def _most_frequent(members: Sequence[AtomicTask]) -> Iterator[tuple[NullAnswer, ...]]:
    """For each task the most frequent gold of the family's others, the least text of equals."""
    golds = [gold_answer_text(task) for task in members]
    counts = Counter(golds)
    for gold in golds:
        others = {text: count - (text == gold) for text, count in counts.items()}
        best = min(others, key=lambda text: (-others[text], text))
        yield (NullAnswer(MOST_FREQUENT, best),) if others[best] else ()


def _judged(
    family: str, members: Sequence[AtomicTask], agent: str, scores: Sequence[float]
) -> NullScore:
    mean = sum(scores) / len(members)
    answered = sum(score == 1.0 for score in scores)
    is_abstain = all(task.answer_type is AnswerType.ABSTAIN for task in members)
    is_list = all(task.answer_type is AnswerType.LIST for task in members)
    is_excepted = is_abstain and agent in (ABSTAIN, MOST_FREQUENT)
    # One edge from the file that is asked about: a step in the graph, whose text is judged alone.
    is_step = agent.startswith(GRAPH) and agent.endswith(FIRST_ITEM)
    is_exact = is_list and agent == FILE_NAMES
    return NullScore(
        family=family,
        agent=agent,
        tasks=len(members),
        mean=mean,
        answered=answered,
        is_judged=len(members) >= LEAST_TASKS and not (is_excepted or is_step),
        judged_by=answered / len(members) if is_exact else mean,
    )


def worst_lines(scores: Iterable[NullScore]) -> Iterator[str]:
    """A line for each agent and family in which it has anything, and a last one that counts."""
    listed = list(scores)
    for item in listed:
        if item.mean > 0 or not item.is_kept:
            yield str(item)
    families = {item.family: item.tasks for item in listed}
    large = sum(count >= LEAST_TASKS for count in families.values())
    failed = sum(not item.is_kept for item in listed)
    yield (
        f"{len(families)} families, {large} of at least {LEAST_TASKS} tasks;"
        f" {failed} of {len(listed)} pairs of family and agent reach {json.dumps(MOST_MEAN)}"
    )
