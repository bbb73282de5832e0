"""Arguments of the suites that look at one named folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path


def named_folder(arguments: Sequence[str], suite: str, what: str) -> Path:
    """The folder that is named; ends the process with a sentence when none is there."""
    parser = argparse.ArgumentParser(prog=f'make bench SUITE="{suite} FOLDER"')
    parser.add_argument("folder", type=Path, help=what)
    folder: Path = parser.parse_args(list(arguments)).folder
    if not folder.is_dir():
        parser.error(f"there is no folder {folder}; name {what}")
    return folder
