"""The child process that runs the queries of one session, one JSON line per message.

It takes its limits first, opens the database read-only and locked, and answers every request with
a result or a failure of a closed list of kinds: refused, limit, failed, broken (the parent then
starts another child). Its end, whatever the cause, is the parent's business. It imports nothing
that is slow to load.
"""

from __future__ import annotations

import datetime
import json
import math
import os
import resource
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

import duckdb

from worksurface_pipeline.kernel.errors import QueryRefusedError
from worksurface_pipeline.kernel.sql_catalog import Catalog, read_catalog
from worksurface_pipeline.kernel.sql_guard import views_of

# Address space on top of the query's memory: Python's copy of the rows, and DuckDB's own margin
# (its memory limit is not hard; beyond this the allocation fails).
_MARGIN_MIB = 384
_MIB = 1 << 20
_MESSAGE_CHARACTERS = 300
_OUT_OF_MEMORY = 3  # known to sql_session
_LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "threads": 1,
    "temp_directory": "",
}
# DuckDB takes a process without a script for a notebook, and draws a bar after two seconds.
_LAST_SETTINGS = "SET enable_progress_bar = false; SET lock_configuration = true"
Message = dict[str, Any]


def main() -> int:
    """Serve requests from standard input until it ends; the exit code says why it did."""
    try:
        with _own_output() as answers:
            return _serve(answers)
    except MemoryError:
        return _OUT_OF_MEMORY


def _own_output() -> BinaryIO:
    """Standard output, for answers alone: what anything else prints goes nowhere."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return answers


def _serve(answers: BinaryIO) -> int:
    setup = json.loads(sys.stdin.buffer.readline())
    try:
        connection = _connect(setup)
        catalog = read_catalog(connection)
    except duckdb.Error:
        _send(answers, {"kind": "failed", "message": "The database of the views cannot be opened."})
        return 1
    _limit_process(setup["memory_mib"])
    _send(answers, {"kind": "ready"})
    for line in sys.stdin.buffer:
        _limit_cpu(setup["seconds"])
        _send(answers, _answer(connection, catalog, json.loads(line)["sql"], setup))
    return 0


def _connect(setup: Message) -> duckdb.DuckDBPyConnection:
    memory = {"memory_limit": f"{setup['memory_mib']}MiB"}
    connection = duckdb.connect(setup["path"], read_only=True, config={**_LOCKED, **memory})
    return connection.execute(_LAST_SETTINGS)


def _limit_process(memory_mib: int) -> None:
    """Hard limits from here on: growth of the address space, no file may grow, no core dump.

    What an idle DuckDB reserves differs from machine to machine, so it is measured, not assumed.
    """
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    statm = Path("/proc/self/statm")
    if statm.exists():  # elsewhere than on Linux the time limit alone has to do
        pages = int(statm.read_text().split()[0])
        size = pages * resource.getpagesize() + (memory_mib + _MARGIN_MIB) * _MIB
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _limit_cpu(seconds: float) -> None:
    """CPU time for the next query: it ends this process when the parent is gone."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    soft = math.ceil(usage.ru_utime + usage.ru_stime + seconds) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _send(answers: BinaryIO, message: Message) -> None:
    text = json.dumps(message, ensure_ascii=False, allow_nan=False)
    rest = memoryview(text.encode("utf-8", "replace") + b"\n")
    while rest:
        rest = rest[answers.write(rest) :]


def _answer(
    connection: duckdb.DuckDBPyConnection, catalog: Catalog, sql: str, setup: Message
) -> Message:
    try:
        views = views_of(connection, sql, catalog)
        connection.execute(sql)
        return {"kind": "result", "views": views, **_fetch(connection, setup)}
    except QueryRefusedError as error:
        return {"kind": "refused", "message": error.what}
    except (duckdb.OutOfMemoryException, MemoryError):
        return {"kind": "limit", "message": "The query needs too much memory."}
    except (duckdb.PermissionException, duckdb.IOException):
        return {"kind": "refused", "message": "Files, network and settings are not available."}
    except (duckdb.FatalException, duckdb.InternalException) as error:
        # After such an error DuckDB refuses every further query on this database.
        return {"kind": "broken", "message": _safe(str(error), Path(setup["path"]))}
    except (duckdb.Error, RuntimeError, ValueError, OverflowError) as error:
        return {"kind": "failed", "message": _safe(str(error), Path(setup["path"]))}


def _fetch(connection: duckdb.DuckDBPyConnection, setup: Message) -> Message:
    """Rows one by one until a limit: a result may be endless."""
    rows: list[list[Any]] = []
    size = 0
    is_truncated = False
    while row := connection.fetchone():
        cells = [_plain(value) for value in row]
        shown = [_cut(cell, setup["cell_characters"]) for cell in cells]
        size += len(json.dumps(shown, ensure_ascii=False).encode("utf-8", "replace"))
        if len(rows) == setup["rows"] or size > setup["result_bytes"]:
            is_truncated = True
            break
        rows.append(shown)
        is_truncated = is_truncated or shown != cells
    columns = [str(column[0]) for column in connection.description or ()]
    return {"columns": columns, "rows": rows, "is_truncated": is_truncated}


def _cut(cell: Any, most: int) -> Any:
    return cell[:most] if isinstance(cell, str) else cell


def _plain(value: Any) -> Any:
    """A value as a JSON scalar; nested values become JSON text."""
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(_nested(value), ensure_ascii=False)
    return _scalar(value)


def _nested(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_nested(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _nested(item) for key, item in value.items()}
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (float, Decimal)):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)


def _safe(message: str, path: Path) -> str:
    """DuckDB's message without the quoted statement, and without the database's place and name."""
    text = " ".join(message.split("\n\nLINE")[0].split("\nLINE")[0].split())
    for secret in (str(path), path.name, f"{path.stem}.main.", f'"{path.stem}"."main".'):
        text = text.replace(secret, "")
    return text[:_MESSAGE_CHARACTERS]
