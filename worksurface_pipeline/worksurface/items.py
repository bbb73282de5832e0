"""From released tasks to what a sweep may know of them: the one place where gold is left behind."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.evidence_text import evidence_text
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.sweep import SweepItem


def sweep_items(
    tasks: Iterable[AtomicTask], interface: Interface, setting: str
) -> tuple[SweepItem, ...]:
    """Public tasks with what the cells of a setting may be told of them, in order.

    That is the names of the surfaces that the interface requires and, for the arm that shows it,
    the evidence as text. Tasks to which an arm does not apply are left out.
    """
    is_shown = setting_named(setting).shows_evidence
    return tuple(
        SweepItem(
            public=task.public(),
            required=_names(required_under(task, interface)),
            evidence=evidence_text(task.gold_evidence) if is_shown else "",
        )
        for task in tasks_under(tasks, interface, setting)
    )


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
