"""Verdicts on all answers of a cell.

Exact matching decides what it can, and no model overrules it. What it leaves open goes to a judging
model where there is one. Nothing is guessed: what nobody decides has no score, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.judging.asking import Matter, Ruling, ask_all
from worksurface_pipeline.mmenterprise.judging.court import Case, Court
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel, require_stranger
from worksurface_pipeline.mmenterprise.judging.wording import JUDGE_VERSION
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.evaluation import Answered, Answers, Judgements
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_Rulings = Mapping[str, Sequence[Ruling]]


def judge_cell(
    scenes: Mapping[str, Scene],
    questions: Sequence[MmQuestion],
    answers: Answers,
    judge: JudgingModel | None = None,
) -> Judgements:
    """A verdict on each answer, in their order; `scenes` are the projects by id.

    Raises WorksurfaceError for an answer to a question that is not given, SettingsError for a
    judge of the family that it would judge, ModelConfigurationError when it cannot be asked at all.
    """
    if judge is not None:
        require_stranger(judge.model, (answers.cell.model,), judge.families)
    court = Court(scenes)
    asked = {item.id: item for item in questions}
    cases = [court.heard(_question(asked, item), item) for item in answers.answers]
    rulings = rulings_on([case for case in cases if case.is_open], judge)
    return Judgements(
        cell=answers.cell,
        judge_model=judge.model if judge else "",
        judge_version=JUDGE_VERSION if judge else "",
        is_text_only=answers.is_text_only,
        judged=tuple(court.judged(case, rulings.get(case.question.id, ())) for case in cases),
        unreached=sum(not found[0].was_reached for found in rulings.values()),
    )


def rulings_on(cases: Sequence[Case], judge: JudgingModel | None) -> _Rulings:
    """What the judge says of each open case, by question: once, of some of them twice."""
    if judge is None:
        return {}
    found: dict[str, list[Ruling]] = {}
    matters = matters_on(cases, judge.twice, judge.seed)
    for matter, ruling in zip(matters, ask_all(judge, matters), strict=True):
        found.setdefault(matter.question.id, []).append(ruling)
    return found


def matters_on(cases: Sequence[Case], twice: float, seed: int) -> list[Matter]:
    """What the judge is asked about these cases: each once, then a share of them a second time."""
    seconds = [
        Matter(case.question, case.text, is_second=True)
        for case in cases
        if hash_unit(seed, case.question.id) < twice
    ]
    return [*(Matter(case.question, case.text) for case in cases), *seconds]


def _question(asked: Mapping[str, MmQuestion], item: Answered) -> MmQuestion:
    if item.question not in asked:
        raise WorksurfaceError(
            "An answer to a question that is not of this benchmark",
            where=item.question,
            remedy="Judge answers with the questions that were asked, or run the cell again",
        )
    return asked[item.question]
