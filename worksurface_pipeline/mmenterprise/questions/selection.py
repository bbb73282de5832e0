"""Which of the questions that passed are taken: types, pictures, whole triples, variety."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions.verdicts import shared_out
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit

# Questions that suppose something are taken the more often, as those that suppose it wrongly are a
# quarter of the unanswerable: else their wording would give those away.
_SUPPOSING = 6.0
_IN_TRIPLE = 3
CONFLICTS = (QuestionType.CROSS_SOURCE, QuestionType.TEMPORAL)


class Quotas(Frozen):
    """How many questions of a project, and of which kind.

    `shares` of the answerable types are near the published counts, with the conflicts lifted to
    more than a quarter of all; the others are taken as far as conflicts keep `conflicts`. `visual`,
    `two_images` and `several` (units of evidence) are shares of the answerable ones;
    `absences` are the unanswerable ones; each kind is a quarter of them at least.
    """

    total: int = 60
    absences: Mapping[Absence, int] = {
        Absence.NEVER_RECORDED: 3,
        Absence.PREMISE_CONTRADICTED: 2,
        Absence.TWIN_CHANGED: 3,
    }
    conflicts: float = 0.25
    visual: float = 0.30
    two_images: float = 0.10
    several: float = 0.45
    triples: int = 2
    shares: Mapping[QuestionType, float] = {
        QuestionType.EXTRACTION: 0.14,
        QuestionType.ATTRIBUTION: 0.08,
        QuestionType.COMPUTATION: 0.16,
        QuestionType.COMPARISON: 0.12,
        QuestionType.INTERPRETATION: 0.12,
        QuestionType.CROSS_SOURCE: 0.18,
        QuestionType.TEMPORAL: 0.20,
    }


def selected(
    pool: Sequence[MmQuestion], units: Mapping[str, Unit], quotas: Quotas, seed: int
) -> tuple[MmQuestion, ...]:
    """The answerable questions that are taken, in an order that tells nothing."""
    room = quotas.total - sum(quotas.absences.values())
    taken = _Taken(units, quotas, seed)
    taken.take_triples(pool)
    for kind in (*CONFLICTS, *(key for key in quotas.shares if key not in CONFLICTS)):
        left = _most(kind, quotas, room, taken) - taken.count(kind)
        own = [item for item in pool if item.type is kind]
        for group, most in shared_out(own, left, sum(quotas.absences.values()) / quotas.total):
            taken.fill(group, most)
    taken.lift(pool, 1, quotas.visual)
    taken.lift(pool, 2, quotas.two_images)
    found = sorted(taken.questions, key=lambda item: hash_unit(seed, item.id))
    members = Counter(item.triple for item in found)
    return tuple(
        item if members[item.triple] == _IN_TRIPLE else item.model_copy(update={"triple": ""})
        for item in found
    )


def _most(kind: QuestionType, quotas: Quotas, room: int, taken: _Taken) -> int:
    """Questions of a type; of what is no conflict no more than the share of conflicts allows."""
    wanted = ceil(quotas.shares[kind] * room)
    if kind in CONFLICTS:
        return wanted
    conflicts = sum(map(taken.count, CONFLICTS))
    absent = sum(quotas.absences.values())
    others = int(conflicts / quotas.conflicts) - conflicts - absent
    return min(wanted, max(1, int(others * quotas.shares[kind] / _others(quotas))))


def _others(quotas: Quotas) -> float:
    return sum(share for kind, share in quotas.shares.items() if kind not in CONFLICTS)


class _Taken:
    """What was taken so far, and how often each slot was asked for."""

    def __init__(self, units: Mapping[str, Unit], quotas: Quotas, seed: int) -> None:
        self.questions: list[MmQuestion] = []
        self._units = units
        self._quotas = quotas
        self._seed = seed
        self._asked: Counter[str] = Counter()

    def count(self, kind: QuestionType) -> int:
        """Questions of a type."""
        return sum(item.type is kind for item in self.questions)

    def take_triples(self, pool: Sequence[MmQuestion]) -> None:
        """All members of the first triples."""
        groups: dict[str, list[MmQuestion]] = {}
        for item in pool:
            if item.triple:
                groups.setdefault(item.triple, []).append(item)
        for key in self._by_kind(groups)[: self._quotas.triples]:
            for item in groups[key]:
                self._take(item)

    def fill(self, pool: Sequence[MmQuestion], most: int) -> None:
        """Take up to `most` more: what needs two pictures, one, several records, then any."""
        quotas = self._quotas
        wanted = (
            ([item for item in pool if self._pictures(item) > 1], quotas.two_images),
            ([item for item in pool if self._pictures(item)], quotas.visual),
            ([item for item in pool if len(item.evidence) > 1], quotas.several),
            (pool, 1.0),
        )
        start = len(self.questions)
        for group, share in wanted:
            mine = {item.id for item in self.questions[start:]}
            have = sum(item.id in mine for item in group)
            known = {item.id for item in self.questions}
            fit = [item for item in group if item.id not in known]
            room = most - (len(self.questions) - start)
            self._take_varied(fit, min(room, ceil(most * share) - have))

    def lift(self, pool: Sequence[MmQuestion], pictures: int, share: float) -> None:
        """Exchange questions for others of their type until enough need so many pictures."""
        known = {item.id for item in self.questions}
        spare = [item for item in pool if self._pictures(item) >= pictures and item.id not in known]
        for item in sorted(spare, key=self._rank):
            if sum(self._pictures(own) >= pictures for own in self.questions) >= share * len(known):
                return
            fewer = [
                own
                for own in self.questions
                if own.type is item.type and not own.triple and self._pictures(own) < pictures
            ]
            if fewer:
                self.questions.remove(min(fewer, key=lambda own: (self._pictures(own), own.id)))
                self._take(item)

    def _take(self, item: MmQuestion) -> None:
        self._asked.update([*item.query.slots, _way(item)])
        self.questions.append(item)

    def _take_varied(self, pool: Sequence[MmQuestion], most: int) -> None:
        """The least asked for first; slot and way of asking both count."""
        rest = list(pool)
        for _ in range(min(most, len(rest))):
            item = min(rest, key=self._rank)
            rest.remove(item)
            self._take(item)

    def _rank(self, item: MmQuestion) -> tuple[float, float, str]:
        slots = sum(self._asked[key] for key in item.query.slots)
        weight = _SUPPOSING if _supposes(item) else 1.0
        asked = slots + self._asked[_way(item)] / weight
        return (asked, hash_unit(self._seed, item.id), item.id)

    def _by_kind(self, groups: Mapping[str, Sequence[MmQuestion]]) -> list[str]:
        """Facts by hash, but of each kind of value and of each modality one before a second."""
        seen: Counter[str] = Counter()
        ranks: dict[str, int] = {}
        for key in sorted(groups, key=lambda key: hash_unit(self._seed, key)):
            pictures = max(self._pictures(item) for item in groups[key])
            kind = f"{groups[key][0].answer_kind} {pictures}"
            ranks[key] = seen[kind]
            seen[kind] += 1
        return sorted(ranks, key=lambda key: (ranks[key], hash_unit(self._seed, key)))

    def _pictures(self, item: MmQuestion) -> int:
        return sum(self._units[key].is_visual for key in item.evidence)


def _supposes(item: MmQuestion) -> bool:
    """Whether a question takes for granted that somebody revised, or said, something."""
    query = item.query
    is_named = query.operation == "who_stated" and query.argument != ""
    is_step = query.operation == "difference" and query.event != ""
    return is_named or is_step or query.operation in ("before_revision", "who_corrected")


def _way(item: MmQuestion) -> str:
    """How something is asked; of verdicts also which one is right: none is to be the usual one."""
    query = item.query
    if query.operation == "holds":
        return f"holds {query.argument.partition(':')[0]} {item.gold}"
    argument = query.argument if query.operation == "ranking" else bool(query.argument)
    return f"{query.operation} {argument} {bool(query.event)} {bool(query.at)}"
