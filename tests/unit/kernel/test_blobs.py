from __future__ import annotations

import os
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import LakeError

KEY = "ab" + "0" * 62


def test_a_blob_comes_back(tmp_path: Path) -> None:
    blobs = Blobs(str(tmp_path / "kept"))
    assert (blobs.has(KEY), blobs.get(KEY)) == (False, None)
    blobs.put(KEY, b"data")
    assert (blobs.has(KEY), blobs.get(KEY)) == (True, b"data")
    blobs.put(KEY, b"other")
    assert Blobs(str(tmp_path / "kept")).get(KEY) == b"other"


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    Blobs(str(tmp_path)).put(KEY, b"data")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [KEY]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_what_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LakeError):
        Blobs(str(tmp_path)).put(KEY, b"data")


def test_a_folder_in_the_place_of_a_blob_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "ab" / KEY).mkdir(parents=True)
    with pytest.raises(LakeError):
        Blobs(str(tmp_path)).get(KEY)
