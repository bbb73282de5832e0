"""Imported releases in a lake of their own: stored as steps would, looked at without a freeze."""

from __future__ import annotations

from resources.source import Freeze, freeze_now
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.release.importing import Imported, artifacts, is_imported
from worksurface_pipeline.worksurface.source.sets import FrozenSource
from worksurface_pipeline.worksurface.steps import STEPS


def look_at(bench: Workbench, is_fresh: bool = False) -> Freeze:
    """The workspace as it is now; an imported release is what it was when it was imported."""
    frozen = bench.frozen()
    if frozen is not None and is_imported(frozen):
        said = f"An imported release ({frozen.lock.repo}): its tasks are taken as they are"
        return Freeze(source=frozen, changes=(), absent=(), remarks=(said,))
    return freeze_now(bench, is_fresh)


def store_release(bench: Workbench, release: Imported) -> None:
    """Make a release's values the valid ones of this workbench's lake. Raises LakeError."""
    order = list(STEPS)
    found = sorted(artifacts(release), key=lambda item: order.index(item[0]))
    for step, partition, value in found:
        digest = value.state_digest if isinstance(value, FrozenSource) else ""
        plan = bench.plan(digest)  # personas are known once the source is stored
        basis = plan.basis(plan.steps[step], partition)
        bench.lake.store(step, partition, basis, value)
