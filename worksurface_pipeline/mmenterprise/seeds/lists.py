"""Clauses that give one measure for several names: "was 5% in Ashmere and 7% in Dunvale"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.mmenterprise.seeds.forms import IS, VALUE
from worksurface_pipeline.mmenterprise.seeds.readable import (
    as_attribute,
    as_entity,
    has_loose_digits,
    is_value,
)
from worksurface_pipeline.mmenterprise.seeds.values import Value, value_at

_ITEM = rf"{VALUE} (?:for|in|at|on|with|among) [A-Z][^,\x00]*?"
_LIST = re.compile(
    rf"^(?P<head>[^,\x00]+?) (?:{IS}) (?P<items>{_ITEM}(?:(?:,| and|, and) {_ITEM})+)\.?$"
)
_NAME = re.compile(rf"{VALUE} (?:for|in|at|on|with|among) (?P<name>[^,\x00]+?)(?:,| and|$)")


@dataclass(frozen=True, slots=True)
class Listed:
    """One item of such a list."""

    entity: str
    attribute: str
    value: Value


def listed(sentence: str) -> Iterator[Listed]:
    """The items of a sentence that is such a list as a whole; nothing for any other."""
    mentions = list(find_numbers(sentence))
    values = [value_at(sentence, mention) for mention in mentions]
    if len(values) < 2 or any(
        not is_value(mention, sentence[: value.start], value.unit)
        for mention, value in zip(mentions, values, strict=True)
    ):
        return
    plain = _plain(sentence, values)
    found = _LIST.match(plain)
    if found is None or has_loose_digits(plain):
        return
    names = [match["name"] for match in _NAME.finditer(found["items"].rstrip("."))]
    if len(names) == len(values):
        for name, value in zip(names, values, strict=True):
            yield Listed(as_entity(name), as_attribute(found["head"]), value)


def _plain(sentence: str, values: list[Value]) -> str:
    """The sentence with a mark in place of each value."""
    pieces, end = [], 0
    for value in values:
        pieces += [sentence[end : value.start], VALUE]
        end = value.end
    return "".join([*pieces, sentence[end:]])
