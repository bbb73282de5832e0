"""Route: required surfaces against used ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

INTERFACES = ("open", "sealed")


@dataclass(frozen=True, slots=True)
class RouteScore:
    """Precision, recall and F1 of the used surfaces, and whether they are exactly the required."""

    precision: float
    recall: float
    f1: float
    is_exact: bool


def required_surfaces(task: AtomicTask, interface: str) -> frozenset[str]:
    """The surfaces a task requires under a tool interface. Raises SettingsError."""
    if interface not in INTERFACES:
        raise SettingsError(
            f"There is no tool interface {interface!r}",
            remedy=f"Use one of: {', '.join(INTERFACES)}",
        )
    required = task.required_sealed if interface == "sealed" else task.required_surfaces
    return frozenset(surface.value for surface in required)


@lru_cache
def score_route(required: frozenset[str], used: frozenset[str]) -> RouteScore:
    """Score used surfaces; nothing used while something is required is 0 throughout."""
    if not required and not used:
        return RouteScore(1.0, 1.0, 1.0, is_exact=True)
    common = len(required & used)
    return RouteScore(
        precision=common / len(used) if used else 0.0,
        recall=common / len(required) if required else 0.0,
        f1=2 * common / (len(required) + len(used)),
        is_exact=required == used,
    )
