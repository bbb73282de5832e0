"""Which of the names that are known stand in an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from worksurface_pipeline.kernel.text import find_token, has_token, normalise

_MOST_VOCABULARIES = 256  # of projects, with a name or two left out of each


def named(answer: str, known: Iterable[str], calls: Mapping[str, str]) -> set[str]:
    """The known names that an answer holds, and those that parts of names stand for."""
    text = normalise(answer)
    places = places_of(text, known)
    for name in places:
        text = text.replace(normalise(name), " ")
    return set(places) | {name for call, name in calls.items() if has_token(text, call)}


def places_of(text: str, known: Iterable[str]) -> dict[str, int]:
    """Where each known name stands first; the longest are taken out before their parts."""
    found: dict[str, int] = {}
    for name, form in _forms(frozenset(known)):
        start = next(find_token(text, form), None) if form in text else None
        if start is not None:
            found[name] = start
            text = text.replace(form, " " * len(form))
    return found


@lru_cache(maxsize=_MOST_VOCABULARIES)
def _forms(known: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Names with their normal forms, the longest first."""
    ordered = sorted(known, key=lambda item: (-len(item), item))
    return tuple((name, form) for name in ordered if (form := normalise(name)))


@lru_cache(maxsize=_MOST_VOCABULARIES)
def calls_of(people: tuple[str, ...]) -> Mapping[str, str]:
    """First and last names that one person alone has, with whom they call."""
    owners: dict[str, set[str]] = {}
    for name in people:
        for part in normalise(name).split():
            owners.setdefault(part, set()).add(name)
    return {part: min(names) for part, names in owners.items() if len(names) == 1}
