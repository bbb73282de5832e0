"""Agents of one's own through the front door: from the documented examples to scores."""

from __future__ import annotations

import asyncio
import csv
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
from mcp import StdioServerParameters

from tests.dagster.conftest import Project
from tests.shared_files import ROOT
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.sweep import TrajectorySet

EXAMPLES = ROOT / "docs" / "examples"
CALLABLE = '\n[[agents]]\nid = "first-figure"\nentry = "first_figure:answer"\n'
SERVED = '\n[[agents]]\nid = "over-mcp"\n'


def _add(project: Project, text: str) -> None:
    path = project.folder / "worksurface.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def _scores(project: Project, agent: str) -> tuple[Score, ...]:
    manifest = project.bench.lake.current("scores", f"agent/{agent}|S4")
    assert manifest is not None
    return project.bench.lake.load(manifest, ScoreSet).scores


def _runs(project: Project, agent: str) -> TrajectorySet:
    manifest = project.bench.lake.current("trajectories", f"agent/{agent}|S4")
    assert manifest is not None
    return project.bench.lake.load(manifest, TrajectorySet)


def _cells(project: Project) -> dict[str, dict[str, str]]:
    """The rows of the report's first table under S4, by model."""
    with open(project.bench.lake.path("latest/tables/cells.csv"), encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["setting"] == "S4"]
    return {row["model"]: row for row in rows}


@pytest.fixture
def _clean_import() -> Iterator[None]:
    path = list(sys.path)
    yield
    sys.path[:] = path
    sys.modules.pop("first_figure", None)


@pytest.mark.usefixtures("_clean_import")
def test_the_callable_of_the_example_is_scored_like_a_model(copy: Project) -> None:
    shutil.copy(EXAMPLES / "first_figure.py", copy.folder)
    _add(copy, CALLABLE)
    is_ok, text = copy.drive()
    assert is_ok, text
    runs, scores = _runs(copy, "first-figure"), _scores(copy, "first-figure")
    assert len(runs.trajectories) == len(scores) > 0
    assert runs.errors == 0
    assert {run.used_surfaces for run in runs.trajectories} == {frozenset({"rag"})}
    assert all(score.efficiency is not None for score in scores), "usage was reported"
    assert _cells(copy)["agent/first-figure"]["efficiency"]
    is_ok, text = copy.drive()
    assert is_ok
    assert "Nothing has changed" in text


def test_an_entry_that_cannot_be_imported_is_a_sentence(copy: Project) -> None:
    _add(copy, '\n[[agents]]\nid = "lost"\nentry = "no_such_module:answer"\n')
    is_ok, text = copy.drive()
    assert not is_ok
    assert "The agent no_such_module:answer cannot be imported" in text
    assert "Report: " in text, "all other cells are reported"


def _example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mcp_agent", EXAMPLES / "mcp_agent.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _command(project: Project, *more: str) -> list[str]:
    settings = str(project.folder / "worksurface.toml")
    code = "from worksurface_pipeline.cli import main; main()"
    return [sys.executable, "-c", code, "serve", "over-mcp", "--settings", settings, *more]


@contextmanager
def _http(project: Project) -> Iterator[str]:
    """A server on a free port, and its address."""
    command = _command(project, "--http", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stderr is not None
        found = re.search(r"at (http://\S+)", server.stderr.readline())
        assert found is not None
        try:
            yield found[1]
        finally:
            server.terminate()
            server.communicate()


def _front_page(project: Project) -> str:
    return Path(project.bench.lake.path("latest/report/index.html")).read_text("utf-8")


def test_the_example_starts_a_server_or_goes_to_one() -> None:
    """The program of its own environment, with the options that are handed on."""
    example = _example()
    assert example.server_of(["http://127.0.0.1:8321/mcp"]) == "http://127.0.0.1:8321/mcp"
    server = example.server_of(["--settings", "my.toml"])
    assert server.args == ["serve", "over-mcp", "--settings", "my.toml"]
    assert Path(server.command).name == "worksurface"


def test_a_client_over_mcp_ends_as_scores_in_the_report(copy: Project) -> None:
    """First nothing is answered, then one client works over stdio, then it is scored."""
    _add(copy, SERVED)
    is_ok, text = copy.drive()
    assert not is_ok
    total = int(re.findall(r"agent/over-mcp\|S4: 0 of (\d+) tasks answered", text)[0])
    assert "`worksurface serve over-mcp`" in text
    not_shown = "record yet: 1 cell of the settings (agent/over-mcp S4)."
    assert not_shown in _front_page(copy)
    command, *args = _command(copy)
    stdio = StdioServerParameters(command=command, args=args, cwd=ROOT)
    assert asyncio.run(_example().work(stdio)) == total
    is_ok, text = copy.drive()
    assert is_ok, text
    assert not_shown not in _front_page(copy)
    scores = _scores(copy, "over-mcp")
    assert len(scores) == total
    assert {(score.tokens, score.efficiency, score.aggregate) for score in scores} == {
        (None, None, None)
    }
    assert {score.status for score in scores} == {"scored"}
    row = _cells(copy)["agent/over-mcp"]
    assert (row["efficiency"], row["aggregate"], row["tokens"]) == ("", "", "")
    assert row["route_f1"]
    assert row["answer"]
    with _http(copy) as address:
        assert asyncio.run(_example().work(address)) == 0, "what is finished is not handed out"


def test_two_clients_over_http_share_the_tasks(copy: Project) -> None:
    _add(copy, SERVED)

    async def both(address: str) -> list[int]:
        work = _example().work
        return list(await asyncio.gather(work(address), work(address)))

    with _http(copy) as address:
        done = asyncio.run(both(address))
    is_ok, text = copy.drive()
    assert is_ok, text
    assert min(done) > 0
    assert sum(done) == len(_runs(copy, "over-mcp").trajectories)
