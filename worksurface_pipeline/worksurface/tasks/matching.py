"""Where the words of a claim name a column, a value or a view: positions in the claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.worksurface.tasks.claims import Claim
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Kind
from worksurface_pipeline.worksurface.tasks.profiles import (
    ColumnProfile,
    ColumnType,
    Value,
    ViewProfile,
    is_nearly_key,
)
from worksurface_pipeline.worksurface.tasks.words import (
    NEGATION,
    STOP,
    Word,
    initials,
    is_content,
    synonyms,
)

# A value this short ("DC", "M") is only met in exactly its own letters.
_SHORT_VALUE = 3
# An abbreviation in a column name ("grad") must keep this many letters of the word.
_ABBREVIATION = 4
# Of a long value, this many words in a row are as good as all of them.
_RUN = 3
_LONG_VALUE = 4
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

    def positions(self, part: str) -> frozenset[int]:
        """Positions whose word is `part`, a synonym, or a longer word it abbreviates."""
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


def view_positions(index: ClaimIndex, view: ViewProfile) -> frozenset[int]:
    """Positions of words that name the view's file or sheet."""
    found: set[int] = set()
    for name in view.names:
        found |= index.by_stem.get(name, frozenset())
    for acronym in view.acronyms:
        found |= index.acronyms.get(acronym, frozenset())
    exact = {i for i, word in enumerate(index.words) if word.text.lower() in view.raw_names}
    numbers = {i for i, word in enumerate(index.words) if _is_short_number(word)}
    return (frozenset(found) & (index.content | _capitalised(index) | exact)) - numbers


def _is_short_number(word: Word) -> bool:
    """A number that is no year names nothing."""
    return word.text.isdigit() and len(word.text) != 4


def column_positions(index: ClaimIndex, column: ColumnProfile) -> dict[str, frozenset[int]]:
    """For each core part of the column's name that the claim has, where it stands."""
    found = {part: index.positions(part) for part in column.core}
    return {part: positions for part, positions in found.items() if positions}


def value_hits(index: ClaimIndex, view: ViewProfile) -> tuple[Hit, ...]:
    """All values of the view that stand in the claim, longer ones before their parts."""
    found: list[Hit] = []
    for column in view.columns:
        parts = column_positions(index, column)
        words = frozenset().union(*parts.values())
        named = len(parts) / len(column.core)
        found += [
            Hit(
                Condition(column.name, Kind.EQUALS, value.text),
                positions,
                words,
                named,
                column.is_key or is_nearly_key(column, view.rows),
            )
            for value, positions in _value_hits_in(index, column)
        ]
        found += _boolean_hits(index, column)
        found += _initial_hits(index, column)
        found += _number_hits(index, column)
    return tuple(hit for hit in found if not _is_part(hit, found))


def _is_part(hit: Hit, others: list[Hit]) -> bool:
    return any(hit.positions < other.positions for other in others)


def _value_hits_in(
    index: ClaimIndex, column: ColumnProfile
) -> Iterator[tuple[Value, frozenset[int]]]:
    for position, word in enumerate(index.words):
        for form in synonyms(word.stem):
            for value in column.values.get(form, ()):
                place = _place(index, value, position)
                if place:
                    yield value, place
    yield from _long_hits(index, column)


def _place(index: ClaimIndex, value: Value, position: int) -> frozenset[int]:
    """Positions of the value that begins at `position` with its core, else none."""
    stretch = range(position, position + len(value.core))
    if stretch.stop > len(index.words):
        return frozenset()
    words = [index.words[i] for i in stretch]
    if len(value.text) <= _SHORT_VALUE and [word.text for word in words] != [value.text]:
        return frozenset()
    if _is_grammar(index, words, value, stretch.stop):
        return frozenset()
    if all(part in synonyms(word.stem) for word, part in zip(words, value.core, strict=True)):
        return frozenset(stretch)
    return frozenset()


def _is_grammar(index: ClaimIndex, words: list[Word], value: Value, end: int) -> bool:
    """Whether the words are those of the question ("reported", "account for"), not the value's."""
    if any(is_content(word) for word in words):
        after = index.words[end].text.lower() if end < len(index.words) else ""
        return words[-1].text.lower() == "account" and after == "for"
    return " ".join(word.text for word in words).lower() != value.text.lower()


def _long_hits(
    index: ClaimIndex, column: ColumnProfile
) -> Iterator[tuple[Value, frozenset[int]]]:
    """A run of three words that only one long value of the column has."""
    longs = {value for values in column.values.values() for value in values}
    longs = {value for value in longs if len(value.stems) >= _LONG_VALUE}
    runs: dict[tuple[str, ...], set[Value]] = {}
    for value in longs:
        for start in range(len(value.stems) - _RUN + 1):
            runs.setdefault(value.stems[start : start + _RUN], set()).add(value)
    found: dict[Value, frozenset[int]] = {}
    for stems, values in runs.items():
        for place in index.run(stems):
            if len(values) == 1:
                value = next(iter(values))
                found[value] = found.get(value, frozenset()) | place
    yield from sorted(found.items(), key=lambda item: item[0].text)


def _boolean_hits(index: ClaimIndex, column: ColumnProfile) -> Iterator[Hit]:
    if column.type is not ColumnType.BOOLEAN:
        return
    for part, positions in column_positions(index, column).items():
        for position in sorted(positions):
            before = index.words[position - 1].text.lower() if position else ""
            kind = Kind.IS_FALSE if before in NEGATION else Kind.IS_TRUE
            if len(column.core) == 1 or part == column.core[0]:
                place = frozenset({position})
                yield Hit(Condition(column.name, kind), place, place)


def _number_hits(index: ClaimIndex, column: ColumnProfile) -> Iterator[Hit]:
    """A number directly behind the name of a column of codes: "status code 503"."""
    if column.type is not ColumnType.INTEGER or not column.is_code:
        return
    for position in range(1, len(index.words)):
        word, before = index.words[position], index.words[position - 1]
        if not word.text.isdigit() or before.stem != column.parts[-1]:
            continue
        names = frozenset(range(max(position - len(column.parts), 0), position))
        if all(index.by_stem.get(part, frozenset()) & names for part in column.parts):
            condition = Condition(column.name, Kind.IS_NUMBER, str(int(word.text)))
            yield Hit(condition, frozenset({position}), names, 1.0)


def _initial_hits(index: ClaimIndex, column: ColumnProfile) -> Iterator[Hit]:
    """Under a header "Mandatory / Optional for …" the value M is what the claim calls mandatory."""
    values = {value.text for group in column.values.values() for value in group}
    codes = {text for text in values if len(text) == 1 and text.isalpha()}
    head, slash, rest = column.name.partition("/")
    if not (codes and slash and head.split() and rest.split()):
        return
    for label in (head.split()[-1], rest.split()[0]):
        for position, word in enumerate(index.words):
            is_label = word.text.lower() == label.lower()
            if is_label and label[0].upper() in codes:
                condition = Condition(column.name, Kind.EQUALS, label[0].upper())
                others = column_positions(index, column)
                words = frozenset().union(*others.values()) - {position}
                named = len(others) / len(column.core)
                yield Hit(condition, frozenset({position}), words, named)


def _capitalised(index: ClaimIndex) -> frozenset[int]:
    return frozenset(
        position for position, word in enumerate(index.words) if word.text.isupper()
    )
