"""Why a figure of ours differs from a published one: a closed list, each read from a fact.

A reason says which known difference bears on a figure, not how much of the gap it makes up. Where
no fact bears on it, that is said as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from worksurface_pipeline.worksurface.analysis.cells import CellRow
from worksurface_pipeline.worksurface.analysis.paper_facts import (
    BenchmarkFacts,
    answerable,
    is_model_screened,
    is_public_release,
)
from worksurface_pipeline.worksurface.analysis.paper_numbers import (
    REFERENCE_CELL,
    SOURCE_COMMIT,
    count_of,
)
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_PUBLISHED_PROFILE = "release-1.0"
_PUBLISHED_SCOPE = "task"
_PUBLISHED_INTERFACE = "open"


class Reason(StrEnum):
    """All that can be said of a difference, in a word; MEANINGS has the sentence."""

    UNKNOWN_HERE = "not known here"
    COMMIT = "commit"
    SOURCE_TASKS = "source tasks"
    BUILT_HERE = "built here"
    DERIVED_HERE = "derived here"
    RULES_SCREENED = "rules screened"
    NO_SURFACES = "not in the release"
    RELEASE_DIFFERS = "another release"
    OTHER_TASKS = "other tasks"
    PROFILE = "profile"
    SCOPE = "scope"
    INTERFACE = "interface"
    BUDGETS = "budgets"
    INCOMPLETE = "incomplete"
    OWN_RUNS = "own runs"
    UNEXPLAINED = "unexplained"


MEANINGS = {
    Reason.UNKNOWN_HERE: "we have no such figure",
    Reason.COMMIT: "another commit of the source",
    Reason.SOURCE_TASKS: "another number of source tasks",
    Reason.BUILT_HERE: "surfaces are built by this pipeline, not taken from the release",
    Reason.DERIVED_HERE: "tasks are derived by this pipeline, not taken from the release",
    Reason.RULES_SCREENED: "rules screened the tasks, no models",
    Reason.NO_SURFACES: "the imported release came without these artifacts",
    Reason.RELEASE_DIFFERS: "the imported release has another number of tasks than the paper",
    Reason.OTHER_TASKS: "runs are on other tasks than the paper's",
    Reason.PROFILE: "another scoring profile than release-1.0",
    Reason.SCOPE: "another scope than the source task's own artifacts",
    Reason.INTERFACE: "another tool interface than the open one",
    Reason.BUDGETS: "token budgets of another reference cell",
    Reason.INCOMPLETE: "the cell lacks runs, or the usage of some",
    Reason.OWN_RUNS: "runs are our own, not the released trajectories",
    Reason.UNEXPLAINED: "no recorded fact bears on it",
}


def count_reasons(
    quantity: str, tasks: Sequence[AtomicTask], facts: BenchmarkFacts
) -> tuple[Reason, ...]:
    """What bears on a count that differs."""
    if is_public_release(tasks, facts):
        found = tuple(_of_import(quantity, tasks, facts))
    else:
        found = tuple(_of_build(quantity, tasks, facts))
    return found or (Reason.UNEXPLAINED,)


def score_reasons(
    metric: str, row: CellRow, tasks: Sequence[AtomicTask], facts: BenchmarkFacts
) -> tuple[Reason, ...]:
    """What bears on a mean of a cell that differs; published runs are never taken for ours."""
    conditions = (
        (Reason.OTHER_TASKS, _has_other_tasks(tasks, facts)),
        (Reason.PROFILE, facts.profile != _PUBLISHED_PROFILE),
        (Reason.SCOPE, facts.scope != _PUBLISHED_SCOPE),
        (Reason.INTERFACE, facts.interface != _PUBLISHED_INTERFACE),
        (Reason.BUDGETS, metric in ("efficiency", "aggregate") and _has_other_budgets(facts)),
        (Reason.INCOMPLETE, bool(row.gaps)),
        (Reason.OWN_RUNS, True),
    )
    return tuple(reason for reason, holds in conditions if holds)


def _of_build(
    quantity: str, tasks: Sequence[AtomicTask], facts: BenchmarkFacts
) -> Iterator[Reason]:
    if facts.commit != SOURCE_COMMIT:
        yield Reason.COMMIT
    if facts.source_tasks != count_of("source tasks"):
        yield Reason.SOURCE_TASKS
    if quantity in ("documents", "table views", "graph edges"):
        yield Reason.BUILT_HERE
    elif quantity != "source tasks":
        yield Reason.DERIVED_HERE
        if not is_model_screened(tasks):
            yield Reason.RULES_SCREENED


def _of_import(
    quantity: str, tasks: Sequence[AtomicTask], facts: BenchmarkFacts
) -> Iterator[Reason]:
    artifacts = {
        "documents": facts.documents,
        "table views": facts.views,
        "graph edges": facts.edges,
    }
    if artifacts.get(quantity) == 0:
        yield Reason.NO_SURFACES
    if len(answerable(tasks)) != count_of("atomic tasks"):
        yield Reason.RELEASE_DIFFERS


def _has_other_tasks(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> bool:
    is_whole = len(answerable(tasks)) == count_of("atomic tasks")
    return not (is_public_release(tasks, facts) and is_whole)


def _has_other_budgets(facts: BenchmarkFacts) -> bool:
    return published_id(facts.reference) != published_id(REFERENCE_CELL)


def published_id(model: str) -> str:
    """A model under the identifier that the paper requested: without its provider."""
    return model.rsplit("/", 1)[-1].casefold()
