"""Ids of a reply: each planned one exactly once, and no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

_SHOWN = 60  # characters of a strange id in an error


def once_each(found: Sequence[str], wanted: Iterable[str], what: str) -> Iterator[str]:
    """Faults of a list of ids that should hold each wanted one exactly once, and no other."""
    known = list(wanted)
    for key in known:
        count = found.count(key)
        if count == 0:
            yield f"{key}: its {what} is missing"
        elif count > 1:
            yield f"{key}: has its {what} {count} times, exactly one is planned"
    for key in sorted(set(found) - set(known)):
        yield f"{key[:_SHOWN]!r} is no id of the list; its {what} is not planned"
