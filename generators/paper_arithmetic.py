"""Writes docs/paper-arithmetic.md: `python -m generators.paper_arithmetic`."""

from __future__ import annotations

from pathlib import Path

from worksurface_pipeline.worksurface.analysis.paper_arithmetic import arithmetic_page

PAGE = Path(__file__).resolve().parents[1] / "docs" / "paper-arithmetic.md"

if __name__ == "__main__":
    PAGE.write_text(arithmetic_page(), encoding="utf-8")
