"""Claims between processes: held while their process lives, free the moment it is gone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.agents.own.claims import Claims

FIRST, SECOND = digest_text("1"), digest_text("2")


def _other(path: Path, *wanted: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.unit.agents.claiming", str(path), *wanted]
    return subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _said(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


def test_a_claim_holds_against_another_process_and_ends_with_its_own(tmp_path: Path) -> None:
    path = tmp_path / "cell" / "claims.lock"
    with Claims(path) as own:
        assert own.take(FIRST)
        assert not own.take(FIRST)
        with _other(path, FIRST, SECOND) as other:
            assert _said(other) == [SECOND]
            assert not own.take(SECOND)
            other.kill()
        assert own.take(SECOND), "a killed process holds nothing"
        own.release(FIRST)
        with _other(path, FIRST, SECOND) as other:
            assert _said(other) == [FIRST]
            other.communicate()
