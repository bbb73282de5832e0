"""Wing two made again from nothing, in another order, locale, time zone and with more workers.

Two runs at one place, each in a process of its own: the bytes are equal, and the fingerprints.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.dagster.mm_projects import SEEDS, SETTINGS, MmProject, make_mm_project
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_json

pytestmark = pytest.mark.prove

_DRIVE = """
import json, sys
from pathlib import Path
from tests.dagster.shuffled_build import shuffle_listings
shuffle_listings(int(sys.argv[2]))
from tests.dagster.mm_projects import MmProject
project = MmProject(Path(sys.argv[1]))
for name in sys.argv[3:]:
    is_ok, text = project.drive(projects=(name,), until="mm_workspace")
    assert is_ok, text
is_ok, text = project.drive()
assert is_ok, text
print(json.dumps(sorted([*place, *digests] for place, digests in project.stored().items())))
"""
_MODELS = """
[sweep]
models = ["openai/alpha"]
[judge]
model = "openai/omega"
[[models]]
id = "openai/alpha"
family = "alpha"
api_base = "{base}"
concurrency = {workers}
[[models]]
id = "openai/omega"
family = "omega"
api_base = "{base}"
concurrency = {workers}
"""
_UNSET = frozenset({"PYTHONUTF8", "DAGSTER_HOME", "LANG", "LANGUAGE", "LC_CTYPE"})
LOCALES = ("C", "tr_TR.utf8", "de_DE.utf8")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All runs stand at the same place, since a project's id follows from it."""
    return tmp_path_factory.mktemp("place") / "project"


@pytest.fixture(scope="module")
def expected(place: Path) -> list[list[str]]:
    return _made(place, SETTINGS, "C.utf8", "1", ())


@pytest.mark.parametrize("locale", LOCALES)
def test_order_locale_and_hash_seed_change_no_byte(
    place: Path, expected: list[list[str]], locale: str
) -> None:
    if locale not in _locales():
        pytest.skip(f"locale absent: {locale}")
    assert _made(place, SETTINGS, locale, "2", SEEDS[::-1]) == expected
    assert len(expected) > len(SEEDS)


def test_the_number_of_workers_changes_no_byte(place: Path) -> None:
    """A model and a judge that answer by what they are asked, one and six calls at a time."""

    def plan(body: Mapping[str, Any], _number: int) -> HttpAnswer:
        mark = digest_json(body["messages"])
        if str(body["model"]).endswith("omega"):
            verdict = {"correct": mark < "8", "reason": f"Compared, {mark[:6]}."}
            return chat(json.dumps(verdict))
        return chat(json.dumps({"answer": f"It was {mark[:6]}, they say."}))

    with fake_endpoint(plan) as endpoint:
        one, six = (
            _made(
                place, SETTINGS + _MODELS.format(base=endpoint.base, workers=workers), "C", "3", ()
            )
            for workers in (1, 6)
        )
    assert one == six


def _made(
    place: Path, settings: str, locale: str, hash_seed: str, first: tuple[str, ...]
) -> list[list[str]]:
    """Step, key, digest and fingerprint of all that is stored after a run from nothing."""
    shutil.rmtree(place, ignore_errors=True)
    project: MmProject = make_mm_project(place, settings)
    kept = {key: value for key, value in os.environ.items() if key not in _UNSET}
    own = {"LC_ALL": locale, "PYTHONHASHSEED": hash_seed, "TZ": f"UTC{hash_seed}"}
    done = subprocess.run(
        [sys.executable, "-c", _DRIVE, str(project.folder), hash_seed, *first],
        cwd=project.folder,
        env={**kept, **own, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "no-secret"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def _locales() -> set[str]:
    ran = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    return set(ran.stdout.split())
