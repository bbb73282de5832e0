"""Money through the front door: a dry run, a ceiling, the cache and the costs of a sweep."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from resources.purses import Budget
from resources.spending import purse_of
from schedules.costs import show_costs
from schedules.dry_run import show_forecast
from tests.dagster.conftest import Project
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.worksurface.sweep import TrajectorySet

MODEL = "openai/fake"
CELL = f"{MODEL}|S4"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
COST = 1000 * 1.0 + 50 * 2.0  # of a call, at the prices below


def configure(project: Project, base: str, sweep: str = "", prices: bool = True) -> None:
    """One real model under S4, one call at a time, priced so that a token costs one or two."""
    path = project.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8").partition("[[models]]")[0]
    text = text.replace('settings = ["S1", "S4"]', 'settings = ["S4"]')
    kept = [line for line in text.splitlines() if not line.startswith(("ceiling", "cache"))]
    place = kept.index('settings = ["S4"]')
    table = f"""
[[models]]
id = "offline/keyword"
[[models]]
id = "{MODEL}"
api_base = "{base}"
attempts = 1
seconds = 60
concurrency = 1
max_tokens = 100
"""
    table += "price_in = 1_000_000\nprice_out = 2_000_000\n" if prices else ""
    lines = [*kept[: place + 1], sweep, *kept[place + 1 :], table]
    path.write_text("\n".join(lines), encoding="utf-8")


def answer(_body: Mapping[str, Any], _number: int) -> HttpAnswer:
    return chat(json.dumps({"final_answer": 1}), USAGE)


def printed(show: Any, *args: Any, **options: Any) -> str:
    text = StringIO()
    show(args[0], Console(file=text, width=240), *args[1:], **options)
    return text.getvalue()


def forecast(project: Project, **options: Any) -> str:
    return printed(show_forecast, project.bench, **options)


def files(project: Project) -> dict[str, str]:
    paths = sorted(path for path in project.folder.rglob("*") if path.is_file())
    return {str(path.relative_to(project.folder)): digest_file(path) for path in paths}


def runs(project: Project) -> int:
    manifest = project.bench.lake.current("trajectories", CELL)
    return len(project.bench.lake.load(manifest, TrajectorySet).trajectories) if manifest else 0


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "no-secret")


def test_a_dry_run_tells_all_asks_nobody_and_writes_nothing(copy: Project) -> None:
    configure(copy, "http://127.0.0.1:9/v1", "ceiling = 5")
    before = files(copy)
    text = forecast(copy)
    assert files(copy) == before
    line = next(line for line in text.splitlines() if line.startswith(MODEL))
    assert line.split()[1] == "S4"
    assert int(line.split()[2]) > 0 == int(line.split()[3])
    assert "mean of" in text
    assert "the embedded model under S4" in text
    assert "sweep.ceiling of 5: 0 spent so far, 5 left" in text
    assert "To 127.0.0.1:9 may leave" in text
    assert "task 3: shipments_q2.csv" in text
    assert "To the own endpoint" not in text
    assert "A dry run" in text


def test_a_dry_run_tells_what_the_contrasts_can_find(copy: Project) -> None:
    configure(copy, "http://127.0.0.1:9/v1", "ceiling = 5")
    assert "Least differences" not in forecast(copy), "S4 alone is no contrast"
    path = copy.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace('["S4"]', '["S4", "S6"]')
    path.write_text(text, encoding="utf-8")
    lines = forecast(copy).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("Least differences"))
    found = [line for line in lines[place + 2 :] if line.startswith(MODEL)]
    assert ["S4 to S6" in line for line in found] == [True, True]
    assert "assumed: deviation 0.5, correlation 0.05" in found[0]


def test_a_ceiling_stops_a_sweep_that_goes_on_when_it_is_raised(copy: Project) -> None:
    with fake_endpoint(answer) as endpoint:
        configure(copy, endpoint.base, "ceiling = 20_000")
        is_ok, text = copy.drive()
        assert not is_ok
        assert "sweep.ceiling of 20000 is reached" in text
        assert "raise it and run again" in text
        first = len(endpoint.requests)
        assert 0 < first * COST <= 20_000
        assert runs(copy) == 0
        assert f"{first * COST:g} spent so far" in forecast(copy)
        configure(copy, endpoint.base, "ceiling = 1_000_000_000")
        is_ok, text = copy.drive()
        assert is_ok, text
        assert len(endpoint.requests) == runs(copy) > first
        assert "Nothing leaves" in forecast(copy)


def test_a_budget_of_a_named_run_counts_its_own_calls(copy: Project) -> None:
    configure(copy, "http://127.0.0.1:9/v1")
    assert purse_of(copy.bench) is None
    purse = purse_of(copy.bench, Budget("monday", 7.0))
    assert purse is not None
    assert purse.standing() == ("the budget of monday of 7: 0 spent so far, 7 left",)


def test_a_ceiling_without_a_price_is_refused_before_the_start(copy: Project) -> None:
    with fake_endpoint(answer) as endpoint:
        configure(copy, endpoint.base, "ceiling = 5", prices=False)
        before = files(copy)
        with pytest.raises(SettingsError, match=f"nobody knows what {MODEL} costs"):
            copy.drive()
        assert files(copy) == before
        configure(copy, endpoint.base, "ceiling_tokens = 1_000_000_000", prices=False)
        assert "unknown" in forecast(copy)
        is_ok, text = copy.drive()
        assert is_ok, text
        assert endpoint.requests


def test_what_was_lost_is_taken_from_the_cache_and_billed_once(copy: Project) -> None:
    with fake_endpoint(answer) as endpoint:
        configure(copy, endpoint.base)
        assert copy.drive()[0]
        asked = len(endpoint.requests)
        shutil.rmtree(copy.bench.lake.path("sweeps"))
        shutil.rmtree(copy.bench.lake.path("trajectories"))
        is_ok, text = copy.drive()
        assert is_ok, text
        assert len(endpoint.requests) == asked
    text = printed(show_costs, copy.bench)
    line = next(line for line in text.splitlines() if line.startswith(MODEL)).split()
    cost = f"{asked * COST:,.4f}"
    figures = [str(2 * asked), str(asked), "0", f"{2100 * asked:,}", f"{1050 * asked:,}"]
    assert line[3:8] == figures
    assert line[-1] == cost
    other = copy.folder / "other.toml"
    other.write_text(f'[[models]]\nid = "{MODEL}"\nprice_in = 0\nprice_out = 1_000_000\n')
    assert f"{50 * asked:,.4f}" in printed(show_costs, copy.bench, other)
    other.write_text('models = [{ id = "another" }]')
    assert f"The cost of {asked} calls is unknown" in printed(show_costs, copy.bench, other)


def test_a_table_that_prices_a_model_twice_is_refused(copy: Project, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text('models = [{ id = "m" }, { id = "n" }, { id = "m" }]')
    with pytest.raises(SettingsError, match="The prices name m more than once"):
        show_costs(copy.bench, Console(file=StringIO()), path)


def test_a_wrong_table_of_prices_is_a_sentence(copy: Project, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text("[[models]]\nprice_in = -1\n")
    with pytest.raises(SettingsError, match="price_in and price_out") as caught:
        show_costs(copy.bench, Console(file=StringIO()), path)
    assert "prices.toml, line 2: models.0.price_in = -1 is wrong" in str(caught.value)
    assert "prices.toml, line 1: models.0.id: Field required" in str(caught.value)
    assert "_PriceTable" not in str(caught.value)
