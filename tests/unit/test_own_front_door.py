"""Loading a callable, opening a desk, naming an agent in the settings: what can be wrong."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from resources.own_agents import load_agent, open_desk
from resources.workbench import open_workbench
from schedules.serving import HOST, bound
from worksurface_pipeline.kernel.errors import LakeError, SettingsError
from worksurface_pipeline.worksurface.plan import Cell, cells_of
from worksurface_pipeline.worksurface.settings import AgentChoice, Settings

MODULES = {
    "fine_agent": "def answer(task, tools):\n    return 1\nvalue = 3\n",
    "raising_agent": "raise RuntimeError('at import')\n",
    "broken_agent": "def answer(:\n",
    "stopping_agent": "raise KeyboardInterrupt\n",
    "exiting_agent": "import sys\nsys.exit(3)\n",
    "leaving_agent": "raise GeneratorExit\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    before = list(sys.path)
    yield tmp_path
    sys.path[:] = before
    for name in MODULES:
        sys.modules.pop(name, None)


def test_a_module_beside_the_settings_is_found(folder: Path) -> None:
    assert load_agent("fine_agent:answer", folder)(None, None) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("no_such_agent:answer", "cannot be imported: ModuleNotFoundError"),
        ("fine_agent:missing", "cannot be imported: AttributeError"),
        ("raising_agent:answer", "cannot be imported: RuntimeError: at import"),
        ("broken_agent:answer", "cannot be imported: SyntaxError"),
        ("exiting_agent:answer", "cannot be imported: SystemExit: 3"),
        ("leaving_agent:answer", "cannot be imported: GeneratorExit"),
        ("fine_agent:value", "is no callable"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(folder: Path, entry: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        load_agent(entry, folder)


def test_an_interrupt_while_importing_is_one(folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        load_agent("stopping_agent:answer", folder)


SETTINGS = """
[source]
path = "workspace"
[lake]
root = "lake"
[[agents]]
id = "served"
[[agents]]
id = "called"
entry = "fine_agent:answer"
"""


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("nobody", SettingsError, "There is no agent 'nobody' to serve.*there are: served"),
        ("called", SettingsError, "There is no agent 'called' to serve"),
        ("served", LakeError, "not up to date.*worksurface build"),
    ],
)
def test_a_desk_opens_for_a_served_agent_over_a_benchmark(
    tmp_path: Path, name: str, error: type[Exception], told: str
) -> None:
    path = tmp_path / "worksurface.toml"
    path.write_text(SETTINGS, encoding="utf-8")
    with pytest.raises(error, match=told), open_desk(open_workbench(path), name):
        pass


def test_a_port_in_use_is_a_sentence() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"Port {port} cannot be used"):
            bound(port)


def test_agents_are_cells_under_s4_beside_the_models() -> None:
    settings = Settings(agents=(AgentChoice(id="mine", concurrency=3),))
    assert cells_of(settings)[-1] == Cell("agent/mine", "S4")
    assert settings.model("agent/mine").concurrency == 3
    assert settings.agent("offline/keyword") is None


@pytest.mark.parametrize(
    "fields",
    [
        {"agents": [{"id": "a"}, {"id": "a"}]},
        {"agents": [{"id": "a/b"}]},
        {"agents": [{"id": ""}]},
        {"agents": [{"id": "a", "entry": "module.function"}]},
        {"agents": [{"id": "x"}], "models": [{"id": "offline/keyword"}, {"id": "agent/x"}]},
    ],
    ids=["twice", "slash", "no-id", "no-colon", "as-a-model"],
)
def test_wrong_agents_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(fields)
