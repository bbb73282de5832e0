"""Questions taken one by one: each the one that is missed most by then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions.traits import (
    CONFLICTS,
    Trait,
    Traits,
    limits,
    supposes,
    way,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType

# Questions that suppose something are taken the more often, as those that suppose it wrongly are a
# quarter of the unanswerable: else their wording would give those away.
_SUPPOSING = 6.0

Aims = Sequence[tuple[Trait, float]]


class Taken:
    """What was taken so far, how often each slot was asked for, and what was had how often.

    `aims` are shares of each type that are to have a trait, as far as there are such questions.
    `answer` and `conflict` bound what must not be the rule (see `traits.limits`).
    """

    def __init__(self, traits: Traits, aims: Aims, bounds: tuple[float, float], seed: int) -> None:
        self.questions: list[MmQuestion] = []
        self._traits = traits
        self._aims = aims
        self._answer, self._conflict = bounds
        self._seed = seed
        self._asked: Counter[str] = Counter()
        self._had: Counter[str] = Counter()

    def count(self, kind: QuestionType) -> int:
        """Questions of a type."""
        return sum(item.type is kind for item in self.questions)

    def take_triples(self, pool: Sequence[MmQuestion], most: int, of_type: int) -> None:
        """All members of the first triples."""
        groups: dict[str, list[MmQuestion]] = {}
        for item in pool:
            if item.triple:
                groups.setdefault(item.triple, []).append(item)
        for key in self._by_kind(groups)[:most]:
            for item in groups[key]:
                self._take(item, of_type)

    def fill(self, pool: Sequence[MmQuestion], most: int, of_type: int) -> None:
        """Take up to `most` more of a pool, for a type that is to have `of_type` of them."""
        known = {item.id for item in self.questions}
        rest = [item for item in pool if item.id not in known]
        mine = [item for item in self.questions if pool and item.type is pool[0].type]
        for _ in range(min(most, len(rest))):
            lacking = [
                trait
                for trait, share in self._aims
                if sum(map(trait, mine)) < ceil(of_type * share)
            ]
            item = min(rest, key=lambda one: self._rank(one, lacking, of_type))
            rest.remove(item)
            mine.append(item)
            self._take(item, of_type)

    def _lacking(self, mine: Sequence[MmQuestion], many: int) -> list[Trait]:
        """The traits that so many questions are to have more often than these have them."""
        return [trait for trait, share in self._aims if sum(map(trait, mine)) < ceil(many * share)]

    def lift(self, pool: Sequence[MmQuestion], trait: Trait, share: float) -> None:
        """Exchange questions for others of their type until a share of all has a trait."""
        known = {item.id for item in self.questions}
        spare = [item for item in pool if trait(item) and item.id not in known]
        for item in sorted(spare, key=lambda one: self._rank(one, (), len(self.questions))):
            if sum(map(trait, self.questions)) >= share * len(known):
                return
            fewer = [own for own in self.questions if self._may_go(own, item) and not trait(own)]
            if fewer:
                gone = min(fewer, key=lambda own: (self._worth(own), own.id))
                self.questions.remove(gone)
                self._take(item, 0)

    def _take(self, item: MmQuestion, of_type: int) -> None:
        self._asked.update([*item.query.slots, way(item)])
        self._had.update(limits(item, of_type, self._answer, self._conflict).keys())
        self.questions.append(item)

    def _rank(
        self, item: MmQuestion, lacking: Sequence[Trait], of_type: int
    ) -> tuple[int, int, float, float, str]:
        """Within the bounds first, then what is lacking, then what was asked for least."""
        bounds = limits(item, of_type, self._answer, self._conflict)
        over = sum(self._had[key] >= most for key, most in bounds.items())
        fits = sum(trait(item) for trait in lacking)
        if item.type in CONFLICTS:
            fits += self._traits.is_decided(item)
        slots = sum(self._asked[key] for key in item.query.slots)
        weight = _SUPPOSING if supposes(item) else 1.0
        asked = slots + self._asked[way(item)] / weight
        return (over, -fits, asked, hash_unit(self._seed, item.id), item.id)

    def _may_go(self, own: MmQuestion, other: MmQuestion) -> bool:
        """Whether one may be exchanged for another: of its type, in no triple.

        No verdict may come to be right on more than a half of the claims.
        """
        is_alike = own.type is other.type and not own.triple
        if own.answer_kind != "verdict" or own.gold == other.gold:
            return is_alike
        golds = Counter(item.gold for item in self.questions if item.answer_kind == "verdict")
        return is_alike and 2 * (golds[other.gold] + 1) <= golds.total()

    def _worth(self, item: MmQuestion) -> int:
        return sum(trait(item) for trait, _ in self._aims)

    def _by_kind(self, groups: Mapping[str, Sequence[MmQuestion]]) -> list[str]:
        """Facts by hash, but of each kind of value and of each modality one before a second.

        Of one kind those come first of which fewer questions are answered by one record.
        """
        seen: Counter[str] = Counter()
        ranks: dict[str, tuple[int, int, float]] = {}
        order = {
            key: (sum(len(item.evidence) == 1 for item in items), hash_unit(self._seed, key))
            for key, items in groups.items()
        }
        for key in sorted(groups, key=lambda key: (order[key], key)):
            pictures = max(map(self._traits.pictures, groups[key]))
            kind = f"{groups[key][0].answer_kind} {pictures}"
            ranks[key] = (seen[kind], *order[key])
            seen[kind] += 1
        return sorted(ranks, key=lambda key: (ranks[key], key))
