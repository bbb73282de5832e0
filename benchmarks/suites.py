"""The suites of `make bench`: each measures a baseline and what we do, in the same run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from benchmarks import edits
from benchmarks.development import load_surfaces
from benchmarks.measuring import Figure, measure
from benchmarks.search import lines as search_lines
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.records import from_jsonl, to_jsonl
from worksurface_pipeline.kernel.sql import build_database, open_session
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.protocol import InProcessReader
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

SAMPLE = Path(__file__).resolve().parents[1] / "data_lake" / "sample"
_RUNS = 5_000
_QUERIES = 200


def reading() -> Iterator[Figure]:
    """Every file of the sample: in process, and through the guarded worker."""
    files = [(path, path.name) for path in sorted(SAMPLE.rglob("data/*"))]
    plain = InProcessReader()
    yield measure("in process", len(files), lambda: list(plain.read_many(files)))
    with GuardedReader(workers=1, seconds=60, memory_mib=2048) as guarded:
        yield measure("guarded worker", len(files), lambda: list(guarded.read_many(files)))
    with GuardedReader(workers=2, seconds=60, memory_mib=2048) as guarded:
        yield measure("two guarded workers", len(files), lambda: list(guarded.read_many(files)))


def journal() -> Iterator[Figure]:
    """5,000 finished trajectories: one JSONL write, and one durable record each."""
    runs = [_trajectory(number) for number in range(_RUNS)]
    data = to_jsonl(runs)
    yield measure("JSONL in memory", _RUNS, lambda: to_jsonl(runs))
    yield measure("JSONL read back", _RUNS, lambda: list(from_jsonl(data, Trajectory)))
    with tempfile.TemporaryDirectory() as folder:
        yield measure("journal, durable each", _RUNS, lambda: _append(Path(folder), runs))
        yield measure("journal, state", _RUNS, lambda: Journal(Path(folder)).state())


def sql() -> Iterator[Figure]:
    """200 queries over a persona's views: in this process, and in the locked child."""
    import duckdb

    surfaces = next(iter(_surfaces()))
    frames = {view.id: surfaces.tables.data[view.id].frame for view in surfaces.tables.views}
    query = f'SELECT COUNT(*) FROM "{next(iter(frames))}"'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "views.duckdb"
        build_database(path, frames)
        with duckdb.connect(str(path), read_only=True) as plain:
            yield measure(
                "plain connection",
                _QUERIES,
                lambda: [plain.execute(query).fetchall() for _ in range(_QUERIES)],
            )
        with closing(open_session(path)) as session:
            yield measure(
                "locked child process",
                _QUERIES,
                lambda: [session.query(query) for _ in range(_QUERIES)],
            )


SUITES: Mapping[str, Callable[[], Iterator[Figure]]] = {
    "reading": reading,
    "journal": journal,
    "sql": sql,
}
"""Suites of timings by name."""


def search() -> Iterator[str]:
    """kb_search beside a count of words, over the sample and the handed workspaces if present."""
    handed = Path(os.environ.get("WORKSURFACE_SHARED", SAMPLE.parents[2] / "shared"))
    roots = [root for root in (SAMPLE, handed / "workspaces") if root.is_dir()]
    yield from search_lines(roots)


def edited() -> Iterator[str]:
    """One file of the sample edited at a time: the tasks that read it, and all others."""
    yield from edits.lines(SAMPLE)


REPORTS: Mapping[str, Callable[[], Iterator[str]]] = {"search": search, "edits": edited}
"""Suites that print lines of their own."""


def _surfaces() -> Iterator[Surfaces]:
    return (surfaces for _, surfaces in load_surfaces(SAMPLE))


def _append(folder: Path, runs: Sequence[Trajectory]) -> None:
    with Journal(folder) as target:
        for run in runs:
            target.append(run)


def _trajectory(number: int) -> Trajectory:
    return Trajectory(
        fingerprint=f"{number:064x}",
        task_id=f"t_{number}",
        persona="p",
        model="m",
        setting="S4",
        epoch=0,
        outcome=Outcome.ANSWERED,
        stop_reason=StopReason.ANSWERED,
        answer="1",
        exposed=("rag", "table", "graph"),
    )
