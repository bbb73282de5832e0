"""Answers for people to label: which of all cells are drawn, and how they stand in a workbook.

People see question, reference and answer. Which model gave the answer, and what was made of it so
far, stands in the plan alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.mmenterprise.judging.labels import CANNOT_JUDGE, RIGHT, WRONG, HumanLabel
from worksurface_pipeline.mmenterprise.judging.wording import reference_of
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judge, Judgements
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.review.plan import Quota, draw, plan_audit
from worksurface_pipeline.review.records import AuditPlan, Criterion, ItemVote, ReviewItem, Vote

OPEN, DECIDED = "open", "decided"
"""Whether exact matching leaves an answer open, or decides it."""
OPEN_SHARE = 2 / 3
"""Of the answers drawn, those that are open: they are what a judge is asked for."""
VERDICT = Criterion(
    name="Verdict",
    question="Does the answer to judge say what the reference answer says? The reference is right; "
    "go by it alone. The same thing in other words, notation or unit is right, and so is what is "
    "only rounded. All that the question asks for has to be there. Several values without a choice "
    "are wrong. Where the reference says that the records do not tell, only an answer that says so "
    "too, or rejects what the question supposes, is right.",
    yes=RIGHT,
    no=WRONG,
    unsure=CANNOT_JUDGE,
)
_LABELS = {Vote.YES: RIGHT, Vote.NO: WRONG, Vote.UNSURE: CANNOT_JUDGE}
_MARK = "|"  # between a question's id and what tells its answers apart
_VERDICTS = {True: RIGHT, False: WRONG, None: "no verdict"}


@dataclass(frozen=True, slots=True)
class Judgeable:
    """One answer to one question, whichever cells gave it, and what was made of it so far."""

    question: MmQuestion
    answer: str
    is_open: bool
    is_right: bool | None

    @property
    def key(self) -> tuple[str, str]:
        """What a label is on."""
        return (self.question.id, self.answer)


def judgeable(
    questions: Iterable[MmQuestion], cells: Iterable[tuple[Answers, Judgements]]
) -> tuple[Judgeable, ...]:
    """The distinct answers of cells, white space aside; empty ones and failed calls left out."""
    asked = {item.id: item for item in questions}
    found: dict[tuple[str, str], Judgeable] = {}
    for answers, judgements in sorted(cells, key=lambda cell: cell[0].cell.key):
        verdicts = {one.question: one for one in judgements.judged}
        for given in answers.answers:
            said, text = verdicts.get(given.question), (given.answer or "").strip()
            if said is None or said.is_fault or not text or given.question not in asked:
                continue  # nothing was answered, or nothing that belongs to these questions
            one = Judgeable(
                asked[given.question], text, said.judge is not Judge.EXACT, said.is_right
            )
            found.setdefault((given.question, " ".join(text.split())), one)
    return tuple(found.values())


def plan_labels(
    found: Sequence[Judgeable],
    count: int,
    annotators: Sequence[str],
    seed: int,
    labelled: Collection[tuple[str, str]] = (),
) -> AuditPlan:
    """A sample of answers, balanced over type and verdict together, and over projects.

    What exact matching leaves open comes first, up to a share; either kind makes up for what the
    other lacks. `labelled` answers are not drawn again.
    """
    items = [_item(one) for one in found if one.key not in labelled]
    n_open = sum(item.stratum == OPEN for item in items)
    n_decided = len(items) - n_open
    wanted = min(n_open, max(round(count * OPEN_SHARE), count - n_decided))
    quotas = (
        Quota(stratum=OPEN, count=wanted),
        Quota(stratum=DECIDED, count=max(count - wanted, 0)),
    )
    drawn, strata = draw(items, quotas, seed)
    return plan_audit(drawn, (), (VERDICT,), annotators, strata=strata, seed=seed)


def labels_of(plan: AuditPlan, votes: Iterable[ItemVote]) -> tuple[HumanLabel, ...]:
    """The votes of returned workbooks as labels, in the order of codes and annotators."""
    items = {entry.code: entry.item for entry in plan.entries}
    return tuple(
        HumanLabel.model_validate(
            {
                "question": items[vote.code].id.rpartition(_MARK)[0],
                "answer": items[vote.code].given,
                "label": _LABELS[vote.vote],
                "by": vote.annotator,
                "comment": vote.comment,
            }
        )
        for vote in sorted(votes, key=lambda vote: (vote.code, vote.annotator))
    )


def labelled_by_all(
    labels: Iterable[HumanLabel], annotators: Collection[str]
) -> frozenset[tuple[str, str]]:
    """The answers that each of these people has labelled."""
    by: dict[tuple[str, str], set[str]] = {}
    for one in labels:
        by.setdefault(one.key, set()).add(one.by)
    return frozenset(key for key, names in by.items() if names >= set(annotators))


def strata_of(plan: AuditPlan) -> Mapping[str, int]:
    """How many answers of each stratum, type and verdict are in a plan."""
    counts: dict[str, int] = {}
    for entry in plan.entries:
        counts[entry.item.reason] = counts.get(entry.item.reason, 0) + 1
    return dict(sorted(counts.items()))


def _item(one: Judgeable) -> ReviewItem:
    question = one.question
    kind = f"{question.type.value}, {_VERDICTS[one.is_right]}"
    stratum = OPEN if one.is_open else DECIDED
    return ReviewItem(
        id=f"{question.id}{_MARK}{short(digest_text(one.answer), 12)}",
        stratum=stratum,
        balance=(kind, question.project),
        cluster=question.project,
        question=question.question,
        answer=reference_of(question),
        given=one.answer,
        reason=f"{stratum}, {kind}",
    )
