"""How the items of two lists are paired, and the F1 of what matched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from worksurface_pipeline.worksurface.scoring.items import ItemKey
from worksurface_pipeline.worksurface.scoring.profiles import Items
from worksurface_pipeline.worksurface.scoring.typos import pairs


def _f1(matched: int, golds: int, givens: int) -> float:
    return 2 * matched / (golds + givens) if golds + givens else 1.0


def _as_sets(gold: tuple[ItemKey, ...], given: tuple[ItemKey, ...]) -> float:
    wanted, offered = set(gold), set(given)
    return _f1(len(wanted & offered), len(wanted), len(offered))


def _as_multisets(gold: tuple[ItemKey, ...], given: tuple[ItemKey, ...]) -> float:
    """One to one: an item given twice matches twice only where the gold has it twice."""
    common = (Counter(gold) & Counter(given)).total()
    return _f1(common, len(gold), len(given))


def _despite_typos(gold: tuple[ItemKey, ...], given: tuple[ItemKey, ...]) -> float:
    wanted, offered = set(gold), set(given)
    common = len(wanted & offered)
    near = pairs(wanted - offered, offered - wanted)
    return _f1(common + near, len(wanted), len(offered))


SHARES: Mapping[Items, Callable[[tuple[ItemKey, ...], tuple[ItemKey, ...]], float]] = {
    Items.SETS: _as_sets,
    Items.MULTISETS: _as_multisets,
    Items.TYPOS: _despite_typos,
}
"""The F1 of a gold list and a given one, in [0, 1], by the rule of pairing."""
