from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.unit.surfaces.builders import document, failed, source_file
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.readers.packing import pack
from worksurface_pipeline.readers.protocol import Asked
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.settings import SheetRule
from worksurface_pipeline.worksurface.surfaces.extraction import ReadingPolicy, SourceReader

POLICY = ReadingPolicy("1")
CONTENTS = {
    "broken": failed(FailureReason.CORRUPT),
    "slow": failed(FailureReason.TIMEOUT),
    "killed": failed(FailureReason.WORKER_KILLED),
    "large": failed(FailureReason.TOO_LARGE),
}


class Recorder:
    """Reads text and remembers what it was asked for."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.before: Callable[[Path], object] = lambda path: None
        self.after: Callable[[Path], object] = lambda path: None

    def __call__(self, files: Iterable[Asked]) -> Iterator[bytes]:
        for asked in files:
            self.names.append(asked.name)
            self.before(asked.path)
            text = asked.path.read_text(encoding="utf-8")
            self.after(asked.path)
            yield pack(CONTENTS.get(text) or document(text))


class Desk:
    """A workspace, a recorder and the blobs that every reader made here shares."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.recorder = Recorder()

    def reader(self, policy: ReadingPolicy = POLICY) -> SourceReader:
        blobs = Blobs(str(self.root / "readings"))
        return SourceReader(self.root, self.recorder, blobs, policy)

    def put(self, name: str, text: str, task: str = "7") -> SourceFile:
        path = self.root / task / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        file = source_file(name, task)
        return file.model_copy(update={"sha256": digest_file(path), "size": path.stat().st_size})


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_content_is_read_once_for_all(desk: Desk) -> None:
    files = [desk.put("a.md", "same"), desk.put("a.md", "same", "8"), desk.put("b.md", "no")]
    texts = [desk.reader()(file) for file in [*files, *files]]
    assert texts == [document("same"), document("same"), document("no")] * 2
    assert desk.recorder.names == ["a.md", "b.md"]


def test_failures_are_kept_too(desk: Desk) -> None:
    file = desk.put("a.md", "broken")
    assert [desk.reader()(file) for _ in range(2)] == [failed(FailureReason.CORRUPT)] * 2
    assert desk.recorder.names == ["a.md"]


@pytest.mark.parametrize("text", ["slow", "killed", "large"])
def test_a_failure_of_the_moment_holds_for_one_run(desk: Desk, text: str) -> None:
    file = desk.put("a.md", text)
    reader = desk.reader()
    reader.read_ahead([file], lambda done, of: None)
    assert [reader(file), reader(file), desk.reader()(file)] == [CONTENTS[text]] * 3
    assert desk.recorder.names == ["a.md", "a.md"]


@pytest.mark.parametrize("is_ahead", [True, False], ids=["ahead", "when asked for"])
def test_what_was_written_between_digest_and_reading_is_not_kept(
    desk: Desk, is_ahead: bool
) -> None:
    file = desk.put("a.md", "frozen")
    desk.recorder.before = lambda path: path.write_text("foreign", encoding="utf-8")
    desk.recorder.after = lambda path: path.write_text("frozen", encoding="utf-8")
    reader = desk.reader()
    if is_ahead:
        reader.read_ahead([file], lambda done, of: None)
    found = reader(file)
    assert isinstance(found, ExtractionFailure)
    assert found.reason is FailureReason.CHANGED
    desk.recorder.before = desk.recorder.after = lambda path: None
    assert desk.reader()(file) == document("frozen")


def test_another_file_put_in_its_place_meanwhile_is_not_kept(desk: Desk) -> None:
    file = desk.put("a.md", "frozen")
    aside = desk.root / "aside"

    def swap(path: Path) -> None:
        path.rename(aside)
        path.write_text("foreign", encoding="utf-8")

    desk.recorder.before = swap
    desk.recorder.after = lambda path: aside.rename(path)
    found = desk.reader()(file)
    assert isinstance(found, ExtractionFailure)


def test_a_stored_reading_needs_no_file(desk: Desk) -> None:
    file = desk.put("a.md", "before")
    assert desk.reader()(file) == document("before")
    (desk.root / file.path).unlink()
    assert desk.reader()(file) == document("before")


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param(ReadingPolicy("2"), id="edition"),
        pytest.param(
            ReadingPolicy("1", (SheetRule(file="a.md", header_rows=(2,)),)),
            id="rule for the file",
        ),
    ],
)
def test_what_decides_a_reading_is_part_of_its_key(desk: Desk, policy: ReadingPolicy) -> None:
    file = desk.put("a.md", "text")
    assert desk.reader()(file) == desk.reader(policy)(file)
    assert desk.recorder.names == ["a.md", "a.md"]


def test_a_rule_for_another_file_changes_nothing(desk: Desk) -> None:
    file = desk.put("a.md", "text")
    rule = SheetRule(file="b.md", header_rows=(2,))
    for policy in (POLICY, ReadingPolicy("1", (rule,))):
        desk.reader(policy)(file)
    assert desk.recorder.names == ["a.md"]


def test_another_name_may_mean_another_content(desk: Desk) -> None:
    for file in (desk.put("a.csv", "same"), desk.put("a.txt", "same")):
        desk.reader()(file)
    assert desk.recorder.names == ["a.csv", "a.txt"]


def test_a_changed_file_is_not_read(desk: Desk) -> None:
    file = desk.put("a.md", "before")
    desk.put("a.md", "after!")
    found = desk.reader()(file)
    assert isinstance(found, ExtractionFailure)
    assert found.reason is FailureReason.CHANGED
    assert desk.recorder.names == []


def test_reading_ahead_reads_what_is_missing(desk: Desk) -> None:
    files = [desk.put(f"{name}.md", name) for name in "abcd"]
    gone = source_file("gone.md", status=FileStatus.ABSENT)
    desk.put("c.md", "changed since the freeze")
    desk.reader()(files[0])
    seen: list[tuple[int, int]] = []
    reader = desk.reader()
    reader.read_ahead([*files, gone], lambda done, of: seen.append((done, of)))
    assert seen == [(1, 3), (2, 3)]
    assert [reader(file) for file in (files[1], files[3])] == [document("b"), document("d")]
    assert desk.recorder.names == ["a.md", "b.md", "d.md"]


def test_a_fresh_reading_replaces_the_stored_one(desk: Desk) -> None:
    file = desk.put("a.md", "text")
    desk.reader()(file)
    desk.reader(ReadingPolicy("1", is_fresh=True)).read_ahead([file], lambda done, of: None)
    assert desk.recorder.names == ["a.md", "a.md"]


def test_a_damaged_reading_is_read_again(desk: Desk) -> None:
    file = desk.put("a.md", "text")
    desk.reader()(file)
    (blob,) = [path for path in (desk.root / "readings").rglob("*") if path.is_file()]
    blob.write_bytes(blob.read_bytes()[:-1])
    assert desk.reader()(file) == document("text")
    assert desk.recorder.names == ["a.md", "a.md"]
