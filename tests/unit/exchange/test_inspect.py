"""A cell as a log of Inspect, read back by Inspect itself; skipped by name without the extra."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.unit.exchange.cells import KEY, NAMES, runs, scored, tasks
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.exchange.extra import optional
from worksurface_pipeline.worksurface.exchange.inspect_log import CellLog, write_inspect_log
from worksurface_pipeline.worksurface.settings import Condition

_installed = pytest.mark.skipif(
    find_spec("inspect_ai") is None, reason="the extra `exchange` is not installed"
)


def _cell() -> CellLog:
    return CellLog("b", KEY, tasks(), runs()[::-1], scored().scores, Condition())


def _samples(path: Path) -> dict[str, Any]:
    log = optional("inspect_ai.log").read_eval_log(str(path))
    return {str(sample.id): sample for sample in log.samples}


@_installed
@pytest.mark.parametrize("form", ["eval", "json"])
def test_inspect_reads_what_was_written(tmp_path: Path, form: str) -> None:
    path = write_inspect_log(tmp_path, _cell(), form)
    log = optional("inspect_ai.log").read_eval_log(str(path))
    assert (log.status, log.eval.model, log.version) == ("success", KEY.model, 2)
    assert [sample.id for sample in log.samples] == sorted(NAMES)
    assert log.results.total_samples == len(NAMES)
    assert log.results.completed_samples == len(NAMES) - 1
    assert log.eval.metadata["setting"] == "S4"
    found = optional("inspect_ai.log").list_eval_logs(str(tmp_path))
    assert [Path(item.name).name for item in found] == [path.name]
    assert found[0].task
    assert log.stats.model_usage[KEY.model].total_tokens == 400


@_installed
def test_a_sample_holds_question_turns_calls_scores_and_usage(tmp_path: Path) -> None:
    sample = _samples(write_inspect_log(tmp_path, _cell()))["answered"]
    assert "How many events are in the log?" in sample.input
    assert sample.target == "300"
    assert [one.role for one in sample.messages] == [
        "user",
        *("assistant", "tool") * 2,
        "assistant",
    ]
    assert sample.messages[1].tool_calls[0].function == "kb_search"
    assert sample.messages[2].text == "[a.md] Größe"
    assert sample.messages[2].tool_call_id == sample.messages[1].tool_calls[0].id
    assert set(sample.scores) == {"Route", "Answer", "Efficiency"}  # no evidence items here
    assert sample.scores["Answer"].value == 1.0
    assert sample.output.completion == "300"
    assert sample.model_usage[KEY.model].total_tokens == 100
    assert (sample.epoch, sample.error, sample.limit) == (1, None, None)


@_installed
def test_errors_limits_and_unreported_usage_are_told_apart(tmp_path: Path) -> None:
    samples = _samples(write_inspect_log(tmp_path, _cell()))
    assert samples["errored"].error.message == "model_unavailable: the server is gone"
    assert not samples["errored"].scores
    assert samples["limited"].limit.type == "token"
    assert samples["limited"].messages[2].error.message == "no such view"
    assert samples["unread"].model_usage == {}
    assert samples["unread"].target == ["a; 1", "b"]
    assert "usage" in samples["unread"].scores["Answer"].explanation


@_installed
def test_equal_cells_give_equal_logs(tmp_path: Path) -> None:
    one = write_inspect_log(tmp_path / "a", _cell(), "json")
    two = write_inspect_log(tmp_path / "b", _cell(), "json")
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()


def test_without_the_extra_the_remedy_is_said() -> None:
    with pytest.raises(SettingsError, match=r"no-such-package is not installed.*exchange-extra"):
        optional("no_such_package.part")
