"""Which of the questions that passed are taken: types, pictures, whole triples, variety."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions.taking import Aims, Taken
from worksurface_pipeline.mmenterprise.questions.traits import (
    CONFLICTS,
    Traits,
    is_over_several,
    is_over_two,
    supposes,
)
from worksurface_pipeline.mmenterprise.questions.verdicts import shared_out
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit

_IN_TRIPLE = 3
# Only some types can need three records, or a picture and a text: these have so many times the
# share of all.
_SEVERAL_OF_A_TYPE, _MIXED_OF_A_TYPE = 4.0, 2.0


class Quotas(Frozen):
    """How many questions of a project, and of which kind.

    `shares` of the answerable types are near the published counts, with the conflicts lifted to
    more than a quarter of all; the others are taken as far as conflicts keep `conflicts`. `visual`,
    `two_images`, `mixed` (a picture and a text), `two` and `several` (records of evidence: two, or
    three and more) are shares of the answerable ones; `supposing` is one of each type that can
    suppose a revision, as so many of the unanswerable suppose one wrongly. No answer is right on
    more than `answer` of a type, and of conflicts no more than `one_record` can be read from one
    record or ask in one way. `absences` are the unanswerable ones; each kind is a quarter of them
    at least.
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
    mixed: float = 0.10
    two: float = 0.45
    several: float = 0.10
    supposing: float = 0.45
    answer: float = 0.4
    one_record: float = 1 / 3
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
    traits = Traits(units)
    bounds = (quotas.answer, quotas.one_record)
    taken = Taken(traits, _of_a_type(quotas, traits), bounds, seed)
    taken.take_triples(pool, quotas.triples, ceil(quotas.shares[QuestionType.TEMPORAL] * room))
    for kind in (*CONFLICTS, *(key for key in quotas.shares if key not in CONFLICTS)):
        most = _most(kind, quotas, room, taken)
        own = [item for item in pool if item.type is kind]
        for group, some in shared_out(own, most - taken.count(kind), seed):
            taken.fill(group, some, most)
    for trait, share in _of_all(quotas, traits):
        taken.lift(pool, trait, share)
    found = sorted(taken.questions, key=lambda item: hash_unit(seed, item.id))
    members = Counter(item.triple for item in found)
    return tuple(
        item if members[item.triple] == _IN_TRIPLE else item.model_copy(update={"triple": ""})
        for item in found
    )


def _of_all(quotas: Quotas, traits: Traits) -> Aims:
    return (
        (is_over_several, quotas.several),
        (traits.is_mixed, quotas.mixed),
        (traits.is_of_two_images, quotas.two_images),
        (traits.is_visual, quotas.visual),
    )


def _of_a_type(quotas: Quotas, traits: Traits) -> Aims:
    return (
        (is_over_several, quotas.several * _SEVERAL_OF_A_TYPE),
        (traits.is_mixed, quotas.mixed * _MIXED_OF_A_TYPE),
        (traits.is_of_two_images, quotas.two_images),
        (traits.is_visual, quotas.visual),
        (is_over_two, quotas.two),
        (supposes, quotas.supposing),
    )


def _most(kind: QuestionType, quotas: Quotas, room: int, taken: Taken) -> int:
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
