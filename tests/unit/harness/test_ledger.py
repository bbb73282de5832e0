from __future__ import annotations

import threading
from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.ledger import CallRecord, JsonlLedger
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
