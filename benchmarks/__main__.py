"""`make bench SUITE=…`: one suite, or all of them; those of `COMMANDS` take their own arguments.

`make bench SUITE="surfaces --quick"`, `make bench SUITE="recovery WORKSPACES"`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from benchmarks import (
    analysis,
    coverage_page,
    gold_cases,
    key_queries,
    key_quotations,
    mm_projects,
    mutations,
    necessity,
    null_agents,
    recovery,
    rubric_figures,
    surfaces,
    sweeps,
    tasks_pool,
)
from benchmarks.measuring import table
from benchmarks.suites import REPORTS, SUITES

COMMANDS: Mapping[str, Callable[[list[str]], int]] = {
    "coverage": coverage_page.main,
    "surfaces": surfaces.main,
    "sweeps": sweeps.main,
    "recovery": recovery.main,
    "keys": key_queries.main,
    "quotations": key_quotations.main,
    "tasks": tasks_pool.main,
    "necessity": necessity.main,
    "nulls": null_agents.main,
    "gold_cases": gold_cases.main,
    "mm_projects": mm_projects.main,
    "mutations": mutations.main,
    "rubrics": rubric_figures.main,
    "analysis": analysis.main,
}
"""Suites that parse what stands after their name, and judge."""


def main(arguments: list[str]) -> int:
    """Print the tables of the named suites; the exit code."""
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    unknown = [name for name in arguments if name not in (*SUITES, *REPORTS)]
    if unknown:
        allowed = ", ".join([*SUITES, *REPORTS, *COMMANDS])
        sys.stderr.write(f"There is no suite {unknown[0]!r}; allowed: {allowed}\n")
        return 2
    for name in arguments or [*SUITES, *REPORTS]:
        if name in REPORTS:
            for line in REPORTS[name]():
                sys.stdout.write(line + "\n")
            continue
        doc = (SUITES[name].__doc__ or name).strip()
        sys.stdout.write(table(doc, list(SUITES[name]())) + "\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
