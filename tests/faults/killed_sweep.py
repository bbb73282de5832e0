"""A sweep of one cell in a child process, against an endpoint of ours, that is killed on the way.

The child runs what the asset runs: the stored benchmark and surfaces, journal, gateway and litellm
over HTTP. It is forked from a server that has imported all of it once, so that a kill is cheap.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from resources.sweeping import sweep_cell
from resources.toolboxes import stored_parts
from resources.workbench import open_workbench
from tests.unit.tools.builders import PERSONA, surfaces
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.types import Message
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.plan import cells_of
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.sweep import SweepItem

MODEL = "openai/scripted"
KEY = "SCRIPTED_KEY"
SETTING = "S4"
WORKERS = 2
EPOCHS = 3
TASKS = 20  # with three epochs, sixty trajectories
SETTINGS = f"""
[source]
path = "workspace"
[sweep]
settings = ["{SETTING}"]
reference = "{MODEL}"
[condition]
epochs = {EPOCHS}
[[models]]
id = "{MODEL}"
api_base = "ADDRESS"
key = "{KEY}"
concurrency = {WORKERS}
[lake]
root = "lake"
"""
QUESTIONS = (
    ("What is the total Amount in Orders.xlsx?", AnswerType.NUMBER, ("table",)),
    ("How many rows does Stock.csv have for bolt?", AnswerType.NUMBER, ("table",)),
    ("What is the freight budget according to plan.docx?", AnswerType.STRING, ("rag",)),
    ("Which input files does the task on freight need?", AnswerType.LIST, ("graph",)),
    ("Which file supports report.md and what is its budget?", AnswerType.LIST, ("rag", "graph")),
)
ITEMS = tuple(
    SweepItem(
        public=PublicTask(
            id=f"q_{number:02d}",
            question=f"{question} (Question {number}.)",
            answer_type=kind,
            source_task=str(1 + number % 2),
            persona=PERSONA,
        ),
        required=required,
    )
    for number, (question, kind, required) in enumerate(QUESTIONS * (TASKS // len(QUESTIONS)))
)
# An answer takes this long, so that most kills meet calls in flight.
_ANSWER_SECONDS = 0.003
# A kill comes so long after the call that it was drawn for, at most.
_LATEST_SECONDS = 0.03
_PATIENCE = 120.0
_PRELOADED = ["litellm", "tests.faults.killed_sweep"]


@dataclass
class Endpoint:
    """Answers as the embedded model does, and kills the child at the call it is told to."""

    chance: random.Random
    calls: int = 0
    due: int = 0
    pid: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The reply to a chat; a kill that is due comes a moment later."""
        with self.lock:
            self.calls += 1
            if self.pid and self.calls >= self.due:
                delay = self.chance.uniform(0.0, _LATEST_SECONDS)
                threading.Timer(delay, os.kill, (self.pid, signal.SIGKILL)).start()
                self.pid = 0
        time.sleep(_ANSWER_SECONDS)
        messages = [Message(role=one["role"], content=one["content"]) for one in body["messages"]]
        text = reply(messages)
        usage = count_usage(messages, text)
        said = {"role": "assistant", "content": text}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": said}],
            "usage": {**usage.model_dump(), "total_tokens": usage.total},
        }


class _Server(ThreadingHTTPServer):
    """A client that was killed in the middle of a call is no fault of the server's."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        return None


@contextmanager
def serving(endpoint: Endpoint) -> Iterator[str]:
    """The endpoint on 127.0.0.1; its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            data = json.dumps(endpoint.answer(body)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            return None

    server = _Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def run_cell_of(settings: str) -> None:
    """The whole cell, as far as it is not done yet; what the child runs."""
    os.environ |= {KEY: "x", "LITELLM_OFFLINE_MODE": "true"}
    bench = open_workbench(Path(settings))
    cell = next(cell for cell in cells_of(bench.settings) if cell.setting == SETTING)
    sweep_cell(bench, cell, ITEMS, stored_parts(bench.lake, (PERSONA,)))


class Sweeper:
    """Runs the cell of a project again and again, each time killed or let to its end."""

    def __init__(self, settings: Path, endpoint: Endpoint) -> None:
        self._settings = str(settings)
        self._endpoint = endpoint
        self._context = multiprocessing.get_context("forkserver")
        os.environ["LITELLM_OFFLINE_MODE"] = "true"  # the server that forks takes it over
        self._context.set_forkserver_preload(_PRELOADED)

    def finish(self) -> int:
        """Let it run to its end; the exit code."""
        child = self._start()
        child.join(_PATIENCE)
        return child.exitcode if child.exitcode is not None else -1

    def kill_at(self, calls: int) -> int:
        """Start it, and kill it when so many more calls have come; the exit code."""
        child = self._start(calls)
        child.join(_PATIENCE)
        return child.exitcode if child.exitcode is not None else -1

    def _start(self, calls: int = 0) -> ForkServerProcess:
        child = self._context.Process(target=run_cell_of, args=(self._settings,))
        with self._endpoint.lock:
            child.start()
            self._endpoint.due = self._endpoint.calls + calls
            self._endpoint.pid = (child.pid or 0) if calls else 0
        return child


def stored_world(folder: Path, address: str) -> Path:
    """A settings file, and below it a lake with the surfaces of a tiny persona."""
    (folder / "workspace").mkdir(parents=True)
    path = folder / "worksurface.toml"
    path.write_text(SETTINGS.replace("ADDRESS", address), encoding="utf-8")
    bench = open_workbench(path)
    for name, value in _stored().items():
        bench.lake.store(name, PERSONA, Basis(step=name, version=1), value)
    return path


def records_of(settings: Path) -> list[Trajectory]:
    """The record that counts of every trajectory of the only cell."""
    folders = _sweeps(settings).glob(f"*/*/{SETTING}")
    return list(Journal(next(iter(folders))).read())


def whole_lines(settings: Path) -> int:
    """Records in all segments, those that no longer count among them."""
    return sum(path.read_bytes().count(b"\n") for path in _sweeps(settings).rglob("*.jsonl"))


def _sweeps(settings: Path) -> Path:
    return Path(open_workbench(settings).lake.path("sweeps"))


def _stored() -> dict[str, Stored]:
    made = surfaces()
    bundle = build_bundle(PERSONA, made.documents, made.tables, made.graph)
    return {
        "documents": made.documents,
        "tables": made.tables,
        "graph": made.graph,
        "surface_bundle": bundle,
    }
