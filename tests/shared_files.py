"""Files handed beside the repository, used by tests when present and skipped by name when not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared(relative: str) -> Path:
    """Path of a handed file or folder; skips the test, by name, when it is absent."""
    base = Path(os.environ.get("WORKSURFACE_SHARED", ROOT.parent / "shared"))
    path = base / relative
    if not path.exists():
        pytest.skip(f"handed file absent: {relative}")
    return path
