"""Necessity over all personas, and what of it a task carries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.necessity.rates import merged_rates, rate_line
from worksurface_pipeline.worksurface.necessity.records import (
    LabelStatus,
    NecessityLabel,
    NecessityRate,
    NecessitySet,
)
from worksurface_pipeline.worksurface.necessity.subsets import name_of


class StatusCount(Frozen):
    """How many labels of an interface have a status."""

    interface: str
    status: LabelStatus
    tasks: int


class MoveCount(Frozen):
    """How many tasks of a declared combination were measured to need another one."""

    interface: str
    declared: str
    measured: str
    tasks: int


class NecessitySummary(RecordSet):
    """Rates, statuses and relabellings of all personas together."""

    rates: tuple[NecessityRate, ...] = ()
    statuses: tuple[StatusCount, ...] = ()
    moves: tuple[MoveCount, ...] = ()

    def lines(self) -> Iterator[str]:
        """The rates, one a line."""
        return map(rate_line, self.rates)


def summarise(sets: Iterable[NecessitySet]) -> NecessitySummary:
    """All personas as one; each set is let go before the next is taken."""
    rates: list[tuple[NecessityRate, ...]] = []
    statuses: Counter[tuple[str, LabelStatus]] = Counter()
    moves: Counter[tuple[str, str, str]] = Counter()
    for one in sets:
        rates.append(one.rates)
        statuses.update((label.interface, label.status) for label in one.labels)
        moves.update(_move(label) for label in one.labels if label.declared != label.label)
    return NecessitySummary(
        rates=merged_rates(rates),
        statuses=tuple(
            StatusCount(interface=interface, status=status, tasks=count)
            for (interface, status), count in sorted(statuses.items())
        ),
        moves=tuple(
            MoveCount(interface=interface, declared=declared, measured=measured, tasks=count)
            for (interface, declared, measured), count in sorted(moves.items())
        ),
    )


def with_route_flags(measured: NecessitySet) -> NecessitySet:
    """The set with its tasks told under which interfaces several minimal sets reach them."""
    several: dict[str, list[str]] = defaultdict(list)
    for label in measured.labels:
        if label.status is LabelStatus.SEVERAL:
            several[label.task_id].append(label.interface)
    tasks = tuple(
        task.model_copy(update={"not_for_route": tuple(sorted(several.get(task.id, ())))})
        for task in measured.tasks
    )
    return measured.model_copy(update={"tasks": tasks})


def _move(label: NecessityLabel) -> tuple[str, str, str]:
    return label.interface, name_of(label.declared), name_of(label.label)
