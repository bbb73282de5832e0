"""What a new scoring of the same cell changed, and why: no model runs again for it.

The list is told beside the scores and never in them: equal inputs give equal scores whatever
stood there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.schema.scores import Score

_METRICS = ("route_f1", "evidence", "answer", "aggregate")
_EFFICIENCY = "efficiency"
_NAMED = 3  # tasks that a sentence names; the record has all

Values = dict[str, float | None]


class Flip(Frozen):
    """One metric of one run that two scorings do not agree on; None is unscored.

    `profile` is that of the later value. The primary metrics are compared with the primary ones
    before, whatever their profile was.
    """

    task_id: str
    epoch: int
    profile: str
    metric: str
    before: float | None
    after: float | None


class Rescoring(Frozen):
    """A cell's scoring against the one before it: fingerprints of both, reasons, and all flips.

    `compared` counts runs that both have a record of. `problem` says why the earlier one could not
    be read, "" where it could.
    """

    cell: str
    before: str
    after: str
    reasons: tuple[str, ...]
    compared: int = 0
    flips: tuple[Flip, ...] = ()
    problem: str = ""

    def __str__(self) -> str:
        if self.problem:
            return f"the earlier scores could not be compared: {self.problem}"
        why = f" (because {'; '.join(self.reasons)})" if self.reasons else ""
        if not self.flips:
            return f"no score of {counted(self.compared, 'run')} changed{why}"
        tasks = dict.fromkeys(flip.task_id for flip in self.flips)
        named = ", ".join(list(tasks)[:_NAMED]) + (", …" if len(tasks) > _NAMED else "")
        return (
            f"{counted(len(tasks), 'task')} of {counted(self.compared, 'run')} changed:"
            f" {', '.join(_counts(self.flips))}{why}; {named}"
        )


def rescoring(
    cell: str,
    before: tuple[str, Sequence[Score]],
    after: tuple[str, Sequence[Score]],
    reasons: tuple[str, ...],
) -> Rescoring:
    """Compare two scorings of a cell, each with its fingerprint."""
    earlier = {(score.task_id, score.epoch): score for score in before[1]}
    pairs = [
        (earlier[(score.task_id, score.epoch)], score)
        for score in after[1]
        if (score.task_id, score.epoch) in earlier
    ]
    return Rescoring(
        cell=cell,
        before=before[0],
        after=after[0],
        reasons=reasons,
        compared=len(pairs),
        flips=tuple(flip for old, new in pairs for flip in _flips(old, new)),
    )


def _flips(old: Score, new: Score) -> Iterator[Flip]:
    yield from _of_profile(new, new.profile, _primary(old), _primary(new))
    beside = _beside(old)
    for profile, values in _beside(new).items():
        if profile != new.profile and profile in beside:
            yield from _of_profile(new, profile, beside[profile], values)


def _of_profile(new: Score, profile: str, before: Values, after: Values) -> Iterator[Flip]:
    for metric, value in after.items():
        if value != before[metric]:
            yield Flip(
                task_id=new.task_id,
                epoch=new.epoch,
                profile=profile,
                metric=metric,
                before=before[metric],
                after=value,
            )


def _primary(score: Score) -> Values:
    is_scored = score.status == SCORED
    names = (*_METRICS, _EFFICIENCY)
    return {name: getattr(score, name) if is_scored else None for name in names}


def _beside(score: Score) -> Mapping[str, Values]:
    """The values of every profile of a record, the primary one among them."""
    own = {name: getattr(score, name) for name in _METRICS}
    others = {
        other.profile: {name: getattr(other, name) for name in _METRICS} for other in score.also
    }
    return {score.profile: own, **others}


def _counts(flips: Sequence[Flip]) -> Iterator[str]:
    found = Counter((flip.metric, flip.profile) for flip in flips)
    for (metric, profile), count in sorted(found.items()):
        yield f"{metric} under {profile} {count}"
