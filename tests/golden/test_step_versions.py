"""A step whose output on the sample changed must have a new version.

`make golden` rewrites the recorded digests; the difference is reviewed like code.
"""

from __future__ import annotations

import pytest

from tests.golden.step_digests import RECORDED, digests_of_sample
from tests.golden.versions import outdated, silent
from worksurface_pipeline.worksurface.steps import STEPS


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return digests_of_sample()


def test_no_output_changed_without_a_new_version(found: dict[str, str]) -> None:
    said = "raise these steps' versions in steps.py, then run `make golden`"
    assert list(silent(found, RECORDED, STEPS)) == [], said


def test_the_recorded_versions_are_current(found: dict[str, str]) -> None:
    said = "run `make golden` and review the difference"
    assert list(outdated(found, RECORDED, STEPS)) == [], said
