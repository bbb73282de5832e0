"""The registry beside the PDFs: what it says, what it leaves open, and what is wrong with it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.seeds.registry import REGISTRY, read_registry


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
