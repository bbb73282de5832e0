"""Money in wing two: a dry run, ceilings over answers and verdicts, and what calls cost."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from resources.mm_spending import mm_purse
from resources.purses import Budget
from schedules.costs import show_costs
from schedules.mm_dry_run import show_mm_forecast
from tests.dagster.mm_projects import MmProject
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers

MODEL, JUDGE = "openai/alpha", "openai/omega"
CELL = f"{MODEL}|10@lexical"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
COST = 1000 * 1.0 + 50 * 2.0  # of a call, at the prices below
NOWHERE = "http://127.0.0.1:9/v1"
PRICES = "price_in = 1_000_000\nprice_out = 2_000_000\n"


@pytest.fixture
def copy(mm_built: tuple[MmProject, str], tmp_path: Path) -> MmProject:
    return mm_built[0].copied(tmp_path / "copy")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "no-secret")


def configure(project: MmProject, base: str, sweep: str = "", prices: str = PRICES) -> None:
    """One model that sees and one that judges, a call at a time; a token costs one or two."""
    path = project.folder / "mmenterprise.toml"
    text = path.read_text("utf-8").partition("[sweep]")[0]
    models = "".join(
        f'[[models]]\nid = "{name}"\napi_base = "{base}"\nattempts = 1\nconcurrency = 1\n'
        f"max_tokens = 100\n{prices}"
        for name in (MODEL, JUDGE)
    )
    tables = f'[sweep]\nmodels = ["{MODEL}"]\ntext_only = []\n{sweep}\n'
    judge = f'[judge]\nmodel = "{JUDGE}"\ntwice = 0.0\n'
    path.write_text(f"{text}{tables}{judge}{models}", "utf-8")


def answer(body: Mapping[str, Any], _number: int) -> HttpAnswer:
    if str(body["model"]).endswith("omega"):
        return chat('{"correct": false, "reason": "It denies what the records hold."}', USAGE)
    return chat('{"answer": "Nobody corrected that value."}', USAGE)


def printed(show: Any, *args: Any, **options: Any) -> str:
    text = StringIO()
    show(args[0], Console(file=text, width=240), *args[1:], **options)
    return text.getvalue()


def row(text: str, model: str = MODEL) -> dict[str, str]:
    """The row of a model in the table of a dry run, by its heads."""
    lines = text.splitlines()
    head = next(line.split("  ") for line in lines if line.startswith("model"))
    names = [name.strip() for name in head if name.strip()]
    found = next(line.split() for line in lines if line.startswith(f"{model} "))
    return dict(zip(names, found, strict=True))


def files(project: MmProject) -> dict[str, str]:
    paths = sorted(path for path in project.folder.rglob("*") if path.is_file())
    return {str(path.relative_to(project.folder)): digest_file(path) for path in paths}


def test_a_dry_run_tells_all_asks_nobody_and_writes_nothing(copy: MmProject) -> None:
    configure(copy, NOWHERE, "ceiling = 5")
    before = files(copy)
    text = printed(show_mm_forecast, copy.bench, all_files=True)
    assert files(copy) == before
    found = row(text)
    assert found["for"] == "10@lexical"
    assert found["to do"] == found["calls"] != "0" == found["done"]
    assert int(found["pictures"].replace(",", "")) > 0
    assert found["in"].startswith("≤")
    assert found["in"].endswith("+?")
    assert found["cost"].endswith("+?")
    assert row(text, JUDGE)["for"] == "verdicts"
    assert "sweep.ceiling of 5: 0 spent so far, 5 left" in text
    assert "To 127.0.0.1:9 may leave" in text
    assert ".png (the picture)" in text
    assert "A dry run" in text


def test_an_unknown_price_is_no_price_of_nothing(copy: MmProject) -> None:
    configure(copy, NOWHERE, prices="")
    text = printed(show_mm_forecast, copy.bench)
    assert row(text)["cost"] == "unknown"
    assert f"and unknown for {MODEL}, {JUDGE} (no price)" in text


def test_what_is_embedded_costs_nothing_and_leaves_for_nowhere(
    mm_built: tuple[MmProject, str],
) -> None:
    text = printed(show_mm_forecast, mm_built[0].bench)
    assert row(text, "offline/reader")["calls"] == "0"
    assert "Nothing is to be asked" in text
    assert "Nothing leaves" in text


def test_a_ceiling_stops_answers_and_then_verdicts_and_each_goes_on(copy: MmProject) -> None:
    """Nothing is asked twice, whatever stopped; what is spent exceeds no ceiling."""
    with fake_endpoint(answer) as endpoint:
        configure(copy, endpoint.base, "ceiling = 40_000")
        is_ok, text = copy.drive(until="mm_judge")
        assert not is_ok
        assert "sweep.ceiling of 40000 is reached" in text
        first = len(endpoint.requests)
        assert 0 < first * COST <= 40_000
        assert copy.bench.lake.current("mm_answers", CELL) is None
        forecast = printed(show_mm_forecast, copy.bench)
        assert row(forecast)["done"] == str(first)
        assert f"{first * COST:g} spent so far" in forecast
        questions = first + int(row(forecast)["to do"])
        configure(copy, endpoint.base, f"ceiling = {questions * COST + 30_000}")
        assert copy.drive(until="mm_sweep")[0]
        assert len(endpoint.requests) == questions
        configure(copy, endpoint.base, f"ceiling = {questions * COST + 1}")
        is_ok, text = copy.drive(until="mm_judge")
        assert not is_ok
        assert f"The verdicts on {CELL} are not whole: sweep.ceiling" in text
        assert len(endpoint.requests) == questions
        left = row(printed(show_mm_forecast, copy.bench), JUDGE)
        configure(copy, endpoint.base, "ceiling_tokens = 1_000_000_000", prices="")
        assert copy.drive(until="mm_judge")[0]
        assert len(endpoint.requests) == questions + int(left["calls"])
        for options in ({}, {"is_forced": True}, {"retry_errors": True}):
            forecast = printed(show_mm_forecast, copy.bench, **options)
            assert "Nothing is to be asked" in forecast, options
    _costs(copy, questions, int(left["calls"]))


def _costs(project: MmProject, answers: int, verdicts: int) -> None:
    """The ledgers give the same sums under any table of prices."""
    manifest = project.bench.lake.current("mm_answers", CELL)
    assert manifest is not None
    assert len(project.bench.lake.load(manifest, Answers).answers) == answers
    assert f"The cost of {answers + verdicts} calls is unknown" in printed(
        show_costs, project.bench
    )
    table = project.folder / "prices.toml"
    table.write_text(
        "".join(f'[[models]]\nid = "{name}"\n{PRICES}' for name in (MODEL, JUDGE)), "utf-8"
    )
    text = printed(show_costs, project.bench, table)
    for model, purpose, calls in ((MODEL, "runs", answers), (JUDGE, "judging", verdicts)):
        line = next(line for line in text.splitlines() if line.startswith(model))
        assert purpose in line
        assert line.split()[-1] == f"{calls * COST:,.4f}"


def test_a_ceiling_without_a_price_is_refused_before_the_start(copy: MmProject) -> None:
    configure(copy, NOWHERE, "ceiling = 5", prices="")
    before = files(copy)
    with pytest.raises(SettingsError, match=f"nobody knows what {MODEL}, {JUDGE} costs"):
        copy.drive()
    assert files(copy) == before
    assert "The sweep would be refused" in printed(show_mm_forecast, copy.bench)


def test_a_night_has_a_budget_of_its_own(copy: MmProject) -> None:
    configure(copy, NOWHERE)
    assert mm_purse(copy.bench) is None
    purse = mm_purse(copy.bench, Budget("night-2026-03-04", 7.0))
    assert purse is not None
    assert purse.standing() == ("the budget of night-2026-03-04 of 7: 0 spent so far, 7 left",)
