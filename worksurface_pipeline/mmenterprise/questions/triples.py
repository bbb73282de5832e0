"""Matched triples: one fact asked for now, at a date, and before a named revision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


def matched(pool: Sequence[MmQuestion]) -> tuple[MmQuestion, ...]:
    """The pool with `triple` on the members of whole triples alone, three of each fact.

    Where a fact has several earlier states, the pair whose golds differ is taken first: then the
    three questions have three answers.
    """
    facts: dict[str, list[MmQuestion]] = {}
    for item in pool:
        if item.triple:
            facts.setdefault(item.triple, []).append(item)
    members = {key: fact for fact, items in facts.items() for key in _members(items)}
    return tuple(item.model_copy(update={"triple": members.get(item.id, "")}) for item in pool)


def _members(items: Sequence[MmQuestion]) -> tuple[str, ...]:
    current = [item for item in items if _is_current(item)][:1]
    dated = [item for item in items if item.query.operation == "as_of" and item.query.at]
    before = [item for item in items if item.query.operation == "before_revision"]
    options = [
        three
        for three in product(current, dated, before)
        if three[0].gold not in (three[1].gold, three[2].gold)
    ]
    best = max(options, key=lambda three: len({item.gold for item in three}), default=())
    return tuple(item.id for item in best)


def _is_current(item: MmQuestion) -> bool:
    return item.query.operation in ("as_of", "which_applies") and item.query.at is None
