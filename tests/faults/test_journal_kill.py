"""A run killed at any point loses no record that was reported, and resumes with the rest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory

ROOT = Path(__file__).resolve().parents[2]
TASKS = 50
CHILD = r"""
import os
import sys
from pathlib import Path
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.runner import run_pending
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory

def run_one(key):
    os.write(1, f"call {key.task_id}\n".encode())
    return Trajectory(
        **key.model_dump(), outcome=Outcome.ANSWERED, stop_reason=StopReason.ANSWERED,
        answer="1", exposed=(), error="x" * 3000,
    )

def on_done(record):
    os.write(1, f"done {record.task_id}\n".encode())

journal = Journal(Path(sys.argv[1]))
keys = [
    RunKey(fingerprint="f", task_id=f"{n:02d}", persona="p", model="m", setting="S4")
    for n in range(int(sys.argv[2]))
]
run_pending(still_pending(keys, journal.state()), run_one, journal, workers=2, on_done=on_done)
"""


def run_until(folder: Path, lines: int | None) -> list[str]:
    """Run the child; kill it after it has printed so many lines (None: let it finish)."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(TASKS)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    seen = []
    for line in child.stdout:
        seen.append(line.strip())
        if lines is not None and len(seen) >= lines:
            child.kill()
            break
    seen += [line.strip() for line in child.stdout if line.endswith("\n")]
    child.wait(timeout=30)
    child.stdout.close()
    return seen


def names(lines: list[str], word: str) -> list[str]:
    return [line.split()[1] for line in lines if line.startswith(f"{word} ")]


@pytest.mark.parametrize("points", [(1, 7, 30), (2, 13, 55)])
def test_kill_and_resume(tmp_path: Path, points: tuple[int, ...]) -> None:
    for point in points:
        lines = run_until(tmp_path, point)
        kept = {record.task_id for record in Journal(tmp_path).read()}
        assert kept >= set(names(lines, "done"))
    unfinished = TASKS - len(Journal(tmp_path).state().done)
    last = run_until(tmp_path, None)
    assert len(names(last, "call")) == unfinished
    records = list(Journal(tmp_path).read())
    assert [record.task_id for record in records] == [f"{n:02d}" for n in range(TASKS)]
    assert all(record.error == "x" * 3000 for record in records)


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    """The size limit of a file stands in for a full disk: the write fails half-way."""
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from worksurface_pipeline.harness.journal import Journal\n"
        "from worksurface_pipeline.harness.trajectory import Trajectory\n"
        "from worksurface_pipeline.kernel.errors import LakeError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "record = Trajectory.model_validate_json(sys.stdin.read())\n"
        "journal = Journal(Path(sys.argv[1])); journal.append(record)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "big = record.model_copy(update={'task_id': 'b', 'error': 'y' * 9000})\n"
        "try:\n    journal.append(big)\n"
        "except LakeError as error:\n    print(error)\n"
        "journal.append(record.model_copy(update={'task_id': 'c'}))\n"
    )
    record = Trajectory(
        fingerprint="f",
        task_id="a",
        persona="p",
        model="m",
        setting="S4",
        epoch=0,
        outcome=Outcome.ANSWERED,
        stop_reason=StopReason.ANSWERED,
        answer="1",
        exposed=(),
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        input=record.model_dump_json(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "The journal cannot be written" in ended.stdout
    assert [item.task_id for item in Journal(tmp_path).read()] == ["a", "c"]
    assert len(Journal(tmp_path).state().notes) == 1
