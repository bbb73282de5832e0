"""Values of a table's columns in the words of a question, and constants of a query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

import polars as pl

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import MONTHS, NEGATION
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, asked_of
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import dicts
from worksurface_pipeline.worksurface.tasks.lexicon import FRAME, GENERIC_PARTS, STOP, UNIT_PARTS
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import name_parts, stem

# A column of more values names its rows; a longer value is prose, which nobody repeats.
_MOST_VALUES = 400
_LONGEST_VALUE = 90
_EMPTY = frozenset(stem(word) for word in STOP | FRAME | GENERIC_PARTS | UNIT_PARTS)
YES = frozenset({"yes", "y", "true", "ja", "1"})
_NO = frozenset({"no", "n", "false", "nein", "0"})
_NOTHING = frozenset({"none", "n/a", "na", "nothing", "-"})
_SPOKEN = re.compile(
    rf"(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?\b(?P<month>{'|'.join(MONTHS)})\b"
    r"(?: (?P<behind>\d{1,2})(?:st|nd|rd|th)?\b)?"
)
_DENYING = re.compile(r"\b(?:un|in|im|ir|dis|non)-?([^\W\d_]{4,})\b", re.IGNORECASE)
_DATE = re.compile(r"^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$")


def literals_of(shape: QueryShape) -> tuple[str, ...]:
    """All texts that stand in a query as constants, without the wildcards of LIKE."""
    found = (node["literal"] for node in dicts(shape.tree) if "literal" in node)
    texts = (str(one.get("text", "")) for one in found if one["kind"] == "STRING")
    return tuple(text.strip("%") for text in texts if text.strip("%"))


def values_of(view: str, context: Context) -> Mapping[str, tuple[str, ...]]:
    """The texts that a view's columns of categories hold, by column."""
    return context.once("asked values", view, lambda: dict(_values(view, context)))


def _values(view: str, context: Context) -> Iterator[tuple[str, tuple[str, ...]]]:
    data = context.cells(view)
    for series in data.frame.iter_columns() if data else ():
        if series.dtype == pl.String and series.n_unique() <= _MOST_VALUES:
            texts = series.drop_nulls().unique().sort().to_list()
            yield series.name, tuple(one for one in texts if len(one) <= _LONGEST_VALUE)


def core_of(column: str) -> tuple[str, ...]:
    """Stems that say what a column holds, without its unit; all of them if none does."""
    parts = name_parts(split_unit(column)[0])
    return tuple(part for part in parts if part not in _EMPTY) or parts


def is_denying(value: str, asked: Asked) -> bool:
    """Whether a value says no or nothing, or is "inactive" where the question says "active"."""
    if value.casefold() in _NO | _NOTHING or NEGATION.search(value):
        return True
    match = _DENYING.match(value)
    return match is not None and asked.states([stem(match[1])])


def is_named(column: str, asked: Asked) -> bool:
    """Whether the question says what a column is called."""
    return asked.states(core_of(column))


def unfolded(column: str, asked: Asked) -> Asked:
    """The question with "uncached", of a column `cached`, as "not cached"."""
    core = frozenset(core_of(column))

    def spelt(match: re.Match[str]) -> str:
        return f"not {match[1]}" if stem(match[1]) in core else match[0]

    return asked_of(_DENYING.sub(spelt, asked.text))


def is_stated(value: str, columns: tuple[str, ...], others: tuple[str, ...], asked: Asked) -> bool:
    """Whether a constant text stands in the question.

    Said by all of its words, by one that no other value of the column (`others`) has, as a date,
    or, where it is yes or no, by the name of its column.
    """
    plain = value.strip("%").strip()
    if has_token(asked.text.casefold(), plain.casefold()):
        return True
    said = asked_of(plain)
    stems = [word.stem for word in said.words if word.stem not in _EMPTY or len(said.words) == 1]
    if stems and asked.states(stems):
        return True
    if is_date_stated(plain, asked):
        return True
    if plain.casefold() in YES | _NO | _NOTHING:
        is_meant = plain.casefold() in YES or NEGATION.search(asked.text) is not None
        return is_meant and any(is_named(column, asked) for column in columns)
    rest = frozenset().union(*(asked_of(one).stems for one in others if one != plain))
    return any(one not in rest and asked.states([one]) for one in stems if others)


def is_date_stated(text: str, asked: Asked) -> bool:
    """Whether a date, or the bound of a month, is what a question says: "5 May", "in April"."""
    match = _DATE.match(text)
    if match is None:
        return False
    is_year = match[1] in asked.text and f"{match[2]}-{match[3]}" in ("01-01", "12-31")
    return is_year or bool(date_places(text, asked))


def is_date(text: str) -> bool:
    """Whether a text is a written date."""
    return _DATE.match(text) is not None


def is_month_bound(text: str) -> bool:
    """Whether a date is the first or the last day of a month."""
    match = _DATE.match(text)
    if match is None or match[3] is None:
        return match is not None
    day = date(int(match[1]), int(match[2]), int(match[3]))
    return day.day == 1 or (day + timedelta(days=1)).day == 1


def date_places(text: str, asked: Asked) -> list[tuple[int, int]]:
    """Where a question says a date: in digits, by day and month, or by the month it bounds."""
    match = _DATE.match(text)
    if match is None:
        return []
    plain = text[: len("2024-01-01")]
    places = [(one.start(), one.end()) for one in re.finditer(re.escape(plain), asked.text)]
    for one in _SPOKEN.finditer(asked.text):
        day = one["before"] or one["behind"]
        if _is_meant(match, MONTHS[one["month"]], int(day) if day else 0):
            places.append((one.start(), one.end()))
    return places


def _is_meant(written: re.Match[str], month: int, day: int) -> bool:
    """Whether "5 May", or "May" alone (day 0), is a written date or the month that it bounds."""
    if written[3] is None:
        return int(written[2]) == month and day == 0
    meant = date(int(written[1]), int(written[2]), int(written[3]))
    if day:
        return (meant.month, meant.day) == (month, day)
    before, behind = meant - timedelta(days=1), meant + timedelta(days=1)
    return month in (meant.month if behind.day == 1 or meant.day == 1 else 0, before.month) and (
        meant.day == 1 or behind.day == 1
    )
