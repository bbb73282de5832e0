"""The local model's front door without its extra: refusals that say what to do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from resources import local_model
from resources.local_server import NAME, reply_schema
from resources.settings import read_settings
from resources.workbench import open_workbench
from schedules.local_demo import _write_settings, endpoint_lines
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs


def test_an_absent_extra_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model, "_PACKAGE", "a-package-that-is-not-there")
    assert not local_model.is_installed()
    with pytest.raises(SettingsError, match="make local-extra"):
        local_model.weights()


def test_other_weights_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setattr(local_model, "_packaged", lambda: path)
    monkeypatch.setattr(local_model, "find_spec", lambda _name: object())
    with pytest.raises(SettingsError, match="weights are others"):
        local_model.weights()


def test_what_is_locked_is_what_the_extra_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["project"]["optional-dependencies"]["local"]
    lines = (ROOT / "requirements-local.lock").read_text(encoding="utf-8").splitlines()
    locked = {line.split(" ")[0] for line in lines if not line.startswith(" ")}
    assert set(named) < locked
    assert {line.partition("==")[0] for line in locked} == {"xllamacpp", local_model._PACKAGE}
    assert all("--hash=sha256:" in line for line in lines if line.startswith(" "))


def test_the_demonstration_has_settings_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    own = tmp_path / "worksurface.toml"
    own.write_text('[source]\npath = "workspace"\n[lake]\nroot = "lake"\n', encoding="utf-8")
    path = _write_settings(open_workbench(own), 4, "http://127.0.0.1:1/v1")
    written = read_settings(path)
    assert path.parent == tmp_path / "lake" / "local_model"
    assert [model.id for model in written.tested] == ["offline/keyword", f"openai/{NAME}"]
    assert open_workbench(path).workspace == tmp_path / "workspace"
    assert written.tasks.pool.size == 4


def test_replies_are_held_to_the_protocol() -> None:
    forms = reply_schema()["anyOf"]
    assert isinstance(forms, list)
    tools = [form["properties"]["tool"]["const"] for form in forms if "tool" in form["properties"]]
    assert tools == [spec.name for spec in tool_specs(ToolSettings(), Surface)]
    assert [form["required"] for form in forms[-2:]] == [["final_answer"], ["route"]]


def test_endpoint_lines_are_a_model_of_the_settings() -> None:
    lines = endpoint_lines("http://127.0.0.1:8391/v1")
    model = tomllib.loads("\n".join(lines))["models"][0]
    assert (model["id"], model["api_base"]) == (f"openai/{NAME}", "http://127.0.0.1:8391/v1")
