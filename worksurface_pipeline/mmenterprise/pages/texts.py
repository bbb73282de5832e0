"""Texts of the site: where values stand in them, and times in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.mmenterprise.questions.naming import day_name


def marks(text: str, values: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Where values stand free in a text: stretches that do not overlap, the longer first."""
    found: list[tuple[int, int]] = []
    for value in sorted({value for value in values if value}, key=lambda one: (-len(one), one)):
        for start in find_token(text, value):
            stretch = (start, start + len(value))
            if all(stretch[1] <= low or high <= stretch[0] for low, high in found):
                found.append(stretch)
    return tuple(sorted(found))


def moment(at: datetime) -> str:
    """Such as "Monday 18 February 10:46", whatever the locale."""
    return f"{day_name(at)} {at:%H:%M}"
