"""`python -m generators.synthetic_workspace TARGET --files 20000 --seed 1`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from generators.synthetic_workspace.build import build_workspace


def main(arguments: list[str]) -> int:
    """Write the workspace into a new folder; the exit code."""
    parser = argparse.ArgumentParser(description="Write a synthetic workspace into a new folder.")
    parser.add_argument("target", type=Path)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args(arguments)
    if chosen.target.exists():
        parser.error(f"{chosen.target} exists already; name a new folder")
    if chosen.files < 1:
        parser.error("a workspace needs at least one file")
    tasks = build_workspace(chosen.target, chosen.files, chosen.seed, chosen.workers)
    print(f"{chosen.target}: {chosen.files} files in {tasks} source tasks")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
