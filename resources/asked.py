"""Notes of what cells were asked, written beside their journals and read again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from resources.cells import cell_folder, sweeps_folder
from resources.workbench import Workbench
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.asked import Asked, asked_of, gold_digest
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.sweep import CellWork
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

_NOTE = "asked-{}.json"


def note_asked(bench: Workbench, cell: Cell, work: CellWork) -> None:
    """Note what a cell is asked now, before it runs; the note that was last is last again."""
    folder = cell_folder(bench, cell)
    new = asked_of(work, _golds(bench))
    notes = {note.key: note for note in read_asked(folder)}
    last = max((note.order for note in notes.values()), default=0)
    earlier = notes.get(new.key)
    is_last = earlier is not None and earlier.order == last
    note = new.beside(earlier, last if is_last else last + 1)
    if note != earlier:
        place = folder.relative_to(sweeps_folder(bench)).as_posix()
        data = canonical_json(note).encode()
        bench.lake.put(f"sweeps/{place}/{_NOTE.format(note.key)}", data)


def read_asked(folder: Path) -> Iterator[Asked]:
    """The notes of a cell's folder; one that cannot be read tells nothing of its runs."""
    for path in sorted(folder.glob(_NOTE.format("*"))):
        with suppress(ValidationError, OSError):
            yield Asked.model_validate_json(path.read_bytes())


def _golds(bench: Workbench) -> dict[str, str]:
    manifest = bench.lake.current("benchmark")
    tasks = bench.lake.load(manifest, Benchmark).tasks if manifest else ()
    return {task.id: gold_digest(task) for task in tasks}
