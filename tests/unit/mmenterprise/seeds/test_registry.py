"""The registry beside the PDFs: what it says, what it leaves open, and what is wrong with it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.errors import SourceError, WorksurfaceError
from worksurface_pipeline.mmenterprise.seeds.frozen import freeze_seeds, frozen_entry
from worksurface_pipeline.mmenterprise.seeds.registry import (
    REGISTRY,
    others_of,
    read_registry,
    registered,
)


def folder(root: Path, registry: str, *names: str) -> Path:
    """A folder with files and a registry, none where it is ""."""
    for name in names:
        (root / name).write_bytes(name.encode())
    if registry:
        (root / REGISTRY).write_text(registry, encoding="utf-8")
    return root


def test_stated_and_unstated_files(tmp_path: Path) -> None:
    stated = '[[seed]]\nfile = "b.pdf"\ntitle = "Heat"\ndomain = "energy"\nlicence = "CC0-1.0"\n'
    first, second = read_registry(
        folder(tmp_path, stated, "b.pdf", "0123456789abcdef_A report.PDF", "notes.txt")
    )
    assert (first.id, first.title, first.licence) == ("a_report", "", "unknown")
    assert (second.id, second.title, second.licence) == ("b", "Heat", "CC0-1.0")
    assert second.digest == hashlib.sha256(b"b.pdf").hexdigest()


FAULTS = {
    "no TOML": ("[[seed]\n", ("a.pdf",), "cannot be read"),
    "unknown field": ('[[seed]]\nfile = "a.pdf"\nyear = 3\n', ("a.pdf",), "cannot be read"),
    "absent file": ('[[seed]]\nfile = "b.pdf"\n', ("a.pdf",), "not beside it: b.pdf"),
    "one id twice": ("", ("a b.pdf", "a_b.pdf"), "would both be called a_b"),
}


@pytest.mark.parametrize(("text", "names", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_faults_are_sentences(
    tmp_path: Path, text: str, names: tuple[str, ...], words: str
) -> None:
    with pytest.raises(WorksurfaceError, match=words):
        read_registry(folder(tmp_path, text, *names))


def test_hidden_files_and_folders_are_no_documents(tmp_path: Path) -> None:
    (tmp_path / "folder.pdf").mkdir()
    found = read_registry(folder(tmp_path, "", "a.pdf", "._a.pdf", "notes.txt"))
    assert [one.id for one in found] == ["a"]
    assert others_of(tmp_path) == ("notes.txt",)


def test_a_long_name_is_a_short_key_of_its_own(tmp_path: Path) -> None:
    names = ("long name " * 20 + "a.pdf", "long name " * 20 + "b.pdf", "\u4e2d\u6587" * 30 + ".pdf")
    keys = [one.id for one in read_registry(folder(tmp_path, "", *names))]
    assert len(set(keys)) == 3
    assert all(len(key.encode()) <= 80 for key in keys)


def test_a_name_that_is_no_text_is_said(tmp_path: Path) -> None:
    (folder(tmp_path, "", "a.pdf") / "b\udcff.pdf").write_bytes(b"b")
    with pytest.raises(SourceError, match=r"is no text: b\\udcff\.pdf"):
        registered(tmp_path)


def test_a_document_that_is_there_twice_has_one_project(tmp_path: Path) -> None:
    folder(tmp_path, "", "a.pdf", "b.pdf", "c.pdf")
    (tmp_path / "c.pdf").write_bytes(b"a.pdf")
    first, second, third = freeze_seeds(tmp_path).seeds
    assert (first.twin, second.twin, third.twin) == ("", "", "a.pdf")
    assert frozen_entry(first, tmp_path).id == "a"
    with pytest.raises(SourceError, match=r"same bytes as a\.pdf"):
        frozen_entry(third, tmp_path)
