"""Writes the sample workspace: `python -m generators.sample_workspace [OUT_DIR]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from generators.sample_workspace.build import write
from generators.sample_workspace.tasks import all_tasks


def main(arguments: list[str] | None = None) -> None:
    """Write every task; a folder that already holds something is refused, never merged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("data_lake/sample"))
    out: Path = parser.parse_args(arguments).out
    if out.exists() and any(out.iterdir()):
        parser.error(f"{out} is not empty: delete it first, so that no old file stays")
    for task in all_tasks():
        write(task, out)


if __name__ == "__main__":
    main()
