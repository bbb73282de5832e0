"""Raw files for the cross-check: frozen bytes or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.tasks.builders import source_task
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.tasks.raw_files import raw_files

DATA = b"a,b\n1,2\n"


@pytest.mark.parametrize(
    ("stored", "name", "expected"),
    [
        pytest.param(DATA, "a.csv", DATA, id="as-frozen"),
        pytest.param(DATA + b"3,4\n", "a.csv", None, id="changed"),
        pytest.param(None, "a.csv", None, id="gone"),
        pytest.param(DATA, "b.csv", None, id="not-listed"),
    ],
)
def test_bytes_are_those_of_the_freeze_or_none(
    tmp_path: Path, stored: bytes | None, name: str, expected: bytes | None
) -> None:
    task = source_task([], ["a.csv"])
    path = "7/data/a.csv"
    file = task.files[0].model_copy(
        update={"path": path, "status": FileStatus.PRESENT, "sha256": digest_bytes(DATA)}
    )
    (tmp_path / "7" / "data").mkdir(parents=True)
    if stored is not None:
        (tmp_path / path).write_bytes(stored)
    read = raw_files(tmp_path, [task.model_copy(update={"files": (file,)})])
    assert read("7", name) == expected
