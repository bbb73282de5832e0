"""Whatever is changed in a release is told by verify, refused by import, and told by audit."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedules.auditing import audit_path
from schedules.releasing import report_lines
from tests.unit.release.made import PROFILE, made, own_release, resealed
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.worksurface.release.importing import read_release
from worksurface_pipeline.worksurface.release.integrity import content_digest
from worksurface_pipeline.worksurface.release.model import FORMER, MANIFEST, FileDigest, Manifest
from worksurface_pipeline.worksurface.release.read import read_gold, read_manifest
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release

GOLD = "gold/tasks.jsonl"
SERVED = f"package/{PROFILE}"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_release(tmp_path_factory.mktemp("written"))


@pytest.fixture
def release(written: Path, tmp_path: Path) -> Path:
    shutil.copytree(written, tmp_path / "r")
    return tmp_path / "r"


def edit(path: str, old: str, new: str) -> Callable[[Path], object]:
    def change(release: Path) -> None:
        text = (release / path).read_text(encoding="utf-8")
        assert old in text
        (release / path).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def manifest_with(**fields: object) -> Callable[[Path], object]:
    def change(release: Path) -> None:
        value = json.loads((release / MANIFEST).read_text(encoding="utf-8"))
        (release / MANIFEST).write_text(json.dumps({**value, **fields}), encoding="utf-8")

    return change


CHANGES = [
    pytest.param(edit("README.md", "atomic", "atomik"), "README.md is not the file", id="card"),
    pytest.param(
        lambda release: (release / "package" / "evil.txt").write_text("x"),
        "package/evil.txt was not released",
        id="added file",
    ),
    pytest.param(manifest_with(version="9.0.0"), f"{MANIFEST} is not the one", id="version"),
    pytest.param(manifest_with(benchmark="other"), f"{MANIFEST} is not the one", id="name"),
    pytest.param(manifest_with(changes=[]), f"{MANIFEST} is not the one", id="change list"),
    pytest.param(edit(GOLD, '"notes":""', '"notes":"x"'), f"{GOLD} is not the file", id="gold"),
    pytest.param(
        lambda release: (release / "README.md").unlink(), "README.md is missing", id="file gone"
    ),
    pytest.param(
        lambda release: (release / SERVED / "cells/t7__shipments.parquet").write_bytes(b"PAR1"),
        "its cells cannot be read",
        id="damaged cells",
    ),
]


@pytest.mark.parametrize(("change", "said"), CHANGES)
def test_a_change_is_told_and_nothing_changed_is_imported(
    release: Path, change: Callable[[Path], object], said: str
) -> None:
    change(release)
    report = verify_release(release)
    assert not report.is_sound
    assert any(said in problem for problem in report.file_problems)
    with pytest.raises(PackageError, match="not as it was released"):
        read_release(release)
    audited = audit_path(release, is_whole=False)
    assert any(said in line for line in (*audited.changed, *audited.unread))
    assert audited.exit_code == 1


def test_what_a_desktop_leaves_behind_is_no_change(release: Path) -> None:
    (release / "package" / ".DS_Store").write_bytes(b"x")
    assert verify_release(release).is_sound
    assert read_release(release).remarks == ()


@pytest.mark.parametrize(
    "name", ["../../../x", "a/b", "", ".hidden", "a b", "x" * 300, "/etc"], ids=repr
)
@pytest.mark.parametrize("kind", ["id", "task_id", "persona"])
def test_an_id_that_is_no_plain_name_is_refused(release: Path, kind: str, name: str) -> None:
    lines = (release / GOLD).read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    (first if kind == "id" else first["source"])[kind] = name
    (release / GOLD).write_text("\n".join([json.dumps(first), *lines[1:]]), encoding="utf-8")
    resealed(release)
    for read in (verify_release, read_release):
        with pytest.raises(PackageError, match="no plain name") as caught:
            read(release)
        assert "line 1" in str(caught.value)


def test_a_persona_of_the_manifest_that_leaves_the_folder_is_refused(release: Path) -> None:
    manifest_with(personas=["../../.."])(release)
    with pytest.raises(PackageError, match="no plain name"):
        verify_release(release)


def test_two_golds_of_one_id_are_named_with_a_remedy_for_a_release(release: Path) -> None:
    lines = (release / GOLD).read_text(encoding="utf-8").splitlines()
    (release / GOLD).write_text("\n".join([*lines, lines[0]]), encoding="utf-8")
    resealed(release)
    with pytest.raises(DuplicateIdError, match="remove one of the two") as caught:
        read_release(release)
    assert "--force" not in str(caught.value)


def former(release: Path) -> Path:
    """The same release as the former format had it: flat sets, a card beside the list of files."""
    rows = [task.model_dump_json() for task in read_gold(release)]
    (release / GOLD).write_text("\n".join(rows) + "\n", encoding="utf-8")
    files = tuple(item for item in read_manifest(release).files if item.path != "README.md")
    manifest_with(files=[item.model_dump() for item in files])(release)
    (release / "README.md").rename(release / "CARD.md")
    resealed(release, format=FORMER)
    return release


def test_the_former_format_is_read_with_a_sentence(release: Path, tmp_path: Path) -> None:
    old = former(release)
    report = verify_release(old)
    assert report.is_sound
    assert next(report_lines(report)).startswith(f"The release has the former format {FORMER}")
    assert set(read_release(old).tasks) == set(made()[0])
    with pytest.raises(PackageError, match="Nothing changed since version"):
        write_release(tmp_path / "same", "b", made()[0], [made()[1]], previous=old)
    new = write_release(tmp_path / "new", "b", made()[0][1:], [made()[1]], previous=old)
    assert (new.version, new.previous_content) == ("2.0.0", read_manifest(old).content)
    edit(GOLD, '"notes":""', '"notes":"x"')(old)
    assert not verify_release(old).is_sound


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({"format": 3}, "states the format 3", id="a later format"),
        pytest.param({"format": "x"}, "states the format 'x'", id="no format"),
        pytest.param({"version": "one"}, "version", id="version"),
        pytest.param({"files": 5}, "files", id="files"),
        pytest.param({"more": 1}, "more", id="unknown field"),
    ],
)
def test_a_manifest_of_another_form_ends_in_a_sentence(
    release: Path, fields: dict[str, object], said: str
) -> None:
    manifest_with(**fields)(release)
    with pytest.raises(PackageError, match=said):
        read_manifest(release)


def test_a_listed_path_that_leaves_the_folder_is_not_read(release: Path) -> None:
    manifest = read_manifest(release)
    outside = FileDigest(path="../outside.txt", sha256=digest_bytes(b"x"))
    (release.parent / "outside.txt").write_bytes(b"x")
    listed = (*manifest.files, outside)
    (release / MANIFEST).write_text(
        manifest.model_copy(update={"files": listed}).model_dump_json(), encoding="utf-8"
    )
    problems = verify_release(release).file_problems
    assert any("'../outside.txt', which is not read" in problem for problem in problems)


def test_the_digest_covers_every_field_but_itself() -> None:
    plain = Manifest(benchmark="b", version="1.0.0", content="")
    changed: list[dict[str, Any]] = [
        {"benchmark": "c"},
        {"version": "1.0.1"},
        {"previous_version": "0.0.1"},
        {"previous_content": "x"},
        {"personas": ("p",)},
        {"tasks": 1},
        {"files": (FileDigest(path="a", sha256="b"),)},
    ]
    digests = {content_digest(plain.model_copy(update=one)) for one in [{}, *changed]}
    assert len(digests) == len(changed) + 1
    assert content_digest(plain) == content_digest(plain.model_copy(update={"content": "x"}))
