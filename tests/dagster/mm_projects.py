"""A small project of wing two: two sample seeds, few questions, one retriever."""

from __future__ import annotations

import fcntl
import shutil
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich.console import Console

from resources.mm_workbench import MmWorkbench, open_mm_workbench
from tests.shared_files import ROOT

SEEDS = ("policy_report", "survey")
SETTINGS = """
[source]
registry = "seeds"
[questions]
total = 16
[retrieval]
k = [10]
retrievers = ["lexical"]
[analysis]
replicates = 100
[lake]
root = "lake"
"""


@dataclass(frozen=True)
class MmProject:
    """A folder of its own: settings, seeds, lake and Dagster state."""

    folder: Path

    @property
    def bench(self) -> MmWorkbench:
        """A fresh workbench."""
        return open_mm_workbench(self.folder / "mmenterprise.toml")

    def seed(self, name: str) -> Path:
        """The file of a seed document."""
        return self.folder / "seeds" / f"{name}.pdf"

    def drive(self, **options: object) -> tuple[bool, str]:
        """Run the driver; whether it succeeded, and what it printed."""
        from schedules.mm_driver import MmOptions
        from schedules.mm_session import drive_mm

        text = StringIO()
        console = Console(file=text, width=200)
        is_ok = drive_mm(self.bench, MmOptions(**options), console)  # type: ignore[arg-type]
        return is_ok, text.getvalue()

    def stored(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Digest and fingerprint of every stored partition, by step and key."""
        lake = self.bench.lake
        return {
            (step, key): (found.digest, found.fingerprint)
            for step in self.bench.plan().steps
            for key in lake.partitions(step)
            if (found := lake.current(step, key)) is not None
        }

    def copied(self, folder: Path) -> MmProject:
        """A copy that a test may change; its place differs, so its id does too."""
        shutil.copytree(self.folder, folder, symlinks=True)
        made = MmProject(folder)
        for name in ("lake", ".dagster"):
            (folder / name / self.bench.id).rename(folder / name / made.bench.id)
        return made


def driven_once(own: Path, shared: Path) -> tuple[MmProject, str]:
    """A project below `own` on which everything ran, and what that run printed.

    It ran below `shared`, where the first of many processes drives it; each has a copy.
    """
    place, said = shared / "driven", shared / "driven.txt"
    with (shared / "driven.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            is_ok, text = make_mm_project(place).drive()
            assert is_ok, text
            said.write_text(text, encoding="utf-8")
    project, text = MmProject(place), said.read_text(encoding="utf-8")
    copy = project.copied(own / "copy")
    for old, new in ((project.bench.id, copy.bench.id), (str(place), str(copy.folder))):
        text = text.replace(old, new)
    return copy, text


def make_mm_project(folder: Path, settings: str = SETTINGS) -> MmProject:
    """A project of two sample seeds that was not run yet."""
    (folder / "seeds").mkdir(parents=True)
    for name in SEEDS:
        shutil.copyfile(
            ROOT / "data_lake" / "sample_mm" / f"{name}.pdf", folder / "seeds" / f"{name}.pdf"
        )
    (folder / "mmenterprise.toml").write_text(settings, encoding="utf-8")
    return MmProject(folder)
