"""The guarded reader with files and children that hang, swell or die."""

from __future__ import annotations

import os
import pickle
import signal
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from worksurface_pipeline.readers import child as child_module
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import (
    DocumentContent,
    Extraction,
    ExtractionFailure,
    FailureReason,
    Workbook,
)

MEMORY_MIB = 2048
# Stands in for a reader: a file's words say what goes wrong with it.
FAULTY_WORKER = """
    import os, signal, sys, time
    from worksurface_pipeline.readers import worker

    def read(path, name, overrides=()):
        text = path.read_text()
        if text == "hang":
            time.sleep(3600)
        if text == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "raise":
            raise LookupError("no such table")
        if text == "swell":
            return bytes(1 << 40)
        return real(path, name, overrides)

    real, worker.read_any = worker.read_any, read
    sys.exit(worker.main(sys.argv[1:]))
"""


@pytest.fixture
def reader() -> Iterator[GuardedReader]:
    with GuardedReader(2, 20.0, MEMORY_MIB) as guarded:
        yield guarded


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GuardedReader]:
    """A reader whose children do what the file says; six seconds are enough on a busy machine."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "faulty_worker.py").write_text(textwrap.dedent(FAULTY_WORKER))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(child_module, "_WORKER", "faulty_worker")
    monkeypatch.setattr(child_module, "_START_SECONDS", 0.0)
    with GuardedReader(1, 6.0, MEMORY_MIB) as guarded:
        yield guarded


def write(folder: Path, texts: list[str]) -> list[tuple[Path, str]]:
    files = [(folder / f"{number}.txt", f"{number}.txt") for number in range(len(texts))]
    for (path, _), text in zip(files, texts, strict=True):
        path.write_text(text)
    return files


def told(results: list[Extraction]) -> list[str]:
    return [
        result.text.strip() if isinstance(result, DocumentContent) else str(failed(result).reason)
        for result in results
    ]


def failed(result: Extraction) -> ExtractionFailure:
    assert isinstance(result, ExtractionFailure), result
    return result


def child_pid(reader: GuardedReader) -> int:
    child = reader._places.get()
    reader._places.put(child)
    assert child is not None
    return child.pid


def test_results_come_in_input_order_and_children_stay_warm(
    tmp_path: Path, reader: GuardedReader
) -> None:
    texts = [f"text {number}" for number in range(40)]
    assert told(list(reader.read_many(write(tmp_path, texts)))) == texts
    first = child_pid(reader)
    assert told([reader.read(*write(tmp_path, ["again"])[0])]) == ["again"]
    assert child_pid(reader) == first


def test_one_bad_file_never_stops_the_others(tmp_path: Path, faulty: GuardedReader) -> None:
    texts = ["one", "die", "two", "hang", "three", "raise", "four", "swell", "five"]
    results = list(faulty.read_many(write(tmp_path, texts)))
    assert told(results) == [
        "one",
        "worker_killed",
        "two",
        "timeout",
        "three",
        "worker_killed",
        "four",
        "too_large",
        "five",
    ]
    assert "SIGKILL" in failed(results[1]).detail
    assert "6 seconds" in failed(results[3]).detail
    assert "LookupError: no such table" in failed(results[5]).detail
    assert all(failed(results[n]).remedy for n in (1, 3, 5, 7))


def test_a_child_that_died_between_files_is_replaced(tmp_path: Path, reader: GuardedReader) -> None:
    files = write(tmp_path, ["one", "two"])
    reader.read(*files[0])
    pid = child_pid(reader)
    os.kill(pid, signal.SIGKILL)
    # Wait for its end without taking the exit code from its owner.
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert told([reader.read(*files[1])]) == ["two"]
    assert child_pid(reader) != pid


def test_a_memory_limit_too_small_to_start_is_a_failure(tmp_path: Path) -> None:
    with GuardedReader(1, 20.0, 64) as small:
        result = failed(small.read(*write(tmp_path, ["one"])[0]))
    assert result.reason in (FailureReason.WORKER_KILLED, FailureReason.TOO_LARGE)
    assert result.remedy


def test_threads_share_a_reader(tmp_path: Path, reader: GuardedReader) -> None:
    files = write(tmp_path, [f"text {number}" for number in range(12)])
    results: dict[int, str] = {}

    def work(number: int) -> None:
        results[number] = told([reader.read(*files[number])])[0]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: f"text {number}" for number in range(12)}


def test_tables_cross_the_pipe(tmp_path: Path, reader: GuardedReader) -> None:
    path = tmp_path / "a.csv"
    path.write_text("k,v\nx,1\ny,2\n")
    book = reader.read(path, "a.csv")
    assert isinstance(book, Workbook)
    assert book.tables[0].frame.height == 2


def test_an_abandoned_iteration_ends(tmp_path: Path, reader: GuardedReader) -> None:
    results = reader.read_many(write(tmp_path, [f"text {number}" for number in range(30)]))
    assert told([next(results)]) == ["text 0"]
    results.close()  # type: ignore[attr-defined]
    assert told([reader.read(*write(tmp_path, ["after"])[0])]) == ["after"]


def test_closing_ends_every_child(tmp_path: Path) -> None:
    with GuardedReader(1, 20.0, MEMORY_MIB) as guarded:
        guarded.read(*write(tmp_path, ["one"])[0])
        pid = child_pid(guarded)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_child_gets_no_secret_of_the_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-secret")
    with GuardedReader(1, 20.0, MEMORY_MIB) as guarded:
        guarded.read(*write(tmp_path, ["one"])[0])
        environment = Path(f"/proc/{child_pid(guarded)}/environ")
        if not environment.exists():
            pytest.skip("no /proc on this system")
        assert b"sk-secret" not in environment.read_bytes()


def test_relative_paths_and_odd_names_reach_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: GuardedReader
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "new\nline é 报告.txt"
    Path(name).write_text("one")
    assert told([reader.read(Path(name), name)]) == ["one"]
    raw = os.fsdecode(b"bad\xff.txt")
    Path(raw).write_text("two")
    assert told([reader.read(Path(raw), raw)]) == ["two"]


def test_failures_pickle_whole() -> None:
    value = ExtractionFailure(reason=FailureReason.TIMEOUT, detail="d", remedy="r")
    assert pickle.loads(pickle.dumps(value)) == value
