"""The files of the reading comparison, and which of them both sides can read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.baseline import BASELINE, read_naively
from generators.synthetic_workspace.build import build_workspace
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import Extraction, ExtractionFailure, Workbook

ROOT = Path(__file__).resolve().parents[1]
# Enough that every format has some, few enough for five rounds.
_SYNTHETIC = 200
_SEED = 20_261_130
_HEAVIEST = 4  # named beside the totals
# Notes about the handed files, and their maker: no office files.
_NO_FILES = frozenset({"README.md", "EXPECT.csv", "make_unsafe.py"})


@dataclass(frozen=True, slots=True)
class Chosen:
    """Files that both sides read, by extension, and those that one side could not.

    `heaviest` are the files of the most seconds in the baseline: one may weigh more than a format.
    """

    by_format: dict[str, list[Path]]
    lost: tuple[tuple[Path, str], ...]
    refused: tuple[tuple[Path, str], ...]
    absent: tuple[str, ...]
    heaviest: tuple[tuple[Path, float, float], ...] = ()


def choose(scratch: Path, guarded: GuardedReader) -> Chosen:
    """Sample, synthetic and handed files, each tried once by both sides."""
    found, absent = _folders(scratch)
    by_format: dict[str, list[Path]] = {name: [] for name in BASELINE}
    lost, refused, spent = [], [], []
    for path in found:
        begun = time.perf_counter()
        naive = read_naively(path)
        between = time.perf_counter()
        ours = guarded.read(path, path.name)
        if reason := _refusal(ours):
            refused.append((path, f"{reason}, baseline {'no' if naive.error else 'opens'}"))
        elif naive.error:
            lost.append((path, naive.error))
        else:
            by_format[path.suffix.lower().lstrip(".")].append(path)
            spent.append((path, between - begun, time.perf_counter() - between))
    heaviest = tuple(sorted(spent, key=lambda item: -item[1])[:_HEAVIEST])
    kept = {name: paths for name, paths in by_format.items() if paths}
    return Chosen(kept, tuple(lost), tuple(refused), tuple(absent), heaviest)


def _refusal(ours: Extraction) -> str:
    """Why we read nothing; a workbook of which every sheet was refused counts."""
    if isinstance(ours, ExtractionFailure):
        return ours.reason
    if isinstance(ours, Workbook) and not ours.tables:
        return ", ".join(sorted({item.reason for item in ours.failures})) or "no table"
    return ""


def _folders(scratch: Path) -> tuple[list[Path], list[str]]:
    synthetic = scratch / "synthetic"
    build_workspace(synthetic, _SYNTHETIC, _SEED)
    handed = Path(os.environ.get("WORKSURFACE_SHARED", ROOT.parent / "shared"))
    folders = [ROOT / "data_lake" / "sample", synthetic, handed / "workspaces", handed / "hard"]
    absent = [folder.name for folder in folders if not folder.is_dir()]
    return list(_files(folder for folder in folders if folder.is_dir())), absent


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        pattern = "*" if folder.name == "hard" else "*/data/*"
        for path in sorted(folder.glob(pattern)):
            is_picture = path.suffix.lower() in {".png", ".jpg", ".jpeg", ".gif"}
            if path.is_file() and path.name not in _NO_FILES and not is_picture:
                yield path
