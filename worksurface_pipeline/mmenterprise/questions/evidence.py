"""Evidence: which sets of units establish an answer, and which of them stands for the rest.

A set is sufficient when the closed-world reader takes the answer from it and no uncited record,
added to it, would make the reader change or withdraw it. A set is irredundant when none of its
subsets is sufficient. All of these are found up to a size and a number; the representative is the
smallest, then the one with the fewest pictures, then the first by id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

from worksurface_pipeline.mmenterprise.questions.closed_world import Part, read
from worksurface_pipeline.mmenterprise.questions.readings import Corpus, Reading, chosen

MOST_SETS = 24
"""Sets kept of one question: more would only lengthen the record."""
LARGEST = 5
"""Units of one part: what needs more is no question that anybody would ask."""
_MOST_TRIED = 4_000  # subsets of one size; past that the sizes above are left out

Sets = tuple[frozenset[str], ...]


class Evidence:
    """Finds the sufficient sets of the parts of questions; equal parts are searched once."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._found: dict[Part, Sets] = {}

    def value(self, part: Part) -> str | None:
        """What all records together say of a part."""
        return read(part, self._corpus.of(part.slot))

    def of_part(self, part: Part) -> Sets:
        """The irredundant sufficient sets of one part; none where it is not established."""
        if part not in self._found:
            self._found[part] = irredundant_sets(part, self._corpus.of(part.slot))
        return self._found[part]

    def of_parts(self, parts: Sequence[Part]) -> tuple[tuple[str, ...], ...]:
        """The irredundant sets that are sufficient for all parts, the representative first."""
        joined: Sets = (frozenset(),)
        for part in parts:
            sets = minimal({left | right for left in joined for right in self.of_part(part)})
            joined = tuple(sorted(sets, key=self._rank)[:MOST_SETS])
        return tuple(tuple(sorted(item)) for item in joined if item)

    def _rank(self, units: frozenset[str]) -> tuple[int, int, tuple[str, ...]]:
        pictures = sum(self._corpus.units[key].is_visual for key in units)
        return (len(units), pictures, tuple(sorted(units)))


def irredundant_sets(part: Part, readings: Sequence[Reading]) -> Sets:
    """All irredundant sufficient sets of a part, up to `LARGEST` units."""
    own = tuple(item for item in readings if item.slot == part.slot)
    wanted = read(part, own)
    if wanted is None:
        return ()
    units = sorted({item.unit for item in own})
    found: list[frozenset[str]] = []
    for size in range(1, min(LARGEST, len(units)) + 1):
        if comb(len(units), size) > _MOST_TRIED:
            break
        found += [item for item in _new(units, size, found) if is_sufficient(part, own, item)]
    return tuple(found)


def is_sufficient(part: Part, readings: Sequence[Reading], units: frozenset[str]) -> bool:
    """Whether these units settle the part as all records do, whichever other record is added."""
    wanted = read(part, readings)
    cited = chosen(readings, units)
    if wanted is None or read(part, cited) != wanted:
        return False
    return all(read(part, (*cited, *more)) == wanted for more in _uncited(readings, units).values())


def minimal(sets: Iterable[frozenset[str]]) -> Sets:
    """Those that contain no other."""
    kept: list[frozenset[str]] = []
    for item in sorted(sets, key=lambda each: (len(each), sorted(each))):
        if not any(small <= item for small in kept):
            kept.append(item)
    return tuple(kept)


def _new(
    units: Sequence[str], size: int, found: Sequence[frozenset[str]]
) -> Iterable[frozenset[str]]:
    """Sets of a size that contain no set found before."""
    earlier = tuple(found)
    for item in map(frozenset, combinations(units, size)):
        if not any(small <= item for small in earlier):
            yield item


def _uncited(
    readings: Sequence[Reading], units: frozenset[str]
) -> Mapping[str, tuple[Reading, ...]]:
    others = sorted({item.unit for item in readings} - units)
    return {key: chosen(readings, frozenset({key})) for key in others}
