"""From released tasks to what a sweep may know of them: the one place where gold is left behind."""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.sweep import SweepItem


def sweep_items(tasks: Iterable[AtomicTask], interface: Interface) -> tuple[SweepItem, ...]:
    """Public tasks with the names of the surfaces that the interface requires, in order."""
    return tuple(
        SweepItem(
            public=task.public(),
            required=tuple(surface.value for surface in required_under(task, interface)),
        )
        for task in tasks
    )


def required_under(task: AtomicTask, interface: Interface) -> tuple[Surface, ...]:
    """The required surfaces of a task under an interface."""
    return task.required_sealed if interface is Interface.SEALED else task.required_surfaces
