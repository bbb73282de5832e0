"""Where the words of a claim name a column, a value or a view: positions in the claim."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex, Hit
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Kind
from worksurface_pipeline.worksurface.tasks.lexicon import NEGATION
from worksurface_pipeline.worksurface.tasks.profiles import (
    ColumnProfile,
    Value,
    ViewProfile,
    is_nearly_key,
)
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import Word, is_content, name_parts, synonyms

# A value this short ("DC", "M") is only met in exactly its own letters.
_SHORT_VALUE = 3
# Of a long value, this many words in a row are as good as all of them.
_RUN = 3
_LONG_VALUE = 4
_SET_BY = frozenset({"of", "at", "is"})


def hits_of(index: ClaimIndex, view: ViewProfile) -> tuple[Hit, ...]:
    """All values of the view that stand in the claim, longer ones before their parts."""
    if view.id not in index.known_hits:
        index.known_hits[view.id] = _value_hits(index, view)
    return index.known_hits[view.id]


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


def _value_hits(index: ClaimIndex, view: ViewProfile) -> tuple[Hit, ...]:
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


def _long_hits(index: ClaimIndex, column: ColumnProfile) -> Iterator[tuple[Value, frozenset[int]]]:
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
    """A number behind the name of its column: "status code 503", "a setpoint of -20"."""
    if column.type is not ColumnType.INTEGER:
        return
    for position in range(1, len(index.words)):
        word = index.words[position]
        if not word.text.isdigit():
            continue
        names = _code_name(index, column, position) or _setting_name(index, column, position)
        if names:
            number = -int(word.text) if _is_negative(index, word) else int(word.text)
            condition = Condition(column.name, Kind.IS_NUMBER, str(number))
            yield Hit(condition, frozenset({position}), names, 1.0)


def _code_name(index: ClaimIndex, column: ColumnProfile, position: int) -> frozenset[int]:
    """The words directly before the number, if they are the name of a column of codes."""
    if not column.is_code or index.words[position - 1].stem != column.parts[-1]:
        return frozenset()
    names = frozenset(range(max(position - len(column.parts), 0), position))
    is_named = all(index.by_stem.get(part, frozenset()) & names for part in column.parts)
    return names if is_named else frozenset()


def _setting_name(index: ClaimIndex, column: ColumnProfile, position: int) -> frozenset[int]:
    """The name before "of" and a negative number; without its unit, which a text leaves out."""
    parts = name_parts(split_unit(column.name)[0])
    names = range(position - 1 - len(parts), position - 1)
    is_set = index.words[position - 1].text.lower() in _SET_BY
    if names.start < 0 or not is_set or not _is_negative(index, index.words[position]):
        return frozenset()
    is_named = [index.words[i].stem for i in names] == list(parts)
    return frozenset(names) if is_named else frozenset()


def _is_negative(index: ClaimIndex, word: Word) -> bool:
    """A minus directly before the number that is no dash between words."""
    before = index.claim.text[: word.start]
    return before.endswith(("-", "\u2212")) and not before[:-1][-1:].isalnum()


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
    return frozenset(position for position, word in enumerate(index.words) if word.text.isupper())
