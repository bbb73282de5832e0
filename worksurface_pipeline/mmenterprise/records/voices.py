"""Whose pattern comes next: a voice for each person, and turns so that nobody repeats himself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.records.phrasebook import NUMBER, Patterns
from worksurface_pipeline.mmenterprise.schema.world import Person

STYLES = tuple(NUMBER)
# Words by which a described voice is one of ours; the first that occurs wins.
_HINTS = {
    "terse": ("terse", "short", "brief", "clipped", "blunt", "laconic", "curt", "lower case"),
    "careful": ("careful", "cautious", "hedg", "precise", "thorough", "measured", "reserved"),
    "warm": ("warm", "chatty", "friendly", "cheer", "upbeat", "emoji", "lively", "casual"),
    "formal": ("formal", "polite", "official", "stiff", "proper", "correct", "courteous"),
    "plain": ("plain", "direct", "matter-of-fact", "dry", "neutral", "calm"),
}


def style_of(person: Person, seed: int) -> str:
    """The style that a described voice comes nearest to; a voice of unknown words takes any."""
    described = normalise(person.voice)
    for style, hints in _HINTS.items():
        if any(hint in described for hint in hints):
            return style
    return STYLES[int(hash_unit(seed, f"voice {described}") * len(STYLES))]


class Turns:
    """Gives patterns to people in turn. People of one voice begin at different places."""

    def __init__(self, people: Sequence[Person], seed: int) -> None:
        self._styles = {person.id: style_of(person, seed) for person in people}
        self._starts = {person.id: place for place, person in enumerate(people)}
        self._taken: Counter[tuple[str, str]] = Counter()

    def next(self, person: str, patterns: Patterns) -> str:
        """The pattern that this person uses now."""
        options = patterns[self._styles[person]]
        place = self._starts[person] + self._taken[person, _key(patterns)]
        self._taken[person, _key(patterns)] += 1
        return options[place % len(options)]


def _key(patterns: Patterns) -> str:
    """What tells one group of patterns from another."""
    return patterns[STYLES[0]][0]
