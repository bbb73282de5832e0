"""Columns of lists with their values, by what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.listing import (
    ALPHABET,
    Choice,
    Kind,
    ListColumn,
    Value,
    states_of,
)

Made = tuple[ListColumn, list[Value]]
"""A column with its values."""


def labelled(values: Iterable[str]) -> tuple[Choice, ...]:
    """The distinct values, sorted, each as a choice in words."""
    return tuple(Choice(id=name, label=plain_label(name)) for name in sorted(set(values)))


def text_column(key: str, label: str, values: Iterable[str], is_searched: bool = False) -> Made:
    """Texts."""
    column = ListColumn(key=key, label=label, kind=Kind.TEXT, is_searched=is_searched)
    return column, list(values)


def hidden_column(key: str, values: Iterable[str]) -> Made:
    """Texts that serve addresses alone."""
    return ListColumn(key=key, label="", kind=Kind.TEXT, is_shown=False), list(values)


def number_column(key: str, label: str, values: Iterable[float | None]) -> Made:
    """Numbers, or nothing."""
    return ListColumn(key=key, label=label, kind=Kind.NUMBER), list(values)


def code_column(
    key: str,
    label: str,
    values: Sequence[str],
    choices: tuple[Choice, ...] = (),
    is_shown: bool = True,
) -> Made:
    """A column of few values; a filter where it has a label. Its choices are its own values."""
    known = choices or tuple(Choice(id=name, label=name) for name in sorted(set(values)))
    places = {choice.id: place for place, choice in enumerate(known)}
    column = ListColumn(
        key=key,
        label=label,
        kind=Kind.CODE,
        choices=known,
        is_shown=is_shown and bool(label),
        is_filter=bool(label),
    )
    return column, [places[value] for value in values]


def codes_column(
    key: str, label: str, values: Sequence[Iterable[str]], choices: tuple[Choice, ...]
) -> Made:
    """A filter by any of several choices that a row has."""
    places = {choice.id: ALPHABET[place] for place, choice in enumerate(choices)}
    signs = ["".join(sorted(places[one] for one in set(row))) for row in values]
    column = ListColumn(
        key=key,
        label=label,
        kind=Kind.CODES,
        choices=choices,
        is_shown=False,
        is_filter=any(signs),
    )
    return column, list(signs)


def places_column(
    key: str,
    label: str,
    values: Sequence[Sequence[int]],
    choices: tuple[Choice, ...],
    places: tuple[Choice, ...],
) -> Made:
    """What became of a row in each of some places, numbers of choices (-1 for none)."""
    column = ListColumn(
        key=key,
        label=label,
        kind=Kind.STATES,
        choices=choices,
        places=places,
        is_shown=bool(places),
    )
    return column, [states_of(row) for row in values]
