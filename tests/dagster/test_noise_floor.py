"""A/A repeats through the front door: an endpoint that answers otherwise when it is asked again."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from resources.forecast import forecast
from tests.dagster.conftest import Project
from tests.fixtures.endpoint import FakeEndpoint, HttpAnswer, chat, fake_endpoint, refusal
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

MODEL = "openai/fake"
CELL = f"{MODEL}|S1"
USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
TABLES = """
[[models]]
id = "offline/keyword"
[[models]]
id = "openai/fake"
api_base = "{base}"
attempts = 1
concurrency = 1
"""


class Fickle:
    """Gives the gold answer at first, and "no idea" when it is asked the same again.

    While it `is_down` every third task that is asked again ends in an error.
    """

    def __init__(self, project: Project) -> None:
        manifest = project.bench.lake.current("benchmark")
        assert manifest is not None
        tasks = project.bench.lake.load(manifest, Benchmark).tasks
        self._golds = {task.question: task.gold_answer for task in tasks}
        self._third = sorted(self._golds)[::3]  # ten errors in a row would stop the cell
        self.asked: Counter[str] = Counter()
        self.is_down = False

    def __call__(self, body: Mapping[str, Any], _number: int) -> HttpAnswer:
        sent = json.dumps(body["messages"], ensure_ascii=False)
        question = next(q for q in self._golds if json.dumps(q, ensure_ascii=False)[1:-1] in sent)
        self.asked[question] += 1
        is_again = self.asked[question] > 1
        if is_again and self.is_down and question in self._third:
            return refusal(503, "busy")
        answer = "no idea" if is_again else self._golds[question]
        text = json.dumps({"final_answer": answer}, ensure_ascii=False)
        return chat(text, USAGE, system_fingerprint="fp_b" if is_again else "fp_a")


def _set(project: Project, again: float) -> None:
    path = project.folder / "worksurface.toml"
    text = re.sub(r"again = .*\n", "", path.read_text(encoding="utf-8"))
    path.write_text(text.replace("[sweep]\n", f"[sweep]\nagain = {again}\n"), encoding="utf-8")


def _with_model(project: Project, base: str) -> None:
    path = project.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace('["S1", "S4"]', '["S1"]')
    path.write_text(text + TABLES.format(base=base), encoding="utf-8")


def _drive(project: Project, **options: bool) -> str:
    is_ok, text = project.drive(**options)
    assert is_ok, text
    return text


def _runs(project: Project, cell: str = CELL) -> TrajectorySet:
    manifest = project.bench.lake.current("trajectories", cell)
    assert manifest is not None
    return project.bench.lake.load(manifest, TrajectorySet)


def _tables(project: Project) -> dict[str, bytes]:
    folder = Path(project.bench.lake.path("latest/tables"))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _to_run(project: Project, share: float) -> int:
    """What a dry run forecasts."""
    _set(project, share)
    return sum(item.trajectories for item in forecast(project.bench, Selection()).estimates)


def _requests(endpoint: FakeEndpoint) -> int:
    count = len(endpoint.requests)
    endpoint.requests.clear()
    return count


@pytest.mark.prove  # three whole drives; the parts are tests of their own
def test_repeats_run_alone_and_stand_apart(copy: Project) -> None:
    """Off, then on with an endpoint that fails what is asked again, then those errors retried."""
    fickle = Fickle(copy)
    with fake_endpoint(fickle) as endpoint:
        _with_model(copy, endpoint.base)
        _drive(copy)
        total, before = _requests(endpoint), _tables(copy)
        plain = _runs(copy)
        half = -(-total // 2)
        assert plain.again == ()
        assert {share: _to_run(copy, share) for share in (0.0, 0.5, 1.0)} == {
            **{0.0: 0, 0.5: half, 1.0: total}
        }
        _set(copy, 0.5)
        fickle.is_down = True
        assert "setting again" in _drive(copy)
        errors = _runs(copy).errors
        assert 0 < errors < _requests(endpoint) == half
        fickle.is_down = False
        _drive(copy, retry_errors=True)
        assert (_requests(endpoint), _runs(copy).errors) == (errors, 0)
        assert (_to_run(copy, 0.2), _to_run(copy, 1.0)) == (0, total - half)
    runs = _runs(copy)
    assert runs.trajectories == plain.trajectories
    assert ({run.epoch for run in runs.again}, len(runs.again)) == ({1}, half)
    assert _runs(copy, "offline/keyword|S1").again == (), "it is deterministic"
    assert {name: _tables(copy)[name] for name in before} == before
    _check_scores(copy, half)
    _check_table(copy)


def _check_scores(project: Project, half: int) -> None:
    manifest = project.bench.lake.current("scores", CELL)
    assert manifest is not None
    value = project.bench.lake.load(manifest, ScoreSet)
    assert {score.answer for score in value.scores} == {1.0}
    assert [one.score.answer for one in value.again] == [0.0] * half
    assert value.foreign == ()


def _check_table(project: Project) -> None:
    """Every answer of a repeat differs, and so does the system's fingerprint."""
    place = project.bench.lake.path("latest/tables/noise_floor.csv")
    with open(place, encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["model"], row["setting"], row["flip_rate"]) == (MODEL, "S1", "1.0")
    assert (row["answer_mean_absolute"], row["answer_mean_signed"]) == ("1.0", "-1.0")
    assert row["endpoint_named"] == row["endpoint_moved"] == row["pairs"]
    page = Path(project.bench.lake.path("latest/report/contrasts.html"))
    assert "Noise floor (A/A)" in page.read_text(encoding="utf-8")
