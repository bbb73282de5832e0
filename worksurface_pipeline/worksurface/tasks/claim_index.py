"""A claim with its words indexed, so that names of columns, values and views can be found in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from worksurface_pipeline.worksurface.tasks.claims import Claim
from worksurface_pipeline.worksurface.tasks.expressions import Condition
from worksurface_pipeline.worksurface.tasks.lexicon import STOP, SUM_VERBS
from worksurface_pipeline.worksurface.tasks.words import Word, initials, is_content, synonyms

# An abbreviation in a column name ("grad") must keep this many letters of the word.
_ABBREVIATION = 4
_CENTURIES = ("19", "20")


@dataclass(frozen=True, slots=True)
class Hit:
    """A condition that stands in the claim at `positions`; `words` name its column.

    `named` is the share of the column's name that the claim has; `is_label` says that the value
    names one row alone.
    """

    condition: Condition
    positions: frozenset[int]
    words: frozenset[int]
    named: float = 0.0
    is_label: bool = False


@dataclass(frozen=True)
class ClaimIndex:
    """A claim with its stems indexed, so that names can be looked up in it."""

    claim: Claim
    _parts: dict[str, frozenset[int]] = field(default_factory=dict)
    known_hits: dict[str, tuple[Hit, ...]] = field(default_factory=dict)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the claim."""
        return self.claim.words

    @cached_property
    def by_stem(self) -> dict[str, frozenset[int]]:
        """Positions of each stem."""
        found: dict[str, set[int]] = {}
        for position, word in enumerate(self.words):
            found.setdefault(word.stem, set()).add(position)
        return {stem: frozenset(positions) for stem, positions in found.items()}

    @cached_property
    def content(self) -> frozenset[int]:
        """Positions of content words; what stands directly behind a figure is one."""
        ends = {figure.mention.end for figure in self.claim.figures}
        return frozenset(
            i
            for i, word in enumerate(self.words)
            if is_content(word)
            or (word.start - 1 in ends and word.text.endswith("s") and word.text not in STOP)
        )

    @cached_property
    def acronyms(self) -> dict[str, frozenset[int]]:
        """Initials of each run of at least two capitalised words, with their positions."""
        found: dict[str, frozenset[int]] = {}
        for start in range(len(self.words)):
            run: list[int] = []
            for position in range(start, len(self.words)):
                if not self.words[position].text[0].isupper():
                    break
                run.append(position)
                if len(run) > 1:
                    found[initials(self.words[i] for i in run)] = frozenset(run)
        return found

    @cached_property
    def sum_phrases(self) -> frozenset[int]:
        """Positions of "add up" and the like, which say a sum and nothing of an increase."""
        texts = [word.text.lower() for word in self.words]
        pairs = [i for i in range(len(texts) - 1) if texts[i] in SUM_VERBS and texts[i + 1] == "up"]
        return frozenset(position for i in pairs for position in (i, i + 1))

    def positions(self, part: str) -> frozenset[int]:
        """Positions whose word is `part`, a synonym, or a longer word it abbreviates."""
        if part not in self._parts:
            self._parts[part] = self._look_up(part)
        return self._parts[part]

    def _look_up(self, part: str) -> frozenset[int]:
        found: set[int] = set()
        for form in synonyms(part):
            found |= self.by_stem.get(form, frozenset())
        if not found and len(part) >= _ABBREVIATION and part.isalpha():
            found |= self._abbreviated(part)
        return frozenset(found) or self._joined(part) or self._years(part)

    def _abbreviated(self, part: str) -> frozenset[int]:
        return frozenset(
            position
            for stem, positions in self.by_stem.items()
            if stem.startswith(part)
            for position in positions
        )

    def _joined(self, part: str) -> frozenset[int]:
        """`ratingvalue` stands in "rating value"."""
        for position in range(len(self.words) - 1):
            pair = self.words[position].text + self.words[position + 1].text
            if len(part) > _ABBREVIATION and pair.lower().startswith(part):
                return frozenset({position, position + 1})
        return frozenset()

    def _years(self, part: str) -> frozenset[int]:
        """`85` stands in "1985"."""
        if not (part.isdigit() and len(part) == 2):
            return frozenset()
        return frozenset().union(
            *(self.by_stem.get(century + part, frozenset()) for century in _CENTURIES)
        )

    def run(self, stems: tuple[str, ...]) -> Iterator[frozenset[int]]:
        """All places where `stems` stand one after the other."""
        for start in sorted(self.by_stem.get(stems[0], frozenset())):
            stretch = range(start, start + len(stems))
            if stretch.stop <= len(self.words) and all(
                self.words[position].stem == stem
                for position, stem in zip(stretch, stems, strict=True)
            ):
                yield frozenset(stretch)
