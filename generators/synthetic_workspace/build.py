"""The workspace: files shared out over source tasks and personas, and written."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from generators.synthetic_workspace.tasks import PERSONAS, Task, make_task, stored_paths

# The public source has some tens of files a task.
_FILES_PER_TASK = 40


def build_workspace(target: Path, files: int, seed: int, workers: int = 1) -> int:
    """Write a workspace of exactly `files` files under `target`, a new folder; its task count.

    The same arguments write the same bytes, whatever `workers`.
    """
    target.mkdir(parents=True)
    counts = file_counts(files)
    write = partial(_write, target, seed)
    if workers == 1:
        for place in enumerate(counts, 1):
            write(place)
    else:
        with ProcessPoolExecutor(workers) as pool:
            list(pool.map(write, enumerate(counts, 1), chunksize=4))
    return len(counts)


def file_counts(files: int) -> list[int]:
    """Files of each task: about forty, no less than one persona's worth of tasks, exact in sum."""
    tasks = max(min(files, len(PERSONAS)), round(files / _FILES_PER_TASK))
    return [files // tasks + (number < files % tasks) for number in range(tasks)]


def _write(target: Path, seed: int, place: tuple[int, int]) -> None:
    number, count = place
    write_task(target, make_task(number, count, seed))


def write_task(root: Path, task: Task) -> None:
    """Write one task's folder below the workspace's root."""
    folder = root / str(task.number)
    (folder / "data").mkdir(parents=True)
    stored = stored_paths(task.files)
    for name, content in task.files.items():
        (folder / stored[name]).write_bytes(content)
    text = json.dumps(task.metadata(stored), ensure_ascii=False, indent=1)
    (folder / "metadata.json").write_bytes(f"{text}\n".encode())
