"""From released tasks to what a sweep may know of them: the one place where gold is left behind."""

from __future__ import annotations

import math
from collections.abc import Iterable

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.evidence_text import evidence_text
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.sweep import SweepItem

_SALT = 61  # any fixed number: all cells and sweeps repeat the same tasks


def sweep_items(
    tasks: Iterable[AtomicTask], interface: Interface, setting: str, again: float = 0.0
) -> tuple[SweepItem, ...]:
    """Public tasks with what the cells of a setting may be told of them, in order.

    That is the names of the surfaces that the interface requires and, for the arm that shows it,
    the evidence as text. Tasks to which an arm does not apply are left out. The share `again` of
    the tasks is to be asked once more.
    """
    is_shown = setting_named(setting).shows_evidence
    tasks = tuple(tasks)
    repeated = sampled_again((task.id for task in tasks), again)
    return tuple(
        SweepItem(
            public=task.public(),
            required=_names(required_under(task, interface)),
            evidence=evidence_text(task.gold_evidence) if is_shown else "",
            asked_again=task.id in repeated,
        )
        for task in tasks_under(tasks, interface, setting)
    )


def sampled_again(tasks: Iterable[str], share: float) -> frozenset[str]:
    """The tasks of a benchmark that are asked once more: this share of them, rounded up.

    They are drawn by a hash of their ids alone: the same in every cell and sweep, and those of a
    smaller share are among those of a larger one. To abstain from a task makes it neither more nor
    less likely, for an agent sees what is asked again.
    """
    names = frozenset(tasks)
    return frozenset(first_by_hash(_SALT, names, _rounded_up(share * len(names)) if share else 0))


def _rounded_up(count: float) -> int:
    """At least one of any share; 0.07 of 100 is 7, though in binary a trace more."""
    return max(1, math.ceil(round(count, 6)))


def tasks_under(
    tasks: Iterable[AtomicTask], interface: Interface, setting: str
) -> tuple[AtomicTask, ...]:
    """The tasks that a setting runs: all, but for an arm that does not apply to some."""
    chosen = setting_named(setting)
    return tuple(
        task
        for task in tasks
        if chosen.applies_to(_names(required_under(task, interface)), bool(task.gold_evidence))
    )


def required_under(task: AtomicTask, interface: Interface) -> tuple[Surface, ...]:
    """The required surfaces of a task under an interface."""
    return task.required_sealed if interface is Interface.SEALED else task.required_surfaces


def _names(surfaces: Iterable[Surface]) -> tuple[str, ...]:
    return tuple(surface.value for surface in surfaces)
