"""Outputs of wing two: none changes without a new version, or with locale, order or hash seed.

`make golden` rewrites the recorded digests; the difference is reviewed like code.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.dagster.mm_projects import MmProject
from tests.golden.mm_step_digests import RECORDED, digests_of
from tests.golden.versions import outdated, silent
from tests.shared_files import ROOT
from worksurface_pipeline.mmenterprise.steps import STEPS, WITHOUT_DEMAND

_MADE = ("mm_seed_bundle", "mm_ledger", "mm_questions")
_PROJECT = "survey"
_UNSET = frozenset({"PYTHONUTF8", "DAGSTER_HOME", "LANG", "LANGUAGE", "LC_CTYPE"})


@pytest.fixture(scope="module")
def found(mm_built: tuple[MmProject, str]) -> dict[str, str]:
    return digests_of(mm_built[0])


def test_every_step_of_an_ordinary_run_has_its_digest(found: dict[str, str]) -> None:
    assert set(found) == {name for _, names in WITHOUT_DEMAND for name in names}


def test_no_output_changed_without_a_new_version(found: dict[str, str]) -> None:
    said = "raise these steps' versions in steps.py, then run `make golden`"
    assert list(silent(found, RECORDED, STEPS)) == [], said


def test_the_recorded_versions_are_current(found: dict[str, str]) -> None:
    said = "run `make golden` and review the difference"
    assert list(outdated(found, RECORDED, STEPS)) == [], said


def test_bytes_do_not_depend_on_locale_order_or_hash_seed(
    mm_built: tuple[MmProject, str], tmp_path: Path
) -> None:
    """Facts, events and questions of a project, by the library, in a process of its own.

    Its files are made again at one place by the tests of the driver; `make prove` makes all anew.
    """
    shutil.copyfile(mm_built[0].seed(_PROJECT), tmp_path / f"{_PROJECT}.pdf")
    settings = mm_built[0].folder / "mmenterprise.toml"
    kept = {key: value for key, value in os.environ.items() if key not in _UNSET}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.dagster.mm_library_build", str(tmp_path), str(settings)],
        cwd=ROOT,
        env={**kept, "LC_ALL": "C", "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    made = {(step, key): digest for step, key, digest in json.loads(ran.stdout)}
    assert set(made) == {(step, _PROJECT) for step in _MADE}
    stored = mm_built[0].stored()
    assert [place for place, digest in made.items() if stored[place][0] != digest] == []
