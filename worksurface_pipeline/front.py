"""The front door: the first word tells the wing, and only that wing is imported.

So neither wing is stopped by one that cannot be imported.
"""

from __future__ import annotations

import sys

from worksurface_pipeline.cli_shared import guarded

MM = "mm"
"""The first word of all commands of wing two."""


def main() -> None:
    """Run a command of either wing."""
    words = sys.argv[1:]
    if words[:1] == [MM]:
        guarded(lambda: run_mm(words[1:]))
        return
    from worksurface_pipeline.cli import app

    guarded(app)


def run_mm(words: list[str]) -> None:
    """Run a command of wing two."""
    from worksurface_pipeline.cli_mm import app

    app(args=words, prog_name=f"worksurface {MM}")
