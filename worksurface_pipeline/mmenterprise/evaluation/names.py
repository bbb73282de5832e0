"""Known names of people and things in an answer, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.kernel.text import normalise

_MOST_VOCABULARIES = 256  # of projects, with a name or two left out of each
_TITLE = r"(?:(?:mr|ms|mrs|dr)\.? )?"
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_START, _END = r"(?<![\w'-])", r"(?![\w-]|'\w|\.\w)"


@dataclass(frozen=True, slots=True)
class Named:
    """A name at a place of a text, with all whom it may mean."""

    owners: frozenset[str]
    start: int
    end: int


def people_in(text: str, people: Iterable[str]) -> Iterator[Named]:
    """People by full name, by what is short for it, or by a first or last name alone.

    A name alone needs its capital: "it may be" names no May.
    """
    owners = _calls(frozenset(people))
    for match in _any_of(frozenset(owners), _TITLE).finditer(text):
        called = match["name"]
        if " " in called or called[0].isupper():
            yield Named(owners[normalise(called)], match.start(), match.end())


def things_in(text: str, names: Iterable[str]) -> Iterator[Named]:
    """Names of things and values that are words, the longest first; hyphens make no difference."""
    forms = _forms(frozenset(names))
    for match in _any_of(frozenset(forms), "").finditer(text):
        yield Named(frozenset({forms[_key(match["name"])]}), match.start(), match.end())


def unhyphened(text: str) -> str:
    """The text without the hyphens within words: "roll-out" is "rollout"."""
    return _HYPHEN.sub("", text)


@lru_cache(maxsize=_MOST_VOCABULARIES)
def _calls(people: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """All forms of all names, each with whom it may mean."""
    found: dict[str, set[str]] = {}
    for name in people:
        first, _, rest = normalise(name).partition(" ")
        last = rest.rpartition(" ")[2]
        forms = {normalise(name), first}
        if last:
            forms |= {last, f"{last}, {first}", f"{first[0]}. {last}", f"{first} {last[0]}."}
        for form in forms:
            found.setdefault(form, set()).add(name)
    return {form: frozenset(owners) for form, owners in found.items()}


@lru_cache(maxsize=_MOST_VOCABULARIES)
def _forms(names: frozenset[str]) -> Mapping[str, str]:
    return {_key(name): name for name in sorted(names) if _key(name)}


def _key(name: str) -> str:
    """A name without case, hyphens and blanks."""
    return re.sub(r"[\s-]+", "", normalise(name))


@lru_cache(maxsize=_MOST_VOCABULARIES)
def _any_of(forms: frozenset[str], title: str) -> re.Pattern[str]:
    """A pattern of all forms, the longest first."""
    ordered = sorted(forms, key=lambda item: (-len(item), item))
    if title:
        body = "|".join(re.escape(form) for form in ordered)
    else:
        body = "|".join(r"[\s-]*".join(map(re.escape, form)) for form in ordered)
    return re.compile(rf"{_START}{title}(?P<name>{body or '(?!)'}){_END}", re.IGNORECASE)
