"""The context of one question: what was found, in order of time, pictures where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.types import Picture
from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures

RULE = "=== Record"
"""How the first line of every record begins."""
PICTURE = "[picture]"
NO_PICTURE = "[picture, which you are not shown]"


@dataclass(frozen=True, slots=True)
class Context:
    """The text of a context, its pictures (places count from `text`'s start) and its units."""

    text: str
    pictures: tuple[Picture, ...]
    units: tuple[str, ...]


def ordered(units: Iterable[CorpusUnit]) -> tuple[CorpusUnit, ...]:
    """Units by time, then as they were stored, then by id: how well one was found does not show."""
    return tuple(sorted(units, key=lambda unit: (unit.at, unit.order, unit.id)))


def context_of(units: Iterable[CorpusUnit], pictures: Pictures, is_text_only: bool) -> Context:
    """The units of a context one after the other.

    Where a model cannot see pictures, a visual unit is its header and a line that says so.
    """
    shown = ordered(units)
    text = ""
    seen: list[Picture] = []
    for number, unit in enumerate(shown, start=1):
        text += block(number, unit, is_text_only)
        if unit.is_visual and not is_text_only:
            seen.append(pictures.of(unit, len(text)))
        text += "\n\n"
    return Context(text, tuple(seen), tuple(unit.id for unit in shown))


def block(number: int, unit: CorpusUnit, is_text_only: bool) -> str:
    """One record: a line of where and when it was written and by whom, and what it says."""
    version = (f"version {unit.version}",) if unit.version else ()
    at = f"{unit.at:%A %Y-%m-%d %H:%M}"
    head = (at, unit.place.value, unit.source, *version, unit.author)
    lines = [f"{RULE} {number} | {' | '.join(head)}", unit.text]
    if unit.is_visual:
        lines.append(NO_PICTURE if is_text_only else PICTURE)
    return "\n".join(lines)


def first(units: Sequence[str], k: int) -> tuple[str, ...]:
    """The `k` best of what was found."""
    return tuple(units[:k])
