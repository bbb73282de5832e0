"""`make bench SUITE=surfaces`: reading speed and scale of the surfaces, with their requirements.

`--quick` stops the scale at 2,000 files; `--only reading` or `--only scale` leaves the other part
out; `--json FILE` writes the figures, `--scratch FOLDER` keeps the workspaces that were made.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.gates import Gate, judged
from benchmarks.reading import Reading, measure_reading, reading_lines
from benchmarks.scale import SIZES, Sized, measure_scale, scale_gates, scale_lines

_PARTS = ("reading", "scale")


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Both parts, as far as they were asked for."""

    reading: Reading | None
    scale: tuple[Sized, ...]

    def gates(self) -> list[Gate]:
        """All requirements that were measured."""
        first = list(self.reading.gates()) if self.reading else []
        return [*first, *(scale_gates(self.scale) if self.scale else ())]


def main(arguments: Sequence[str]) -> int:
    """Measure, print the tables, and judge; 1 when a requirement is missed."""
    chosen = _parser().parse_args(arguments)
    if chosen.scratch is None:
        with tempfile.TemporaryDirectory(prefix="surfaces_") as folder:
            result = _measure(Path(folder), chosen)
    else:
        result = _measure(chosen.scratch, chosen)
    gates = result.gates()
    sys.stdout.write("\n".join(_lines(result)) + f"\n\n{judged(gates)}\n")
    if chosen.json is not None:
        chosen.json.write_text(_json(result, gates), encoding="utf-8")
    return 0 if all(gate.is_kept for gate in gates) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="surfaces", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=_PARTS)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--scratch", type=Path)
    return parser


def _measure(scratch: Path, chosen: argparse.Namespace) -> Result:
    parts = [chosen.only] if chosen.only else list(_PARTS)
    sizes = SIZES[:1] if chosen.quick else SIZES
    return Result(
        reading=measure_reading(scratch, _say) if "reading" in parts else None,
        scale=tuple(measure_scale(scratch, sizes, _say)) if "scale" in parts else (),
    )


def _say(line: str) -> None:
    """Progress goes to standard error, the tables to standard output."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _lines(result: Result) -> list[str]:
    lines = ["", *reading_lines(result.reading)] if result.reading else []
    return [*lines, "", *scale_lines(result.scale)] if result.scale else lines


def _json(result: Result, gates: Sequence[Gate]) -> str:
    value = {
        "formats": [dataclasses.asdict(item) for item in result.reading.formats]
        if result.reading
        else [],
        "scale": [dataclasses.asdict(item) for item in result.scale],
        "gates": [{**dataclasses.asdict(gate), "is_kept": gate.is_kept} for gate in gates],
    }
    return json.dumps(value, indent=1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
