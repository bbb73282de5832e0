from __future__ import annotations

from pathlib import Path

from tests.unit.surfaces.builders import document, failed, source_file
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.readers.model import Extraction, ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.surfaces.extraction import SourceReader


class Recorder:
    """Reads text and remembers what it was asked for."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, path: Path, name: str) -> Extraction:
        self.names.append(name)
        text = path.read_text(encoding="utf-8")
        return document(text) if text != "broken" else failed(FailureReason.CORRUPT)


def put(root: Path, name: str, text: str, task: str = "7") -> SourceFile:
    path = root / task / "data" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    file = source_file(name, task)
    return file.model_copy(update={"sha256": digest_file(path), "size": path.stat().st_size})


def test_equal_contents_are_read_once(tmp_path: Path) -> None:
    files = [
        put(tmp_path, "a.md", "same"),
        put(tmp_path, "b.md", "same"),
        put(tmp_path, "c.md", "no"),
    ]
    recorder = Recorder()
    reader = SourceReader(tmp_path, recorder)
    texts = [reader(file) for file in [*files, files[0]]]
    assert texts == [document("same"), document("same"), document("no"), document("same")]
    assert recorder.names == ["a.md", "c.md"]


def test_another_extension_may_mean_another_content(tmp_path: Path) -> None:
    files = [put(tmp_path, "a.csv", "same"), put(tmp_path, "a.txt", "same")]
    recorder = Recorder()
    reader = SourceReader(tmp_path, recorder)
    assert [reader(file) for file in files] == [document("same")] * 2
    assert recorder.names == ["a.csv", "a.txt"]


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    one, two = put(tmp_path, "a.md", "1234"), put(tmp_path, "b.md", "5678")
    recorder = Recorder()
    reader = SourceReader(tmp_path, recorder, cache_bytes=7)
    for file in (one, one, two, two, one):
        reader(file)
    assert recorder.names == ["a.md", "b.md", "a.md"]


def test_failures_are_read_anew(tmp_path: Path) -> None:
    file = put(tmp_path, "a.md", "broken")
    recorder = Recorder()
    reader = SourceReader(tmp_path, recorder)
    assert [reader(file), reader(file)] == [failed(FailureReason.CORRUPT)] * 2
    assert recorder.names == ["a.md", "a.md"]


def test_a_changed_file_is_not_read(tmp_path: Path) -> None:
    file = put(tmp_path, "a.md", "before")
    put(tmp_path, "a.md", "after!")
    recorder = Recorder()
    found = SourceReader(tmp_path, recorder)(file)
    assert isinstance(found, ExtractionFailure)
    assert found.reason is FailureReason.CHANGED
    assert recorder.names == []


def test_a_known_content_is_hashed_again_all_the_same(tmp_path: Path) -> None:
    file = put(tmp_path, "a.md", "before")
    reader = SourceReader(tmp_path, Recorder())
    assert reader(file) == document("before")
    (tmp_path / file.path).unlink()
    found = reader(file)
    assert isinstance(found, ExtractionFailure)
    assert found.reason is FailureReason.ABSENT


def test_first_bytes_rule_tables_out(tmp_path: Path) -> None:
    reader = SourceReader(tmp_path, Recorder())
    assert not reader.may_hold_tables(put(tmp_path, "a.csv", "%PDF-1.7\n"))
    assert reader.may_hold_tables(put(tmp_path, "a.pdf", "a,b\n1,2\n3,4\n"))
    assert reader.may_hold_tables(source_file("gone.csv", status=FileStatus.ABSENT))
