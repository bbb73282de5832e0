"""The files that make a release a dataset: those with data, and those that tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.worksurface.exchange.parquet import write_tables
from worksurface_pipeline.worksurface.release.hub.croissant import croissant
from worksurface_pipeline.worksurface.release.hub.datasheet import datasheet
from worksurface_pipeline.worksurface.release.hub.front import readme
from worksurface_pipeline.worksurface.release.hub.model import (
    BUDGETS_PATH,
    CITATION,
    CROISSANT,
    DATASHEET,
    LICENCES,
    LOCK_PATH,
    PUBLIC_PATH,
    RUNS_FOLDER,
    SCAN_PATH,
    TABLE_PATH,
    Facts,
    Publication,
)
from worksurface_pipeline.worksurface.release.hub.papers import citation, licences_text
from worksurface_pipeline.worksurface.release.hub.tasks_table import (
    public_parquet,
    tasks_parquet,
)
from worksurface_pipeline.worksurface.release.model import CARD
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.source.lock import lock_to_json


def data_files(
    tasks: Sequence[AtomicTask], publication: Publication
) -> Iterator[tuple[str, bytes]]:
    """The tasks as Parquet, their budgets, and the lock of the source."""
    ids = {task.id for task in tasks}
    known = [one for one in publication.budgets if one.task_id in ids]
    budgets: list[Budget] = sorted(known, key=_task_id)
    yield TABLE_PATH, tasks_parquet(tasks, {one.task_id: one.budget_tokens for one in budgets})
    yield PUBLIC_PATH, public_parquet(tasks)
    yield BUDGETS_PATH, to_jsonl(budgets)
    if publication.lock is not None:
        yield LOCK_PATH, lock_to_json(publication.lock).encode("utf-8", "surrogatepass")


def _task_id(budget: Budget) -> str:
    return budget.task_id


def write_runs(target: Path, publication: Publication) -> tuple[str, ...]:
    """Write the runs that leave with the release; their paths, none where there are none."""
    cells = iter(publication.runs)
    first = next(cells, None)
    if first is None:
        return ()
    counts = write_tables(target / RUNS_FOLDER, (one for part in ([first], cells) for one in part))
    return tuple(f"{RUNS_FOLDER}/{name}.parquet" for name in counts)


def about_files(facts: Facts) -> Iterator[tuple[str, bytes]]:
    """Card, datasheet, licences, citation, the scan and the metadata."""
    texts = (
        (CARD, readme(facts)),
        (DATASHEET, datasheet(facts)),
        (LICENCES, licences_text(facts)),
        (CITATION, citation(facts)),
        (SCAN_PATH, canonical_json(facts.scan) + "\n"),
        (CROISSANT, croissant(facts)),
    )
    yield from ((path, text.encode("utf-8", "replace")) for path, text in texts)
