"""Stand-ins for what a layer would store, where a test is about what is asked for next."""

from __future__ import annotations

from tests.dagster.conftest import Project
from tests.unit.test_plan import Value
from worksurface_pipeline.worksurface.steps import LAYERS


def stand_in(project: Project, *jobs: str) -> None:
    """Store a value for every stale partition of these layers, as if it had been computed."""
    for job in jobs:
        for name in dict(LAYERS)[job]:
            plan = project.bench.plan()
            for item in plan.stale((name,)):
                basis = plan.basis(plan.steps[name], item.partition)
                parts = plan.personas if name in {"pool", "shared_contents"} else ()
                value = Value(text=f"{name} {item.partition}", parts=parts)
                plan.lake.store(name, item.partition, basis, value)
