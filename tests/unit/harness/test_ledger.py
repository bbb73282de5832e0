from __future__ import annotations

import threading
from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.ledger import BookkeepingError, CallRecord, JsonlLedger
from worksurface_pipeline.harness.llm.ledger_reading import LedgerTail
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.records import from_jsonl


def record(request: str) -> CallRecord:
    return CallRecord(model="m", request=request, result="ok", attempts=1, seconds=0.5)


def test_records_of_many_threads_are_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "calls" / "ledger.jsonl"
    names = [f"{number:03d}" for number in range(60)]
    with JsonlLedger(path) as ledger:
        threads = [threading.Thread(target=ledger.add, args=(record(name),)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    kept = [item.request for item in from_jsonl(path.read_bytes(), CallRecord)]
    assert sorted(kept) == names


def test_a_second_run_appends(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    for name in ("a", "b"):
        with JsonlLedger(path) as ledger:
            ledger.add(record(name))
    kept = list(from_jsonl(path.read_bytes(), CallRecord))
    assert kept == [record("a"), record("b")]


def test_an_unwritable_ledger_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LakeError, match="ledger"):
        JsonlLedger(tmp_path / "file" / "ledger.jsonl").add(record("a"))


def test_a_full_disk_ends_the_bookkeeping_at_once() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("/dev/full is absent")
    with JsonlLedger(full) as ledger:
        ledger.check()
        with pytest.raises(BookkeepingError, match="No space"):
            ledger.add(record("a"))
        with pytest.raises(BookkeepingError, match="No space"):
            ledger.check()


def test_a_torn_line_is_left_behind_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with JsonlLedger(path) as ledger:
        ledger.add(record("a"))
    path.write_bytes(path.read_bytes() + b'{"model": "m", "requ')
    with JsonlLedger(path) as ledger:
        ledger.add(record("b"))
    tail = LedgerTail()
    assert [item.request for item in tail.added([path])] == ["a", "b"]
    assert tail.damaged == 1


def test_a_tail_gives_each_record_once_and_no_half_line(tmp_path: Path) -> None:
    path, tail = tmp_path / "ledger.jsonl", LedgerTail()
    with JsonlLedger(path) as ledger:
        ledger.add(record("a"))
        whole = path.read_bytes()
        assert [item.request for item in tail.added([path])] == ["a"]
        assert list(tail.added([path])) == []
        path.write_bytes(whole + whole[:-1])
        assert list(tail.added([path])) == []
        path.write_bytes(whole + whole)
        assert [item.request for item in tail.added([path])] == ["a"]


def test_records_carry_the_run_they_are_booked_under(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    for run in ("", "night"):
        with JsonlLedger(path, run) as ledger:
            ledger.add(record("a"))
    assert [item.run for item in LedgerTail().added([path])] == ["", "night"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param(b"", (), id="nothing"),
        pytest.param(b"junk\n", ("1 line of a ledger is no record",), id="one"),
        pytest.param(b"junk\n{}\n", ("2 lines of a ledger are no record",), id="two"),
    ],
)
def test_what_is_no_record_is_told(tmp_path: Path, lines: bytes, told: tuple[str, ...]) -> None:
    path, tail = tmp_path / "ledger.jsonl", LedgerTail()
    path.write_bytes(lines)
    assert list(tail.added([path])) == []
    assert [note.split(" (")[0] for note in tail.notes] == list(told)
    assert all(note.endswith(str(path)) for note in tail.notes)


def test_a_ledger_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").mkdir()
    with pytest.raises(BookkeepingError, match=r"cannot be read: .*calls\.jsonl"):
        list(LedgerTail().added([tmp_path / "calls.jsonl"]))
