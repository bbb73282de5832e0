"""Two projects run with a model that words everything: through assets, lake and driver."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.dagster.mm_projects import SEEDS, SETTINGS, MmProject, make_mm_project
from tests.fixtures.endpoint import fake_endpoint
from tests.unit.mmenterprise.writing.prose import prose
from tests.unit.mmenterprise.writing.scripted import Call, Reply, Script
from worksurface_pipeline.mmenterprise.writing.apart import initials_of, template_names
from worksurface_pipeline.mmenterprise.writing.model import Stage, Writing

_MODEL = "openai/writer"
_CHOICES = """
[writer]
model = "{model}"
[[models]]
id = "{model}"
api_base = "{base}"
"""
_LEAST_WORDED = 0.97  # of pages: a proper reply passes nearly everywhere

pytestmark = pytest.mark.prove

# litellm would fetch its price map at import; only the environment can stop it.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")


def _change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
    return prose(data) if call.stage in ("report", "deck") else reply


def test_a_model_words_two_projects_that_know_nothing_of_each_other(tmp_path: Path) -> None:
    script = Script(_change)
    asking = f'[questions]\nmodel = "{_MODEL}"\nproposals = 1\n'
    project = make_mm_project(tmp_path, SETTINGS.replace("[questions]\n", asking))
    with fake_endpoint(script) as endpoint:
        path = project.folder / "mmenterprise.toml"
        choices = _CHOICES.format(model=_MODEL, base=endpoint.base)
        path.write_text(path.read_text("utf-8") + choices, "utf-8")
        is_ok, text = project.drive(until="mm_ask")
        assert is_ok, text
        asked = len(script.calls)
        assert "nothing was computed again" in project.drive(until="mm_ask")[1]
        assert len(script.calls) == asked
    for key in SEEDS:
        _is_worded(project, key)
    names = [name for call in script.of("questions") for name in call.data["shared"]]
    assert "Mirela Tarnowe" in names  # the script calls people alike everywhere
    assert all(call.data["names_of_the_project"] for call in script.of("questions"))


def _is_worded(project: MmProject, key: str) -> None:
    """The project has names of the model, which no template could give, and its pages."""
    lake = project.bench.lake
    manifest = lake.current("mm_records", key)
    assert manifest is not None
    writing = lake.load(manifest, Writing)
    world = writing.ledger.world
    firms = {"company": world.company, "product": world.product, "customer": world.customer}
    assert {name: firm[0] for name, firm in firms.items()} == initials_of(key)
    assert template_names().isdisjoint(firms.values())
    parts = [*writing.log.of(Stage.REPORT), *writing.log.of(Stage.DECK)]
    written, kept = (sum(len(getattr(one, what)) for one in parts) for what in ("written", "kept"))
    assert written >= _LEAST_WORDED * (written + kept)
    assert writing.log.of(Stage.WHOLE)[0].kept == ()
