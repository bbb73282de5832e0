from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.segments import JournalKey
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import LakeError

BAD = trajectory(outcome=Outcome.ERRORED, answer=None, error="gone")


def write(folder: Path, *records: Trajectory) -> None:
    """One run that writes these records."""
    with Journal(folder) as journal:
        for record in records:
            journal.append(record)


def segments(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_record_is_on_the_disk_when_append_returns(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(trajectory("a"))
    assert list(Journal(tmp_path).read()) == [trajectory("a")]


def test_every_run_has_a_segment_of_its_own_and_none_without_a_record(tmp_path: Path) -> None:
    write(tmp_path / "j", trajectory("a"))
    before = (tmp_path / "j" / "segment-000001.jsonl").read_bytes()
    with Journal(tmp_path / "j"):
        pass
    write(tmp_path / "j", trajectory("b"))
    assert segments(tmp_path / "j") == ["segment-000001.jsonl", "segment-000002.jsonl"]
    assert (tmp_path / "j" / "segment-000001.jsonl").read_bytes() == before


def test_two_journals_at_once_never_share_a_segment(tmp_path: Path) -> None:
    one, two = Journal(tmp_path), Journal(tmp_path)
    for name in "abcd":
        (one if name in "ac" else two).append(trajectory(name))
    assert [record.task_id for record in Journal(tmp_path).read()] == list("abcd")
    assert len(segments(tmp_path)) == 2


@pytest.mark.parametrize(
    ("runs", "answer"),
    [
        pytest.param([[trajectory(answer="1")], [trajectory(answer="2")]], "2", id="newest"),
        pytest.param([[BAD], [trajectory(answer="2")]], "2", id="retried"),
        pytest.param([[trajectory(answer="1")], [BAD]], "1", id="an-error-never-hides-a-result"),
        pytest.param([[BAD, trajectory(answer="1")], [BAD, BAD]], "1", id="errors-all-around"),
    ],
)
def test_the_record_that_counts(tmp_path: Path, runs: list[list[Trajectory]], answer: str) -> None:
    for run in runs:
        write(tmp_path, *run)
    (record,) = Journal(tmp_path).read()
    assert record.answer == answer
    assert Journal(tmp_path).state().done == {JournalKey("a", 0, "f")}


def test_keys_are_task_epoch_and_fingerprint(tmp_path: Path) -> None:
    records = [
        trajectory("b"),
        trajectory("a", epoch=1),
        trajectory("a"),
        trajectory("a", fingerprint="g"),
    ]
    write(tmp_path, *records)
    kept = [(item.task_id, item.epoch, item.fingerprint) for item in Journal(tmp_path).read()]
    assert kept == [("a", 0, "f"), ("a", 0, "g"), ("a", 1, "f"), ("b", 0, "f")]


def test_errors_are_pending_until_they_failed_too_often(tmp_path: Path) -> None:
    write(tmp_path, BAD, BAD, trajectory("b"))
    state = Journal(tmp_path).state()
    key = JournalKey("a", 0, "f")
    assert state.errors == {key: 2}
    assert [state.is_pending(key, most) for most in (None, 3, 2)] == [True, True, False]
    assert not state.is_pending(JournalKey("b", 0, "f"))
    assert state.is_pending(JournalKey("c", 0, "f"), 1)


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_torn_last_line_is_ignored_and_noted(tmp_path: Path, cut: int) -> None:
    write(tmp_path, trajectory("a"), trajectory("b"))
    segment = tmp_path / "segment-000001.jsonl"
    segment.write_bytes(segment.read_bytes()[: -cut - 1])
    write(tmp_path, trajectory("c"))
    assert [record.task_id for record in Journal(tmp_path).read()] == ["a", "c"]
    assert Journal(tmp_path).state().notes == (
        "segment-000001.jsonl: line 2 is torn (the run was killed); ignored",
    )


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    write(tmp_path, trajectory("a"))
    segment = tmp_path / "segment-000001.jsonl"
    segment.write_bytes(segment.read_bytes()[:-1])
    assert list(Journal(tmp_path).read()) == [trajectory("a")]


@pytest.mark.parametrize("line", [b"not json\n", b'{"task_id": "a"}\n', b"[]\n"])
def test_a_damaged_line_is_named_with_its_segment(tmp_path: Path, line: bytes) -> None:
    write(tmp_path, trajectory("a"))
    segment = tmp_path / "segment-000001.jsonl"
    segment.write_bytes(line + segment.read_bytes())
    with pytest.raises(LakeError, match=r"segment-000001\.jsonl, line 1"):
        list(Journal(tmp_path).read())


def test_an_empty_or_absent_folder_is_an_empty_journal(tmp_path: Path) -> None:
    assert list(Journal(tmp_path / "absent").read()) == []
    assert Journal(tmp_path).state().done == frozenset()


def test_many_threads_write_whole_lines(tmp_path: Path) -> None:
    names = [f"{number:03d}" for number in range(40)]
    with Journal(tmp_path) as journal:
        threads = [
            threading.Thread(target=journal.append, args=(trajectory(name),)) for name in names
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [record.task_id for record in Journal(tmp_path).read()] == names


def test_text_that_no_file_can_hold_does_not_stop_the_run(tmp_path: Path) -> None:
    write(tmp_path, trajectory(error="\ud800 broken"))
    (record,) = Journal(tmp_path).read()
    assert record.error == "? broken"


def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LakeError, match="journal cannot be written"):
        Journal(tmp_path / "file" / "j").append(trajectory())


@pytest.mark.parametrize("kind", ["folder", "dangling-link"])
def test_a_segment_that_cannot_be_opened_is_named(tmp_path: Path, kind: str) -> None:
    write(tmp_path, trajectory("a"))
    bad = tmp_path / "segment-000002.jsonl"
    if kind == "folder":
        bad.mkdir()
    else:
        bad.symlink_to(tmp_path / "gone")
    for look in (Journal(tmp_path).state, lambda: list(Journal(tmp_path).read())):
        with pytest.raises(LakeError, match=r"cannot be read: .*segment-000002\.jsonl"):
            look()
    assert dict(Journal(tmp_path).others()).keys() == {"segment-000001.jsonl", bad.name}
