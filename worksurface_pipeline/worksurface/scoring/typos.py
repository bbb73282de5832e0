"""List items that differ by a typo, as the public release forgives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

Item = tuple[str, ...]
"""The elements of a list item."""

_DIGITS = re.compile(r"\d+")
_MOST = 2  # edits at most, however long the item
_LETTERS_PER_EDIT = 8  # one edit is free, one more for so many characters
_MOST_ITEMS = 300
_LONGEST = 200  # characters of an item; what is longer is no name with a typo


def is_typo(gold: str, given: str) -> bool:
    """Whether `given` is `gold` but for a typo; never when they differ only in digits."""
    limit = min(_MOST, 1 + len(gold) // _LETTERS_PER_EDIT)
    if max(len(gold), len(given)) > _LONGEST or abs(len(gold) - len(given)) > limit:
        return False
    if _DIGITS.sub("", gold) == _DIGITS.sub("", given):
        return gold == given
    return _is_within(gold, given, limit)


def pairs(golds: Iterable[Item], givens: Iterable[Item]) -> int:
    """The most pairs of a gold and a given item that are one but for a typo, each used once.

    Of lists longer than any answer only the first in the order of their texts are looked at.
    """
    wanted, offered = sorted(golds)[:_MOST_ITEMS], sorted(givens)[:_MOST_ITEMS]
    near = {one: [other for other in offered if _is_near(one, other)] for one in wanted}
    taken: dict[Item, Item] = {}
    return sum(_has_place(one, near, taken, set()) for one in wanted)


def _is_near(gold: Item, given: Item) -> bool:
    """Whether each element of an item is that of the other, but for a typo."""
    return len(gold) == len(given) and all(
        one == other or is_typo(one, other) for one, other in zip(gold, given, strict=True)
    )


def _has_place(
    gold: Item, near: Mapping[Item, Sequence[Item]], taken: dict[Item, Item], seen: set[Item]
) -> bool:
    """Find a free given item for `gold`, moving earlier ones aside where that helps."""
    for given in near[gold]:
        if given in seen:
            continue
        seen.add(given)
        if given not in taken or _has_place(taken[given], near, taken, seen):
            taken[given] = gold
            return True
    return False


def _is_within(one: str, other: str, limit: int) -> bool:
    """Whether the Levenshtein distance is at most `limit`, which is small: edits are tried."""
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return abs(len(one) - len(other)) <= limit
    if limit == 0:
        return False
    left, right = one[start:], other[start:]
    edited = ((left[1:], right[1:]), (left[1:], right), (left, right[1:]))
    return any(_is_within(a, b, limit - 1) for a, b in edited)
