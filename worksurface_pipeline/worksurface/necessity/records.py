"""What the measurement of necessity says of tasks, subsets of surfaces, and solvers."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Quarantined


class LabelStatus(StrEnum):
    """How many minimal sets a task has; abstain tasks have none by their nature."""

    ONE = "one minimal set"
    SEVERAL = "several minimal sets"
    NONE = "no set reaches it"
    EMPTY = "the question alone holds the answer"
    ABSTAIN = "abstain"


class SubsetResult(Frozen):
    """One task under one interface with the tools of one set of surfaces.

    `solved_by` names the solver families whose answer scored 1, `lucky` those of them whose answer
    may be chance: answers to other tasks of the family would have scored as well, or the surfaces
    leave few candidates; `guess` is the chance of picking the right one of these. `tried_by` names
    all that tried. What is not in `solved_by` was *not solved by* that family; no more is claimed.
    """

    task_id: str
    interface: str
    subset: tuple[Surface, ...]
    is_reachable: bool
    solved_by: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()
    guess: float = 0.0
    tried_by: tuple[str, ...] = ()


class NecessityLabel(Frozen):
    """The surfaces that a task was declared to need, and the minimal sets that were measured.

    `label` is what the task carries afterwards. A task is released for Route under an interface
    only where `is_for_route`.
    """

    task_id: str
    interface: str
    declared: tuple[Surface, ...]
    minimal: tuple[tuple[Surface, ...], ...]
    label: tuple[Surface, ...]
    status: LabelStatus
    is_for_route: bool


class NecessityRate(Frozen):
    """Shares of the tasks of one combination: `stage` is "declared" or "relabelled".

    `measure` is "reachable" or the name of a solver family. `with_all` is the share with all
    surfaces of the label, `with_less` with at least one proper subset of it. The chances are the
    shares that answers to other tasks of the family get, or a guess among the candidates that the
    surfaces leave, whichever is larger for a task. `with_less` less its chance is the share that
    does *not* stand on all of its surfaces. None where nothing was measured.
    """

    interface: str
    stage: str
    combination: str
    measure: str
    tasks: int
    with_all: float | None
    with_less: float | None
    chance_all: float = 0.0
    chance_less: float = 0.0


class NecessitySet(RecordSet):
    """Measured necessity of one persona's tasks.

    `tasks` are relabelled, `quarantined` those that no set of surfaces reaches. `took_part` names
    the solver families that the labels rest on, `judges` those that took no part.
    """

    persona: str
    tasks: tuple[AtomicTask, ...] = ()
    labels: tuple[NecessityLabel, ...] = ()
    results: tuple[SubsetResult, ...] = ()
    rates: tuple[NecessityRate, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    took_part: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
