"""A wing that cannot be imported stops neither the other's code location nor its commands."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.shared_files import ROOT

# None in the table of modules makes every import of a package fail, as an error in it would.
BROKEN = "import sys; sys.modules['worksurface_pipeline.{}'] = None; "
LOADED = "from worksurface_pipeline.{} import defs; defs.get_repository_def(); "
COMMAND = "from worksurface_pipeline.front import main; sys.argv[1:] = {!r}; main()"


@pytest.mark.parametrize(
    ("broken", "location", "words"),
    [
        ("mmenterprise", "definitions", ["status", "--help"]),
        ("worksurface", "definitions_mm", ["mm", "status", "--help"]),
    ],
    ids=["wing two", "wing one"],
)
def test_the_other_wing_goes_on(broken: str, location: str, words: list[str]) -> None:
    code = BROKEN.format(broken) + LOADED.format(location) + COMMAND.format(words)
    done = _python(code)
    assert done.returncode == 0, done.stderr
    assert "What is fresh" in done.stdout


@pytest.mark.parametrize(
    ("broken", "location"), [("mmenterprise", "definitions_mm"), ("worksurface", "definitions")]
)
def test_the_broken_wing_itself_does_not_load(broken: str, location: str) -> None:
    done = _python(BROKEN.format(broken) + f"import worksurface_pipeline.{location}")
    assert done.returncode != 0
    assert f"worksurface_pipeline.{broken}" in done.stderr


def test_both_locations_stand_in_the_workspace() -> None:
    text = (ROOT / "workspace.yaml").read_text(encoding="utf-8")
    for name in ("definitions", "definitions_mm"):
        assert f"module_name: worksurface_pipeline.{name}\n" in text


def _python(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
