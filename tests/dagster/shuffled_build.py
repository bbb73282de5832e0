"""`python -m tests.dagster.shuffled_build FOLDER SEED`: build, every listing shuffled."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest.mock import patch

from rich.console import Console


class ShuffledScan:
    """What os.scandir gives, in an order that a file system might have chosen."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> Iterator[Any]:
        return self._entries

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> ShuffledScan:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is open: all entries were listed at once."""


def shuffle_listings(seed: int) -> None:
    """Let os.listdir and os.scandir of this process answer in a random order."""
    order = random.Random(seed)
    plain_list, plain_scan = os.listdir, os.scandir

    def listed(*arguments: Any) -> list[Any]:
        names: list[Any] = plain_list(*arguments)
        order.shuffle(names)
        return names

    def scanned(*arguments: Any) -> ShuffledScan:
        with plain_scan(*arguments) as entries:
            found = list(entries)
        order.shuffle(found)
        return ShuffledScan(found)

    os.listdir = listed  # type: ignore[assignment]
    os.scandir = scanned  # type: ignore[assignment]


def main(arguments: list[str]) -> int:
    shuffle_listings(int(arguments[1]))
    from resources.workbench import open_workbench
    from schedules.driver import Options
    from schedules.session import drive
    from tests.dagster.conftest import in_memory

    text = StringIO()
    bench = open_workbench(Path(arguments[0]) / "worksurface.toml")
    with patch("schedules.session.open_instance", in_memory):
        is_ok = drive(bench, Options(until="build"), Console(file=text, width=200))
    sys.stdout.write(text.getvalue())
    return 0 if is_ok else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
