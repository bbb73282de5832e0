"""Words for abstain tasks: free in the whole scope, given out once, written as the file writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.tasks.absent_words import MONEY, PERCENT, Measured
from worksurface_pipeline.worksurface.tasks.lexicon import CURRENCY_SUFFIXES
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex
from worksurface_pipeline.worksurface.tasks.spoken import split_unit

# A column of proper names: most of its values are written as such, and there are some.
_FEWEST_NAMES = 3
_MOSTLY = 0.6


@dataclass(slots=True)
class Vocabulary:
    """Words that no surface of the persona has; each is given out once."""

    index: ScopeIndex
    used: set[str] = field(default_factory=set)

    def take(self, seed: int, key: str, options: Sequence[str]) -> str:
        """One option, by hash, no word of which stands in the scope; "" if none is left."""
        free = [item for item in options if item not in self.used and self.index.lacks_all(item)]
        if not free:
            return ""
        word = choose(seed, key, free)
        self.used.add(word)
        return word

    def take_measured(self, seed: int, key: str, options: Sequence[Measured]) -> Measured | None:
        """The same for a thing that is measured."""
        name = self.take(seed, key, [item.name for item in options])
        return next((item for item in options if item.name == name), None)


def styled(name: str, view: ViewProfile) -> str:
    """The name in the case that most columns of the view have."""
    cases = Counter(_case(split_unit(column.name)[0]) for column in view.columns)
    return cases.most_common(1)[0][0](name)


def _case(name: str) -> Callable[[str], str]:
    if name.islower():
        return str.lower
    return str.upper if name.isupper() else str.title


def suffix(unit: str, view: ViewProfile) -> str:
    """The unit as the file's columns carry it; "" where none of them carries one."""
    known = [split_unit(column.name)[1] for column in view.columns]
    money = sorted(item for item in known if item.lower() in CURRENCY_SUFFIXES)
    if unit == MONEY:
        return money[0].lower() if money else ""
    return unit if unit != PERCENT and any(known) else ""


def holds_names(column: ColumnProfile) -> bool:
    """Whether the column's values are proper names, which another name can stand for."""
    values = [value.text for group in column.values.values() for value in group]
    names = sum(value.istitle() for value in values)
    is_text = column.type is ColumnType.TEXT
    return is_text and len(values) >= _FEWEST_NAMES and names >= _MOSTLY * len(values)
