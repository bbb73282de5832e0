"""A small release with all that the Hub wants, and what is planted in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.unit.exchange.cells import cell
from tests.unit.release.made import made
from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.worksurface.release.hub.model import Licences, Publication
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.source import LockedFile, SourceLock
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

LOCK = SourceLock(
    repo="local:w-1",
    commit="c" * 64,
    downloaded_at=None,
    split="",
    files=(LockedFile(task_id="7", filename="depot.md", sha256="d" * 64),),
    tree_digest="e" * 64,
)
PLANTED = "Call +44 20 7946 0958; the key is gh" + "p_q7Zp2LxV9mKc4TnB8sWd3RfY6hJg1QaEaB3d."


def publication(**more: object) -> Publication:
    """A publication with everything stated."""
    budgets = tuple(
        Budget(task_id=task.id, budget_tokens=100, reference="m", is_comparable=True)
        for task in made()[0]
    )
    fields: dict[str, object] = {
        "licences": Licences("CC-BY-4.0", "MIT"),
        "authors": ("The Authors",),
        "url": "https://hub.test/datasets/a/b",
        "lock": LOCK,
        "budgets": budgets,
        "runs": (cell("S4"), cell("S5")),
    }
    return Publication(**{**fields, **more})  # type: ignore[arg-type]


def published(folder: Path, **more: object) -> Path:
    """The release of the small benchmark."""
    tasks, surfaces = made()
    write_release(folder, "bench", tasks, [surfaces], publication=publication(**more))
    return folder


@cache
def planted() -> Surfaces:
    """Surfaces in which a telephone number and a key stand, in a document of its own."""
    more = document("staff.md", f"Staff\n\n{PLANTED}\n")
    return world([], [shipments()], [document("depot.md", "Parcels."), more])[1]
