"""Figures of one rubric, read from the views of its source task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.worksurface.tasks.aggregates import aggregate_readings
from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure, is_limit
from worksurface_pipeline.worksurface.tasks.counts import count_readings
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.grounding import Grounded, Verdict, decide
from worksurface_pipeline.worksurface.tasks.joint import Listed, joint_groundings
from worksurface_pipeline.worksurface.tasks.lexicon import NORM_WORDS
from worksurface_pipeline.worksurface.tasks.matching import view_positions
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.readings import Reading, Setting, setting_of
from worksurface_pipeline.worksurface.tasks.shares import share_readings
from worksurface_pipeline.worksurface.tasks.siblings import sibling_readings

# A view that another figure of the same rubric was recovered from.
SIBLING = 1.5
# Words beside the figure call other views by name.
UNCALLED = -2.0


@dataclass(frozen=True, slots=True)
class Rubrics:
    """What a source task's rubrics are read against.

    `named` are input files a rubric names, `many` those with more than one sheet or table.
    """

    engine: Engine
    views: tuple[ViewProfile, ...]
    named: frozenset[str] = frozenset()
    many: frozenset[str] = frozenset()


def ground_claim(rubrics: Rubrics, claim: Claim) -> tuple[Verdict, ...]:
    """A verdict for every figure: alone, then as part of a list, then beside what was found."""
    index = ClaimIndex(claim)
    verdicts: list[Verdict] = [Verdict(None)] * len(claim.figures)
    _alone(rubrics, index, verdicts)
    _together(rubrics, index, verdicts)
    _alone(rubrics, index, verdicts)
    return tuple(verdicts)


def _alone(rubrics: Rubrics, index: ClaimIndex, verdicts: list[Verdict]) -> None:
    for order, figure in enumerate(index.claim.figures):
        if figure.is_literal:
            verdicts[order] = Verdict(None, "a range or a date is looked for in documents alone")
        elif verdicts[order].grounded is None:
            siblings = tuple(item.grounded for item in verdicts if item.grounded)
            readings = figure_readings(rubrics, index, figure, siblings)
            verdicts[order] = decide(rubrics.engine, figure, readings)


def _together(rubrics: Rubrics, index: ClaimIndex, verdicts: list[Verdict]) -> None:
    known = {order: item.grounded for order, item in enumerate(verdicts) if item.grounded}
    if len(known) == len(verdicts) or len(verdicts) == 1:
        return
    listed = [
        Listed(order, tuple(figure_readings(rubrics, index, figure, ())))
        for order, figure in enumerate(index.claim.figures)
        if not figure.is_literal
    ]
    found = joint_groundings(rubrics.engine, index.claim, listed, known)
    for order, grounded in found.items():
        if order not in known:
            verdicts[order] = Verdict(grounded)


def figure_readings(
    rubrics: Rubrics, index: ClaimIndex, figure: Figure, siblings: Sequence[Grounded]
) -> Iterator[Reading]:
    """All readings of one figure."""
    if is_limit(index.claim.text, figure.mention):
        return
    called = _called(rubrics, index, figure)
    for view in rubrics.views:
        is_named = view.record.filename in rubrics.named
        if (rubrics.named and not is_named) or _is_other_sheet(rubrics, view, called):
            continue
        expressions = [item.reading.expression for item in siblings]
        beside = [item for item in expressions if item.view == view.id]
        is_called = not called or view.id in called
        penalty = 0.0 if is_called else UNCALLED
        bonus = SIBLING if beside and is_called else 0.0
        sets = {item.where for item in beside} if figure.is_anaphoric else set()
        for inherited in sorted(sets | {()}):
            setting = setting_of(index, figure, view, is_named, inherited)
            for reading in _readings(setting, beside):
                if not _is_rule(index, figure, reading):
                    score = reading.score + bonus + penalty
                    yield replace(reading, score=score, penalty=penalty)


def _is_rule(index: ClaimIndex, figure: Figure, reading: Reading) -> bool:
    """Whether the figure is a goal or limit that no column of the reading is called after."""
    words = (i for i in figure.own if index.words[i].text.lower() in NORM_WORDS)
    is_extreme = reading.expression.op in (Op.MAX, Op.MIN)
    return not is_extreme and any(i not in reading.used for i in words)


def _is_other_sheet(rubrics: Rubrics, view: ViewProfile, called: frozenset[str]) -> bool:
    """Whether the words beside the figure name another sheet of the same file."""
    if not called or view.id in called:
        return False
    files = {item.record.filename for item in rubrics.views if item.id in called}
    return files == {view.record.filename}


def _called(rubrics: Rubrics, index: ClaimIndex, figure: Figure) -> frozenset[str]:
    """Views that words beside the figure call by name, if some do and others do not."""
    names = {
        view.id: (view_positions(index, view) & figure.own) - _column_words(rubrics, index, view)
        for view in rubrics.views
    }
    most = max((len(words) for words in names.values()), default=0)
    called = frozenset(name for name, words in names.items() if most and len(words) == most)
    return called if len(called) < len(names) else frozenset()


def _column_words(rubrics: Rubrics, index: ClaimIndex, view: ViewProfile) -> frozenset[int]:
    """Words that are also columns of other views: they call no view in particular."""
    parts = {
        part
        for other in rubrics.views
        if other.id != view.id
        for column in other.columns
        for part in column.parts
    }
    return frozenset(i for i, word in enumerate(index.words) if word.stem in parts)


def _readings(setting: Setting, beside: Sequence[Expression]) -> Iterator[Reading]:
    yield from sibling_readings(setting, beside)
    yield from count_readings(setting)
    yield from aggregate_readings(setting)
    yield from share_readings(setting)
