"""The items of a list answer, as keys of the items of the gold where they are these.

A JSON list is taken as it is. Of the ways to cut a text into items that is taken which finds most
of the gold's: how a list is written is no part of the answer, and an item that is not the gold's
stays one too many, however it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.worksurface.scoring.item_keys import (
    ItemKey,
    are_kin,
    bare_key,
    item_key,
    pair_keys,
)
from worksurface_pipeline.worksurface.scoring.item_texts import (
    PIECES,
    clean,
    cuts,
    inner_text,
    without_lead,
)
from worksurface_pipeline.worksurface.scoring.matching import tidy
from worksurface_pipeline.worksurface.scoring.submitted import Value

__all__ = ["ItemKey", "Wanted", "given_keys", "item_key", "wanted"]

_NOTHING = frozenset({"none", "nothing", "empty"})
_LONGEST_TEXT = 20_000  # characters of a list that is cut in more than one way


@dataclass(frozen=True, slots=True)
class Wanted:
    """Items of a gold: their `keys` in order, and the most pieces that one of them falls into."""

    keys: tuple[ItemKey, ...]
    known: frozenset[ItemKey]
    most_pieces: int
    bare: dict[ItemKey, ItemKey] = field(default_factory=dict)

    @property
    def are_plain(self) -> bool:
        """Whether every item is one element."""
        return all(len(key) == 1 for key in self.keys)

    def own(self, key: ItemKey) -> ItemKey:
        """The gold's key for a given one: a unit that only one of them names is no difference."""
        if key in self.known:
            return key
        kin = self.bare.get(bare_key(key))
        return kin if kin is not None and are_kin(kin, key) else key

    def read(self, text: str) -> ItemKey:
        """The key of an item that stands by itself, with or without the mark of its line."""
        plain = self.own(item_key(text))
        if plain in self.known:
            return plain
        bare = clean(text)
        others = (self.own(key) for key in self._others(bare))
        return next((key for key in others if key in self.known), item_key(bare) if bare else plain)

    def _others(self, text: str) -> Iterator[ItemKey]:
        yield item_key(text)
        if not self.are_plain:
            yield from pair_keys(text)


def wanted(items: Sequence[str]) -> Wanted:
    """The items of a gold list."""
    keys = tuple(item_key(item) for item in items)
    pieces = max((len(PIECES.findall(item)) + item.count(",") + 1 for item in items), default=1)
    return Wanted(keys, frozenset(keys), pieces, {bare_key(key): key for key in keys})


def given_keys(value: Value, gold: Wanted) -> tuple[ItemKey, ...]:
    """The items of an answer, in the order given."""
    if isinstance(value, list) and len(value) == 1:
        only = value[0]
        if isinstance(only, list) and gold.are_plain:
            value = only  # a list in a list, where no item is one
        elif isinstance(only, str):
            value = only
    if isinstance(value, str):
        return _text_keys(value, gold)
    items = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(key for item in items for key in _item_keys(item, gold))


def _item_keys(item: Value, gold: Wanted) -> Iterator[ItemKey]:
    """The key of an item of an array; a text of several items that are all asked for is these."""
    if isinstance(item, dict) and not gold.are_plain:
        yield from _object_keys(item, gold)
    elif isinstance(item, str):
        key = gold.read(item)
        several = _text_keys(item, gold) if key not in gold.known and "," in item else ()
        yield from several if several and gold.known.issuperset(several) else (key,)
    else:
        yield gold.own(item_key(item))


def _object_keys(item: dict[str, Value], gold: Wanted) -> Iterator[ItemKey]:
    """A flat object is one item by its values, or one item for each name with its value."""
    values = gold.own(item_key(list(item.values())))
    if values in gold.known:
        yield values
        return
    pairs: list[list[Value]] = [[name, part] for name, part in item.items()]
    keys = [gold.own(item_key(pair)) for pair in pairs]
    yield from keys if any(key in gold.known for key in keys) else [item_key(item)]


def _text_keys(text: str, gold: Wanted) -> tuple[ItemKey, ...]:
    if not gold.keys and tidy(text) in _NOTHING:
        return ()
    whole = gold.read(text)
    if whole in gold.known:
        return (whole,)
    best: tuple[ItemKey, ...] = ()
    most = -1.0
    for keys in _readings(inner_text(text), gold):
        found = _share(keys, gold)
        if found > most:
            best, most = keys, found
        if most == 1.0 or len(text) > _LONGEST_TEXT:
            break
    return best


def _readings(text: str, gold: Wanted) -> Iterator[tuple[ItemKey, ...]]:
    """The items of a text by every way of cutting it, the plainest first."""
    bare = without_lead(text)
    for whole in (text, inner_text(bare)) if bare else (text,):
        for parts in cuts(whole):
            yield tuple(gold.read(part) for part in parts if part)
        yield tuple(_put_together(whole, gold))


def _share(keys: Sequence[ItemKey], gold: Wanted) -> float:
    """How well items fit the gold, repeats and all."""
    if not keys:
        return float(not gold.keys)
    return 2 * len(gold.known.intersection(keys)) / (len(set(keys)) + len(gold.known))


def _put_together(text: str, gold: Wanted) -> Iterator[ItemKey]:
    """The pieces between all separators; neighbours that make up an item of the gold are one."""
    spans = list(_spans(text))
    start = 0
    while start < len(spans):
        near = spans[start : start + gold.most_pieces]
        size, key = _longest(text, near, gold)
        if key is not None:
            yield key
        start += size


def _longest(
    text: str, spans: Sequence[tuple[int, int]], gold: Wanted
) -> tuple[int, ItemKey | None]:
    """The most of these pieces that make up one item of the gold, else the first alone."""
    begin = spans[0][0]
    for size in range(len(spans), 1, -1):
        key = gold.read(text[begin : spans[size - 1][1]])
        if key in gold.known:
            return size, key
    part = clean(text[begin : spans[0][1]])
    return 1, gold.read(part) if part else None


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in PIECES.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)
