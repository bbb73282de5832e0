"""How questions call a column: its name as words, with its unit, or quoted."""

from __future__ import annotations

from worksurface_pipeline.worksurface.tasks.lexicon import (
    CURRENCY_SUFFIXES,
    MEASURE_NOUNS,
    STATISTICS,
    TIME_WORDS,
    UNIT_SUFFIXES,
    word_set,
)

_LONG_NAME = 40
# A single letter behind a name may be anything.
_LETTERS = frozenset({"c", "f", "k"})
_HIGH_OR_LOW = MEASURE_NOUNS | word_set("balance rainfall rating revenue score weighting yield")


def spoken(name: str) -> str:
    """A column's name as it is said: "weight (kg)"; what would not read as words is quoted."""
    said, unit = split_unit(name)
    whole = " ".join(name.replace("_", " ").split())
    if _is_quoted(said) or unit in _LETTERS:
        return f"the column “{whole}”"
    is_noun = unit in TIME_WORDS and not is_measured(said)
    return f"{said} ({unit})" if unit and not is_noun else whole


def is_measured(said: str) -> bool:
    """Whether a name ends with what can be high or low: "lead time", not "units sold"."""
    last = said.split()[-1].lower() if said else ""
    return last in _HIGH_OR_LOW or last.endswith("time")


def split_unit(name: str) -> tuple[str, str]:
    """The name with underscores as spaces, and the unit that ends it, "" if none does."""
    words = name.replace("_", " ").split()
    last = words[-1] if len(words) > 1 else ""
    if last.lower() in CURRENCY_SUFFIXES:
        return " ".join(words[:-1]), last.upper()
    if last.islower() and last in UNIT_SUFFIXES:
        return " ".join(words[:-1]), last
    return " ".join(words), ""


def _is_quoted(said: str) -> bool:
    """Questions, statistics, and names with a bare number: "fatalities 00 14"."""
    words = said.lower().split()
    is_odd = any(word in STATISTICS or word.isdigit() for word in words)
    return len(said) > _LONG_NAME or "?" in said or is_odd


def kind_name(name: str) -> str:
    """The name behind "which"."""
    said = spoken(name)
    return f"value of {said}" if said.startswith("the column “") else said


def amount_name(name: str) -> str:
    """The name behind "the highest": "altitude (m)", "value of units sold"."""
    said = spoken(name)
    return (
        said if is_measured(split_unit(name)[0]) and said == kind_name(name) else f"value of {said}"
    )
