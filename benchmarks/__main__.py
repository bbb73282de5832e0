"""`make bench SUITE=…`: one suite, or all of them; `recovery` takes a folder of workspaces."""

from __future__ import annotations

import sys

from benchmarks import recovery
from benchmarks.measuring import table
from benchmarks.suites import SUITES


def main(arguments: list[str]) -> int:
    """Print the tables of the named suites; the exit code."""
    if arguments[:1] == ["recovery"]:
        return recovery.main(arguments[1:])
    unknown = [name for name in arguments if name not in SUITES]
    if unknown:
        allowed = ", ".join([*SUITES, "recovery WORKSPACES"])
        sys.stderr.write(f"There is no suite {unknown[0]!r}; allowed: {allowed}\n")
        return 2
    for name in arguments or list(SUITES):
        doc = (SUITES[name].__doc__ or name).strip()
        sys.stdout.write(table(doc, list(SUITES[name]())) + "\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
