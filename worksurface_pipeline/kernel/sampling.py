"""Choices by hash: the same seed and id give the same choice, whatever the order of the input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from worksurface_pipeline.kernel.hashing import digest_text

T = TypeVar("T")


def hash_unit(seed: int, key: str) -> float:
    """A uniform number in [0, 1) that depends on seed and key alone."""
    return int(digest_text(f"{seed}\x00{key}")[:13], 16) / float(16**13)


def choose(seed: int, key: str, options: Sequence[T]) -> T:
    """One of `options` (not empty), by hash."""
    return options[int(hash_unit(seed, key) * len(options))]


def first_by_hash(seed: int, keys: Iterable[str], limit: int) -> tuple[str, ...]:
    """At most `limit` keys, those with the smallest hash, in sorted order."""
    ranked = sorted(set(keys), key=lambda key: (hash_unit(seed, key), key))
    return tuple(sorted(ranked[:limit]))
