"""How well the words near a figure name a column that can be aggregated, and its unit."""

from __future__ import annotations

from collections import Counter

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.lexicon import (
    INHERENT_MEASURE,
    TIME_MEASURES,
    TIME_UNITS,
    UNIT_WORDS,
)
from worksurface_pipeline.worksurface.tasks.matching import column_positions
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.readings import Setting
from worksurface_pipeline.worksurface.tasks.words import stem

# The first word of the measure's name that the claim has, each further one, and each missing one.
FIRST_PART = 1.5
MORE_PART = 0.75
MISSING_PART = -0.6
# A missing part that is a number, as of a period.
MISSING_NUMBER = -0.2
# Two words of the claim make one word of the name ("rating value").
JOINED = 0.5
# Another measure of the view has all the words that name this one.
AMBIGUOUS = -0.5
# A word that only the shared part of the rubric has.
SHARED_PART = -0.5
# The unit behind the figure is the column's.
UNIT = 1.0
_UNITS = {stem(word): frozenset(map(stem, parts)) for word, parts in UNIT_WORDS.items()}
_TIME_UNITS = frozenset(map(stem, TIME_UNITS))
_TIME_MEASURES = frozenset(map(stem, TIME_MEASURES))
_RATE_PARTS = frozenset(map(stem, ("rate", "share", "percent", "pct", "percentage", "ratio")))


def measure_worth(setting: Setting, column: ColumnProfile) -> tuple[float, frozenset[int]]:
    """How well the words near the figure name the column, and which they are."""
    values = (hit.positions for hit in setting.hits if len(hit.positions) > 1 or hit.is_label)
    free = setting.near - frozenset().union(*values)
    found = {
        part: positions & free
        for part, positions in column_positions(setting.index, column).items()
        if positions & free
    }
    found |= _inherent(setting, column)
    used = frozenset().union(*found.values())
    if not used:
        return 0.0, used
    missing = [
        part for part in column.core if part not in found and part not in _implied(setting.view)
    ]
    score = FIRST_PART + MORE_PART * (len(found) - 1)
    score += JOINED if any(_is_joined(setting, *item) for item in found.items()) else 0.0
    score += sum(MISSING_NUMBER if part.isdigit() else MISSING_PART for part in missing)
    score += 0.0 if used & setting.own else SHARED_PART
    score += AMBIGUOUS if _has_double(setting, column, frozenset(found)) else 0.0
    return score + (UNIT if _unit_said(setting, column) else 0.0), used


def _has_double(setting: Setting, column: ColumnProfile, found: frozenset[str]) -> bool:
    """Whether the words that name the column name another measure of the view as well."""
    return any(
        found <= set(other.core) and _words(other) != _words(column)
        for other in setting.view.measures
        if other.name != column.name
    )


def _words(column: ColumnProfile) -> frozenset[str]:
    return frozenset(part for part in column.core if not part.isdigit())


def _is_joined(setting: Setting, part: str, positions: frozenset[int]) -> bool:
    """Whether two words of the claim make one part of the name."""
    texts = {setting.index.words[position].stem for position in positions}
    return len(positions) > 1 and len(texts) > 1 and not any(part.startswith(t + t) for t in texts)


def is_fraction(column: ColumnProfile) -> bool:
    """Whether the column holds shares of one that a rubric prints in percent."""
    if column.type is ColumnType.PERCENT:
        return True
    return bool(_RATE_PARTS & set(column.parts)) and 0.0 < column.largest <= 1.0


def _implied(view: ViewProfile) -> frozenset[str]:
    """Name parts that half of the measures share, or that the file's name has."""
    counts = Counter(part for column in view.measures for part in set(column.core))
    common = {part for part, count in counts.items() if count > 1 and 2 * count >= len(counts)}
    return frozenset(common) | view.names


def _inherent(setting: Setting, column: ColumnProfile) -> dict[str, frozenset[int]]:
    """`heaviest` names the weight."""
    found: dict[str, frozenset[int]] = {}
    for position in sorted(setting.near):
        for part in INHERENT_MEASURE.get(setting.index.words[position].text.lower(), ()):
            if stem(part) in column.core:
                found[stem(part)] = frozenset({position})
    return found


def _unit_said(setting: Setting, column: ColumnProfile) -> bool:
    mention = setting.figure.mention
    if mention.unit not in ("", "percent"):
        return column.unit == mention.unit or mention.unit.lower() in column.parts
    behind = {word.stem for word in setting.index.words if 0 <= word.start - mention.end <= 1}
    parts = set(column.parts)
    if behind & _TIME_UNITS and parts & _TIME_MEASURES:
        return True
    return any(parts & _UNITS.get(word, frozenset()) for word in behind)


def unit_position(setting: Setting) -> frozenset[int]:
    """The word directly behind a measured figure is its unit, known or not."""
    end = setting.figure.mention.end
    return frozenset(i for i, word in enumerate(setting.index.words) if word.start - 1 == end)


def has_unit(setting: Setting, column: ColumnProfile) -> bool:
    """Percent figures need fractions or percent; money needs no count and no other currency."""
    unit = setting.figure.mention.unit
    if unit == "percent":
        is_rate = column.unit == "percent" or bool(_RATE_PARTS & set(column.parts))
        return is_fraction(column) or is_rate
    if column.type is ColumnType.PERCENT:
        return False
    return unit in ("", column.unit) or column.unit in ("", "currency")
