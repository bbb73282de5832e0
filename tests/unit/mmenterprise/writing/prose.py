"""A model that writes reports and slides in sentences, as people would, and keeps every rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any

_VALUES = (
    "For {thing}, the {measure} is {value}.",
    "The {measure} for {thing} comes to {value} in this version.",
    "The {measure} of {thing} stands at {value}.",
    "{thing} shows a {measure} of {value}, as agreed in the review.",
)
_TABLE = (
    "The table below lists what the team had measured when this version was put together. Please"
    " check the rows that concern your part and tell the author about anything that looks odd.",
    "Everything was taken over from the logs without rounding, so it can be traced row by row.",
)
_PICTURE = "The values are printed in the picture itself; please read them there."
_OPENING = (
    "This document sums up where {company} stands with {product} ahead of the {for_the_milestone}."
    " It is meant for the team and, once released, for {customer}.",
    "It keeps to what can be traced to a record.",
)
_CLOSING = (
    "Please send remarks to the author; they are dealt with in the next version.",
    "Whoever finds that something no longer holds should say so. Earlier versions stay on file.",
)
_STEPS = ("Collect remarks.", "Agree on open points.", "Bring the slides up to date.")
_HEADINGS = ("Where we stand", "What we look at", "Closer look", "What comes next")


def prose(data: Mapping[str, Any]) -> dict[str, Any]:
    """The pages of a version."""
    patterns = cycle(_VALUES)
    return {"pages": [_page(item, data, patterns) for item in data["pages"]]}


def _page(item: Mapping[str, Any], data: Mapping[str, Any], patterns: Any) -> dict[str, Any]:
    is_slide = item["most_lines"] < 8 and data["title"].endswith("deck")
    said = [_value(say, next(patterns)) for say in item["to_say"]]
    if item["page"] == 1:
        lines = list(_slide_opening(item, data) if is_slide else _opening(item, data))
    elif item["says"]:
        lines = said if is_slide else [_TABLE[0], " ".join(said) or "See there."]
        lines = lines or ["See the rows below."]
    elif item["shows"]:
        lines = [_PICTURE]
    else:
        lines = list(_STEPS if is_slide else _CLOSING)
    if item["why"]:
        lines.append(f"The reason is that {item['why']}.")
    return {
        "page": item["page"],
        "heading": _HEADINGS[item["page"] % len(_HEADINGS)],
        "lines": lines,
    }


def _value(say: Mapping[str, Any], pattern: str) -> str:
    if say["instead_of"]:
        return f"{say['thing']} {say['measure']}: {say['value']}, not {say['instead_of']}."
    return pattern.format(**say)


def _opening(item: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    yield from (line.format(**data) for line in _OPENING)
    author, day, *versions = item["must_contain"]
    yield f"{author} wrote it on {day}."
    if versions:
        yield f"This is {versions[0]}; it takes the place of {versions[1]}."
    for one in item["pending"]:
        yield f"The {one['measure']} for {one['thing']} is still pending and will be added later."


def _slide_opening(item: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    author, day, *rest = item["must_contain"]
    yield f"{data['company']} for {data['customer']}"
    yield f"{data['title']}, {author}, {day}"
    if any(word.startswith("version") for word in rest):
        yield f"This is {rest[0]}; it takes the place of {rest[1]}."
    for one in item["pending"]:
        yield f"{one['thing']} {one['measure']}: pending"
