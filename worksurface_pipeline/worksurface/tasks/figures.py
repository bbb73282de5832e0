"""Which numbers of a text are figures: years, labels and settings name something instead."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.tasks.lexicon import LABEL_NOUNS
from worksurface_pipeline.worksurface.tasks.literals import find_literals
from worksurface_pipeline.worksurface.tasks.words import words_of

_SET_AT = re.compile(r"\w\s+(?:of|at|=)\s*[-\u2212]?$")
_YEARS = range(1800, 2101)
EQUATE = re.compile(r"\b(?:given|reported|stated|shown|quoted|listed) (?:as|at|with)\s*$")


def rubric_numbers(text: str) -> tuple[tuple[NumberMention, bool], ...]:
    """Numbers, ranges and dates of a rubric in order, each with whether it is a figure."""
    literals = list(find_literals(text))
    found = [(literal, True) for literal in literals]
    for mention in find_numbers(text):
        if not any(item.start < mention.end and mention.start < item.end for item in literals):
            found.append((mention, is_figure(mention) and not _is_label(text, mention)))
    return _without_settings(text, sorted(found, key=lambda item: item[0].start))


def _without_settings(
    text: str, found: list[tuple[NumberMention, bool]]
) -> tuple[tuple[NumberMention, bool], ...]:
    """In "at a setpoint of -20 given as 0.07" the negative number is a condition, no figure."""
    following: list[NumberMention | None] = [mention for mention, _ in found[1:]]
    following += [None] * bool(found)
    return tuple(
        (mention, is_read and not (after is not None and _is_setting(text, mention, after)))
        for (mention, is_read), after in zip(found, following, strict=True)
    )


def _is_setting(text: str, mention: NumberMention, after: NumberMention) -> bool:
    is_plain = mention.value.startswith("-") and not (mention.unit or mention.digits)
    between = text[mention.end : after.start].rstrip("$€£¥-")
    is_equated = EQUATE.search(between) is not None
    return is_plain and is_equated and _SET_AT.search(text[: mention.start]) is not None


def is_figure(mention: NumberMention) -> bool:
    """Whether a number is a figure and not a year, which names a period."""
    is_plain = mention.unit == "" and mention.digits == 0 and "," not in mention.raw
    return not (is_plain and len(mention.raw) == 4 and int(mention.value) in _YEARS)


def _is_label(text: str, mention: NumberMention) -> bool:
    """Whether the number is a name: "code 503", "000934"; it counts and measures nothing."""
    if mention.unit or mention.digits or "," in mention.raw:
        return False
    before = words_of(text[: mention.start])
    is_adjacent = bool(before) and mention.start - before[-1].end == 1
    is_named = is_adjacent and before[-1].text.lower() in LABEL_NOUNS
    return is_named or (len(mention.raw) > 1 and mention.raw.startswith("0"))
