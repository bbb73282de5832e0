"""Real model clients through the front door, against an endpoint on 127.0.0.1."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.dagster.conftest import Project, make_project
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.sweep import TrajectorySet

KEY = "a-key-that-must-stay-in-memory"
CELL = "openai/fake|S4"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", KEY)


def _with_model(project: Project, base: str, model: str = "openai/fake") -> None:
    """Add a model to the settings; S4 alone, one attempt a call."""
    text = (project.folder / "worksurface.toml").read_text(encoding="utf-8")
    table = f"""
[[models]]
id = "offline/keyword"
[[models]]
id = "{model}"
key = "FAKE_KEY"
api_base = "{base}"
attempts = 1
seconds = 10
"""
    text = text.replace('settings = ["S1", "S4"]', 'settings = ["S4"]')
    (project.folder / "worksurface.toml").write_text(text + table, encoding="utf-8")


def _says(answer: object) -> HttpAnswer:
    text = json.dumps({"final_answer": answer})
    return chat(text, {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15})


def _liar(_body: Mapping[str, Any], _number: int) -> HttpAnswer:
    return _says("the gold answer is 999999")


def _runs(project: Project, cell: str = CELL) -> TrajectorySet:
    manifest = project.bench.lake.current("trajectories", cell)
    assert manifest is not None
    return project.bench.lake.load(manifest, TrajectorySet)


def _benchmark(project: Project) -> str:
    manifest = project.bench.lake.current("benchmark")
    assert manifest is not None
    return manifest.digest


def test_a_model_that_claims_another_gold_changes_none(copy: Project) -> None:
    """Arrow 7, and the key is nowhere on the disk."""
    before = _benchmark(copy)
    with fake_endpoint(_liar) as endpoint:
        _with_model(copy, endpoint.base)
        is_ok, text = copy.drive()
    assert is_ok, text
    assert _benchmark(copy) == before
    manifest = copy.bench.lake.current("scores", CELL)
    assert manifest is not None
    scores = copy.bench.lake.load(manifest, ScoreSet).scores
    assert {score.answer for score in scores} == {0.0}
    assert len(endpoint.requests) == len(scores)
    held = [path for path in copy.folder.rglob("*") if path.is_file()]
    assert [path for path in held if KEY.encode() in path.read_bytes()] == []


def test_gold_never_reaches_an_endpoint(copy: Project) -> None:
    """No request holds a proof, a gold value's query or a task's family."""
    with fake_endpoint(_liar) as endpoint:
        _with_model(copy, endpoint.base)
        assert copy.drive()[0]
    sent = json.dumps(endpoint.requests)
    for word in ("gold", "verified_result", "absent_target", "abstain", "derivation"):
        assert word not in sent, word


def _closed_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


def _sometimes_down(_body: Mapping[str, Any], number: int) -> HttpAnswer:
    return refusal(503, "busy") if number % 4 == 0 else _says(1)


def test_only_errors_are_retried(copy: Project) -> None:
    with fake_endpoint(_sometimes_down) as endpoint:
        _with_model(copy, endpoint.base)
        is_ok, text = copy.drive()
        assert is_ok, text
        failed = _runs(copy)
        first = len(endpoint.requests)
        assert 0 < failed.errors < len(failed.trajectories) == first
        report = Path(copy.bench.lake.path("latest/report/index.html")).read_text(encoding="utf-8")
        assert "incomplete" in report
        kept = [run for run in failed.trajectories if not run.error]
        assert copy.drive(retry_errors=True)[0]
        assert len(endpoint.requests) == first + failed.errors
    assert [run for run in _runs(copy).trajectories if run in kept] == kept


def test_a_dead_endpoint_is_given_up_and_the_others_are_reported(copy: Project) -> None:
    _with_model(copy, _closed_port())
    is_ok, text = copy.drive()
    assert not is_ok
    assert "errors in a row" in text
    assert "Check the network" in text
    assert copy.bench.lake.current("trajectories", CELL) is None
    assert "Report: " in text
    with fake_endpoint(_liar) as endpoint:
        path = copy.folder / "worksurface.toml"
        lines = path.read_text(encoding="utf-8").splitlines()
        fresh = [f'api_base = "{endpoint.base}"' if "api_base" in x else x for x in lines]
        path.write_text("\n".join(fresh), encoding="utf-8")
        is_ok, text = copy.drive()
    assert is_ok, text
    assert _runs(copy).errors == 0
    assert len(endpoint.requests) == len(_runs(copy).trajectories)


def test_an_unknown_model_is_a_sentence_and_the_others_are_kept(copy: Project) -> None:
    before = _benchmark(copy)
    _with_model(copy, "", model="nosuch/model")
    is_ok, text = copy.drive()
    assert not is_ok
    assert "FAILED" in text
    assert "nosuch/model" in text
    assert "Traceback" not in text
    assert _runs(copy, "offline/keyword|S4").errors == 0
    assert _benchmark(copy) == before


def test_a_missing_key_stops_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from worksurface_pipeline.kernel.errors import SettingsError

    monkeypatch.delenv("FAKE_KEY")
    project = make_project(tmp_path)
    _with_model(project, "http://127.0.0.1:9/v1")
    with pytest.raises(SettingsError, match="FAKE_KEY"):
        project.drive()
    assert not (tmp_path / "lake").exists()
