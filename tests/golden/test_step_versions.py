"""A step whose output on the sample changed must have a new version.

`make golden` rewrites the recorded digests; the difference is reviewed like code.
"""

from __future__ import annotations

import json

import pytest

from tests.golden.step_digests import RECORDED, digests_of_sample
from worksurface_pipeline.worksurface.steps import STEPS


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return digests_of_sample()


def _recorded() -> dict[str, dict[str, str]]:
    recorded: dict[str, dict[str, str]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return recorded


def test_no_output_changed_without_a_new_version(found: dict[str, str]) -> None:
    recorded = _recorded()
    silent = [
        name
        for name, digest in found.items()
        if recorded[name]["digest"] != digest
        and recorded[name]["version"] == str(STEPS[name].version)
    ]
    assert silent == [], "raise these steps' versions in steps.py, then run `make golden`"


def test_the_recorded_versions_are_current(found: dict[str, str]) -> None:
    old = [name for name in found if _recorded()[name]["version"] != str(STEPS[name].version)]
    assert old == [], "run `make golden` and review the difference"
