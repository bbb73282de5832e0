"""Drafts from rubric figures that named columns reproduce, and from names that are firsts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, number_gold, table_evidence
from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.grounding import Verdict
from worksurface_pipeline.worksurface.tasks.labels import label_readings
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.questions import (
    Markers,
    ask,
    place_of,
    rounding,
    table_core,
)
from worksurface_pipeline.worksurface.tasks.readings import Reading, setting_of
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.values import Computed, compute

# A name that no figure confirms needs a wording that says "first" and names what is measured.
_LEAST_LABEL = 5.0
_CLEAR_LABEL = 1.5


@dataclass(frozen=True, slots=True)
class Label:
    """A name in a rubric that is the first of its kind."""

    text: str
    start: int
    expression: Expression
    computed: Computed


def ending(gold: Gold) -> str:
    """How a number is to be given; whole figures need no word on it."""
    return rounding(gold.digits if isinstance(gold.answer, float) else None, gold.unit)


def number_draft(
    seed: int, task_id: str, rubrics: Rubrics, verdict: Verdict, mention: NumberMention, index: int
) -> Draft | None:
    """The draft of a recovered figure."""
    if verdict.grounded is None:
        return None
    expression = verdict.grounded.reading.expression
    computed = verdict.grounded.computed
    view = view_of(rubrics, expression.view)
    gold = number_gold(computed.answer, mention, _unit(view, expression))
    core = table_core(seed, expression, place_in(rubrics, view.id), markers_of(view))
    tail = ending(gold)
    return Draft(
        derivation=expression.derivation,
        question=ask(seed, task_id, core, tail),
        core=core,
        tail=tail,
        gold=gold,
        evidence=(table_evidence(view, expression, computed),),
        surfaces=(Surface.TABLE,),
        rubrics=(index,),
    )


def label_draft(seed: int, task_id: str, rubrics: Rubrics, label: Label, index: int) -> Draft:
    """The draft that asks for a name."""
    view = view_of(rubrics, label.expression.view)
    core = table_core(seed, label.expression, place_in(rubrics, view.id), markers_of(view))
    return Draft(
        derivation=label.expression.derivation,
        question=ask(seed, task_id, core),
        core=core,
        gold=Gold(str(label.computed.answer), AnswerType.STRING),
        evidence=(table_evidence(view, label.expression, label.computed),),
        surfaces=(Surface.TABLE,),
        rubrics=(index,),
    )


def find_labels(rubrics: Rubrics, claim: Claim, verdicts: Sequence[Verdict]) -> tuple[Label, ...]:
    """Names that the rubric calls firsts and that are: confirmed by a figure, or by wording."""
    confirmed = [
        _label(rubrics, claim, verdict.grounded.reading)
        for verdict in verdicts
        if verdict.grounded and verdict.grounded.reading.confirm
    ]
    found = [label for label in confirmed if label]
    return tuple(found) if found else tuple(_by_wording(rubrics, claim))


def _label(rubrics: Rubrics, claim: Claim, reading: Reading) -> Label | None:
    if reading.confirm is None:
        return None
    computed = compute(rubrics.engine, reading.confirm)
    return Label(reading.label, _offset(claim, reading.label), reading.confirm, computed)


def _by_wording(rubrics: Rubrics, claim: Claim) -> Iterator[Label]:
    index = ClaimIndex(claim)
    readings = [
        (hit.condition.value, reading)
        for view in rubrics.views
        if not rubrics.named or view.record.filename in rubrics.named
        for hit, reading in label_readings(
            setting_of(index, _whole(claim), view, view.record.filename in rubrics.named)
        )
    ]
    ranked = sorted(readings, key=lambda item: (-item[1].score, item[1].expression.sql()))
    if not ranked or ranked[0][1].score < _LEAST_LABEL:
        return
    text, best = ranked[0]
    rivals = [item for item in ranked[1:] if item[1].expression != best.expression]
    if any(best.score - reading.score < _CLEAR_LABEL for _, reading in rivals):
        return
    computed = compute(rubrics.engine, best.expression)
    if computed.fault is None and computed.answer == text:
        yield Label(text, _offset(claim, text), best.expression, computed)


def _whole(claim: Claim) -> Figure:
    """A figure that all words stand with, for rubrics that only name a first."""
    end = len(claim.text)
    nothing = NumberMention(value="0", digits=0, unit="", raw="", start=end, end=end)
    return Figure(nothing, frozenset(range(len(claim.words))), frozenset(), False, 0)


def _offset(claim: Claim, text: str) -> int:
    return max(claim.text.lower().find(text.lower()), 0)


def view_of(rubrics: Rubrics, view_id: str) -> ViewProfile:
    """The profile of a view that exists."""
    return next(view for view in rubrics.views if view.id == view_id)


def place_in(rubrics: Rubrics, view_id: str) -> str:
    """How questions name a view: its file, and its sheet where the file has several."""
    record = view_of(rubrics, view_id).record
    return place_of(record.filename, record.sheet if record.filename in rubrics.many else "")


def markers_of(view: ViewProfile) -> Markers:
    """The markers of the view's columns that have some."""
    return {column.name: column.markers for column in view.columns if column.markers}


def _unit(view: ViewProfile, expression: Expression) -> str:
    """The unit of a measured column; counts and names have none."""
    if expression.op not in (Op.SUM, Op.MEAN, Op.MIN, Op.MAX, Op.LOOKUP):
        return ""
    return view.column(expression.measure).unit
