"""How far verdicts agree with those of people, for exact matching and for a judging model.

The model is asked about every labelled answer, also those that it would never see because exact
matching decides them: labels are dear, and the question is how well it judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from worksurface_pipeline.kernel.agreement import Agreement, Coefficient, agreement
from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.judging.asking import Matter, ask_all
from worksurface_pipeline.mmenterprise.judging.between_people import PeoplePair, between_people
from worksurface_pipeline.mmenterprise.judging.court import Court
from worksurface_pipeline.mmenterprise.judging.labels import (
    RIGHT,
    WRONG,
    Agreed,
    HumanLabel,
    agreed,
)
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel
from worksurface_pipeline.mmenterprise.judging.wording import JUDGE_VERSION
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.evaluation import Answered, Judge
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

LEAST_KAPPA = 0.6
"""Agreement beyond chance that is "substantial" by Landis and Koch 1977 begins above it."""
LEAST_LABELS = 20
"""With fewer answers one disagreement moves kappa by a tenth: nothing is said of the judge."""
LEAST_RAW = 0.9
"""Raw agreement asked for where kappa is undefined, since all labels are the same."""
ALL = "all"


class Standing(StrEnum):
    """What the agreement says of who judged."""

    SOUND = "agrees with people"
    TOO_LOW = "agrees too little with people"
    TOO_FEW = "too few labels to tell"


class Calibrated(Frozen):
    """One decider on the labelled answers of one type (or `all`).

    `decided` are those it gave a verdict on, the rest are `undecided`; agreement is over the first.
    """

    decider: Judge
    type: str
    decided: int
    undecided: int
    raw: Rate
    kappa: Coefficient
    standing: Standing


class Calibration(RecordSet):
    """A judging model and exact matching against the labels of people.

    `tied` answers have no majority, `unknown` ones are of questions that this benchmark lacks.
    `people` tells how far those who labelled agree with each other.
    """

    judge_model: str = ""
    judge_version: str = ""
    lines: tuple[Calibrated, ...] = ()
    answers: int = 0
    tied: int = 0
    unknown: int = 0
    people: tuple[PeoplePair, ...] = ()

    def too_low(self) -> tuple[Calibrated, ...]:
        """The lines of a decider that agrees too little with people."""
        return tuple(line for line in self.lines if line.standing is Standing.TOO_LOW)


_Pair = tuple[MmQuestion, Agreed]
_Verdicts = Sequence[bool | None]


def calibrate(
    scenes: Mapping[str, Scene],
    questions: Sequence[MmQuestion],
    labels: Sequence[HumanLabel],
    judge: JudgingModel | None = None,
    seed: int = 0,
) -> Calibration:
    """Agreement of exact matching and of the judge, where one is given, with the labels."""
    asked = {item.id: item for item in questions}
    found, tied = agreed(labels)
    pairs = [(asked[item.question], item) for item in found if item.question in asked]
    deciders: dict[Judge, _Verdicts] = {Judge.EXACT: _exactly(scenes, pairs)}
    if judge is not None:
        deciders[Judge.MODEL] = _by_model(judge, pairs)
    lines = [
        line
        for decider, verdicts in deciders.items()
        for line in _lines(decider, pairs, verdicts, seed)
    ]
    return Calibration(
        judge_model=judge.model if judge else "",
        judge_version=JUDGE_VERSION if judge else "",
        lines=tuple(lines),
        answers=len(pairs),
        tied=tied,
        unknown=len(found) - len(pairs),
        people=between_people(labels, {item.id: item.project for item in questions}, seed),
    )


def _exactly(scenes: Mapping[str, Scene], pairs: Sequence[_Pair]) -> _Verdicts:
    court = Court(scenes)
    cases = [court.heard(question, _answered(question, item)) for question, item in pairs]
    return [case.is_right for case in cases]


def _by_model(judge: JudgingModel, pairs: Sequence[_Pair]) -> _Verdicts:
    matters = [Matter(question, item.answer) for question, item in pairs]
    opinions = [ruling.opinion for ruling in ask_all(judge, matters)]
    return [opinion.correct if opinion else None for opinion in opinions]


def _answered(question: MmQuestion, item: Agreed) -> Answered:
    return Answered(
        question=question.id,
        project=question.project,
        units=(),
        images=0,
        answer=item.answer,
        outcome="",
    )


def _lines(
    decider: Judge, pairs: Sequence[_Pair], verdicts: _Verdicts, seed: int
) -> Iterable[Calibrated]:
    rows = [
        (question, item.is_right, verdict)
        for (question, item), verdict in zip(pairs, verdicts, strict=True)
    ]
    kinds = sorted({question.type.value for question, _, _ in rows})
    for kind in (ALL, *kinds):
        own = [row for row in rows if kind in (ALL, row[0].type.value)]
        yield _line(decider, kind, own, seed)


def _line(
    decider: Judge, kind: str, rows: Sequence[tuple[MmQuestion, bool, bool | None]], seed: int
) -> Calibrated:
    decided = [row for row in rows if row[2] is not None]
    ratings = [(_word(human), _word(bool(verdict))) for _, human, verdict in decided]
    clusters = [question.project for question, _, _ in decided]
    found = agreement(ratings, (RIGHT, WRONG), clusters=clusters, seed=seed) if decided else None
    equal = sum(first == second for first, second in ratings)
    kappa = found.pairs[0].cohen if found else Coefficient(value=None)
    return Calibrated(
        decider=decider,
        type=kind,
        decided=len(decided),
        undecided=len(rows) - len(decided),
        raw=rate(equal, len(decided)),
        kappa=kappa,
        standing=_standing(found, kappa, equal, len(decided)),
    )


def _standing(found: Agreement | None, kappa: Coefficient, equal: int, n: int) -> Standing:
    if found is None or n < LEAST_LABELS:
        return Standing.TOO_FEW
    is_sound = equal >= LEAST_RAW * n if kappa.value is None else kappa.value >= LEAST_KAPPA
    return Standing.SOUND if is_sound else Standing.TOO_LOW


def _word(is_right: bool) -> str:
    return RIGHT if is_right else WRONG
