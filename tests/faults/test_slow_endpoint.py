"""Endpoints that keep a caller waiting: our own limits hold, and nothing hangs at the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.faults.endpoint_cases import ANSWER
from tests.fixtures.endpoint import HttpAnswer, fake_endpoint
from tests.shared_files import ROOT

SILENT = HttpAnswer(is_hang=True)
DRIPPING = HttpAnswer(body=ANSWER.body, is_drip=True)
# The endpoints let go after two minutes; a limit that failed to hold would show as this.
_PATIENCE = 90.0
BY_CALL = ["errored model_unavailable"] * 4
BY_TRAJECTORY = ["errored time_limit"] * 4


def test_limits_of_a_call_and_of_a_trajectory_hold_and_the_process_ends(tmp_path: Path) -> None:
    """One server never answers, one sends a byte a second; each meets either limit."""
    with (
        fake_endpoint(lambda body, number: SILENT) as silent,
        fake_endpoint(lambda body, number: DRIPPING) as dripping,
    ):
        places = [str(tmp_path), silent.base, dripping.base]
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.slow_sweep", *places],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        assert done.stdout.splitlines() == (BY_CALL + BY_TRAJECTORY) * 2, done.stderr
        assert done.returncode == 0
        # Two attempts a call within the limit of calls; one that the trajectory's limit cut.
        assert len(silent.requests) == len(dripping.requests) == 8 + 4
