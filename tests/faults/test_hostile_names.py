"""Names that lead elsewhere, inside archives and in metadata, and files that nobody may read."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures.project import Projected, project_workspace
from tests.shared_files import ROOT
from tests.unit.readers.document_files import write_docx, write_pptx
from tests.unit.readers.table_files import write_book
from tests.unit.source.workspaces import entry, write_task
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.surfaces.coverage import missing_entries

MEMORY_MIB = 2048
SECRET = "TOPSECRET"
CLIMBING = ("../../climbed.txt", "/climbed.txt", "C:\\climbed.txt", "word/../../climbed.txt")
TABLE = "k,v\n" + "".join(f"n{n},{n}\n" for n in range(40))


def office(folder: Path, kind: str) -> Path:
    if kind == "xlsx":
        return write_book(folder, {"S": [["k", "v"], ["x", 1], ["y", 2]]})
    return {"docx": write_docx, "pptx": write_pptx}[kind](folder / f"a.{kind}")


def with_names(path: Path, secret: Path) -> Path:
    """The archive with members that climb out, and relations that lead to a file outside."""
    upwards = "../" * 12 + str(secret).lstrip("/")
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents.items():
            is_relations = name.endswith(".rels") and name != "_rels/.rels"
            targets = (b"theme/theme1.xml", b"../notesSlides/notesSlide1.xml", b"styles.xml")
            for target in targets if is_relations else ():
                data = data.replace(target, upwards.encode())
            archive.writestr(name, data)
        for name in CLIMBING:
            archive.writestr(name, SECRET)
    return path


def files_below(folder: Path) -> dict[str, str]:
    return {str(path): digest_file(path) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", ["docx", "pptx", "xlsx"])
def test_names_in_an_archive_lead_nowhere(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "in" / "side"
    folder.mkdir(parents=True)
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    path = with_names(office(folder, kind), secret)
    before = files_below(tmp_path)
    with GuardedReader(1, 60.0, MEMORY_MIB) as reader:
        (result,) = reader.read_many([(path, path.name)])
    assert not isinstance(result, ExtractionFailure)
    assert SECRET not in repr(result)
    assert files_below(tmp_path) == before


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Projected]:
    """One source task whose names and files are all hostile, but for two."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "secret.md").write_text(SECRET)
    root = folder / "workspace"
    names = ("link.md", "pipe.csv", "folder.csv", "socket.md", "device.md", "up/secret.md")
    spelled = ("../../secret.md", "/etc/hostname", "C:\\secret.md", "data\\a.md", "metadata.json")
    manifest = [
        *(entry(name, f"data/{name}") for name in ("A.md", "a.md", "T.csv", "t.CSV", *names)),
        *(entry(f"spelled {n}.md", path) for n, path in enumerate(spelled)),
        entry("../../../climbed.md", "data/climbed.md"),
    ]
    contents = {"A.md": "upper", "a.md": "lower", "climbed.md": "words"}
    tables = {"T.csv": TABLE, "t.CSV": TABLE.replace("n", "m")}
    write_task(
        root,
        "8",
        {f"data/{name}": text.encode() for name, text in {**contents, **tables}.items()},
        data_manifest=manifest,
        file_dep_graph=[],
        persona="../../climbed",
        output_files=["../../climbed.md", "/etc/climbed", "a\x00b.md"],
    )
    data = root / "8" / "data"
    (data / "link.md").symlink_to(folder / "secret.md")
    (data / "up").symlink_to(folder)
    (data / "device.md").symlink_to("/dev/null")
    (data / "folder.csv").mkdir()
    os.mkfifo(data / "pipe.csv")
    here = Path.cwd()
    os.chdir(data)  # the path of a socket may not be long
    with closing(socket.socket(socket.AF_UNIX)) as made:
        made.bind("socket.md")
        os.chdir(here)
        before = files_below(folder)
        (part,) = project_workspace(root).values()
        assert files_below(folder) == before
        yield part


UNSAFE, ABSENT = FailureReason.UNSAFE_PATH, FailureReason.ABSENT
OUTCOMES = {
    "A.md": None,
    "a.md": None,
    "T.csv": None,
    "t.CSV": None,
    "link.md": UNSAFE,
    "pipe.csv": ABSENT,
    "folder.csv": ABSENT,
    "socket.md": ABSENT,
    "device.md": UNSAFE,
    "up_secret.md": UNSAFE,
    "spelled 0.md": UNSAFE,
    "spelled 1.md": UNSAFE,
    "spelled 2.md": UNSAFE,
    "spelled 3.md": UNSAFE,
    "spelled 4.md": UNSAFE,
    ".._.._.._climbed.md": None,
}


@pytest.mark.parametrize(("name", "reason"), OUTCOMES.items(), ids=list(OUTCOMES))
def test_each_hostile_name_has_its_line(
    hostile: Projected, name: str, reason: FailureReason | None
) -> None:
    (line,) = [item for item in hostile.ledger.entries if item.filename == name and not item.part]
    assert (line.failure.reason if line.failure else None) is reason
    assert bool(line.artifacts) is (reason is None)


def test_names_that_differ_in_case_alone_stay_apart(hostile: Projected) -> None:
    made = [name for entry in hostile.ledger.entries for name in entry.artifacts]
    assert len({name.casefold() for name in made}) == len(made) == 5
    assert missing_entries(hostile.ledger) == ()


def test_nothing_of_a_hostile_name_is_a_path_of_an_artifact(hostile: Projected) -> None:
    for name, data in hostile.files():
        assert ".." not in name.split("/")
        assert SECRET.encode() not in data


def _unreadable_file(path: Path) -> None:
    path.chmod(0)


def _unreadable_folder(path: Path) -> None:
    path.parent.chmod(0)


READ = """
import os, sys
from pathlib import Path
from worksurface_pipeline.readers.dispatch import read_any
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
found = read_any(Path(sys.argv[1]), "a.md")
print(found.reason, found.remedy)
"""


@pytest.mark.parametrize("forbid", [_unreadable_file, _unreadable_folder])
def test_a_file_that_this_user_may_not_read_is_a_failure(
    tmp_path: Path, forbid: Callable[[Path], None]
) -> None:
    """As a user without rights, which root must become first."""
    folder = tmp_path / "f"
    folder.mkdir()
    path = folder / "a.md"
    path.write_text("words")
    for above in (folder, *folder.parents):
        if above.is_relative_to(tmp_path.parent):
            above.chmod(0o755)
    forbid(path)
    command = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    folder.chmod(0o755)
    assert done.stdout.startswith("absent Put the file"), done.stderr
