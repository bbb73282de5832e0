"""Writes the seed documents: `python -m generators.seed_documents [OUT_DIR] [--seed N]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from generators.seed_documents.build import build


def main(arguments: list[str] | None = None) -> None:
    """Write all files; a folder that already holds something is refused, never merged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("data_lake/sample_mm"))
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    out: Path = chosen.out
    if out.exists() and any(out.iterdir()):
        parser.error(f"{out} is not empty: delete it first, so that no old file stays")
    out.mkdir(parents=True, exist_ok=True)
    for name, data in build(chosen.seed).items():
        (out / name).write_bytes(data)


if __name__ == "__main__":
    main()
