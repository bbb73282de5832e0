"""No forbidden arrow exists, and each rule finds a planted one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.rules import RULES, Module, modules
from tests.shared_files import ROOT

WING = "worksurface_pipeline/worksurface"
PLANTED = [
    pytest.param("1-library-dagster", "kernel/x.py", "import dagster as dg", id="1-import"),
    pytest.param("1-library-dagster", "site/x.py", "from resources import lake_io", id="1-folder"),
    pytest.param("2-upward", "kernel/x.py", "import worksurface_pipeline.readers.model", id="2-up"),
    pytest.param("2-upward", "harness/x.py", "from ..worksurface import plan", id="2-relative"),
    pytest.param(
        "2-upward",
        "mmenterprise/x.py",
        "from worksurface_pipeline import worksurface",
        id="2-wings",
    ),
    pytest.param(
        "3-agents-gold",
        "worksurface/agents/x.py",
        "from worksurface_pipeline.worksurface.schema.tasks import AtomicTask",
        id="3-import",
    ),
    pytest.param(
        "3-agents-gold", "worksurface/tools/x.py", "def f(t): return t.gold_answer", id="3-field"
    ),
    pytest.param("5-surfaces-model", "worksurface/scoring/x.py", "import litellm", id="5-client"),
    pytest.param(
        "8-library-world", "kernel/x.py", "import os\nos.environ['A']", id="8-environment"
    ),
    pytest.param("8-library-world", "kernel/x.py", "import time\ntime.time()", id="8-clock"),
    pytest.param("8-library-world", "kernel/x.py", "import random\nrandom.random()", id="8-random"),
    pytest.param("8-library-world", "kernel/x.py", "print(1)", id="8-print"),
    pytest.param(
        "10-product-tests", "kernel/x.py", "from tests.shared_files import shared", id="10-tests"
    ),
]


def _violations(root: Path, rule: str) -> list[str]:
    return [text for module in modules(root) for text in RULES[rule](module)]


@pytest.mark.parametrize("rule", RULES)
def test_the_arrow_does_not_exist(rule: str) -> None:
    assert _violations(ROOT, rule) == []


@pytest.mark.parametrize(("rule", "relative", "code"), PLANTED)
def test_a_planted_violation_is_found(tmp_path: Path, rule: str, relative: str, code: str) -> None:
    path = tmp_path / "worksurface_pipeline" / relative
    path.parent.mkdir(parents=True)
    path.write_text(code + "\n", encoding="utf-8")
    assert _violations(tmp_path, rule) != []


def test_an_asset_that_imports_another_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "worksurface"
    folder.mkdir(parents=True)
    (folder / "graph.py").write_text("from assets.worksurface import tables\n", encoding="utf-8")
    assert _violations(tmp_path, "9-asset-asset") != []


def test_every_library_module_is_looked_at() -> None:
    seen = {module.name for module in modules(ROOT)}
    assert {"worksurface_pipeline.kernel.lake", "worksurface_pipeline.worksurface.plan"} <= seen
    assert all(isinstance(module, Module) for module in modules(ROOT))
