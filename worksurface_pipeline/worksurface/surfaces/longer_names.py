"""Names of a task that contain the stem of another: "Q1 Report.xlsx" and "Report.csv".

In "see Q1 Report.csv" the words before the name are those of the longer one, so that the shorter
is not meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from worksurface_pipeline.worksurface.surfaces.ids import split_name

_WORDS = re.compile(r"[^\s]+")


def longer_names(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For a name, the words that stand before its stem within other names, with their blanks."""
    given = sorted(set(names))
    by_stem: dict[str, list[str]] = {}
    for name in given:
        by_stem.setdefault(split_name(name)[0], []).append(name)
    found: dict[str, set[str]] = {}
    for other in given:
        for lead, stem in _inner_stems(other):
            for name in by_stem.get(stem, ()):
                found.setdefault(name, set()).add(lead)
    return {name: tuple(sorted(leads)) for name, leads in found.items()}


def _inner_stems(name: str) -> Iterable[tuple[str, str]]:
    """Runs of whole words of a name that do not begin it, each with what stands before it."""
    stem = split_name(name)[0]
    words = list(_WORDS.finditer(stem))
    for number, first in enumerate(words[1:], 1):
        for last in words[number:]:
            run = stem[first.start() : last.end()]
            yield stem[: first.start()], run
            yield stem[: first.start()], split_name(run)[0]
