from __future__ import annotations

import sys
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.sources import code_digest
from worksurface_pipeline.readers.edition import edition


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "made_here"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "one.py").write_text("A = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "made_here", raising=False)
    return folder


def fresh() -> str:
    code_digest.cache_clear()
    return code_digest("made_here")


def test_the_code_decides(package: Path) -> None:
    before = fresh()
    assert fresh() == before
    (package / "one.py").write_text("A = 2\n", encoding="utf-8")
    changed = fresh()
    (package / "notes.txt").write_text("no code", encoding="utf-8")
    assert before != changed == fresh()


def test_a_new_module_counts(package: Path) -> None:
    before = fresh()
    (package / "two.py").write_text("", encoding="utf-8")
    assert fresh() != before


def test_the_edition_covers_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    edition.cache_clear()
    before = edition()
    monkeypatch.setattr(
        "worksurface_pipeline.readers.edition.version", lambda name: f"{name} of tomorrow"
    )
    edition.cache_clear()
    assert edition() != before
    edition.cache_clear()
