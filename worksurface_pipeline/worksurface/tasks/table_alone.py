"""Questions that tables ask by themselves, for source tasks without rubrics.

Only columns without gaps are asked about, and only tables that a file's and a sheet's name tell
apart, so that the wording leaves nothing open. Choices go by hash, over as many views and families
as there are; nothing is computed that is not then chosen or refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface, TableRecord
from worksurface_pipeline.worksurface.tasks.absent_forms import Answerable
from worksurface_pipeline.worksurface.tasks.amounts import is_measure, ops_of
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, rounded, table_evidence
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.measures import is_fraction
from worksurface_pipeline.worksurface.tasks.profiles import (
    ColumnProfile,
    ViewProfile,
    is_nearly_key,
)
from worksurface_pipeline.worksurface.tasks.questions import ask, table_core
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.table_tasks import ending, markers_of, place_in
from worksurface_pipeline.worksurface.tasks.values import Computed, compute

# One view gives at least so many questions, and at most so many, while the quota lasts.
_LEAST_PER_VIEW, _MOST_PER_VIEW = 2, 4
_COLUMNS = 4  # of each kind are looked at in a view; a sheet may have thousands
_MOST_CATEGORIES = 40
_FEWEST_ROWS = 5
_DECIMALS = 2  # asked for where cells are decimal
_LEAST_COUNT = 3  # none, one and two are guessed


@dataclass(frozen=True, slots=True)
class Alone:
    """A draft, and the computation behind it that an abstain task may change."""

    draft: Draft
    answerable: Answerable


def tables_alone(
    seed: int, task_id: str, rubrics: Rubrics, tables: Sequence[TableRecord], quota: int
) -> tuple[Alone, ...]:
    """At most `quota` questions over the views of a source task whose records are `tables`."""
    places = Counter((record.filename, record.sheet) for record in tables)
    views = [
        view
        for view in rubrics.views
        if places[view.record.filename, view.record.sheet] == 1 and view.rows >= _FEWEST_ROWS
    ]
    views.sort(key=lambda view: (hash_unit(seed, f"alone {view.id}"), view.id))
    each = min(max(_LEAST_PER_VIEW, quota // max(len(views), 1)), _MOST_PER_VIEW)
    made: dict[str, Alone] = {}
    for view in views:
        if len(made) >= quota:
            break
        for item in _of_view(seed, task_id, rubrics, view, min(each, quota - len(made))):
            made.setdefault(item.draft.question, item)
    return tuple(made.values())


def _of_view(
    seed: int, task_id: str, rubrics: Rubrics, view: ViewProfile, limit: int
) -> list[Alone]:
    made: list[Alone] = []
    for expression in in_turn(seed, view):
        if len(made) >= limit:
            break
        computed = compute(rubrics.engine, expression)
        gold = gold_of(view, expression, computed)
        if gold is not None:
            item = _alone(seed, task_id, rubrics, view, expression, computed, gold)
            made += [] if leaks(item.draft) else [item]
    return made


def in_turn(seed: int, view: ViewProfile) -> Iterator[Expression]:
    """What a view can be asked: one expression of each family, then a second of each, by hash."""
    families = [list(family) for family in _families(seed, view)]
    for family in families:
        family.sort(key=lambda item: (hash_unit(seed, item.sql()), item.sql()))
    families = [family for family in families if family]
    families.sort(key=lambda family: hash_unit(seed, f"family {family[0].sql()}"))
    for turn in zip_longest(*families):
        yield from (item for item in turn if item is not None)


def _families(seed: int, view: ViewProfile) -> Iterator[Iterator[Expression]]:
    measures = _some(seed, view, [item for item in view.columns if is_measure(item)])
    groups = _some(seed, view, [item for item in view.columns if is_category(item, view)])
    labels = _some(seed, view, [item for item in view.columns if _is_label(item)])
    chosen = [Condition(group.name, Kind.EQUALS, _value(seed, view, group)) for group in groups]
    yield (_aggregate(view, op, item) for item in measures for op in ops_of(item))
    yield (
        _aggregate(view, op, item, condition)
        for condition in chosen
        for item in measures
        for op in ops_of(item)
    )
    yield (Expression(view.id, Op.COUNT, where=(condition,)) for condition in chosen)
    yield (Expression(view.id, Op.TOP_LABEL, group.name) for group in groups)
    yield (Expression(view.id, Op.DISTINCT, group.name) for group in groups)
    yield (
        Expression(view.id, Op.EXTREME_LABEL, label.name, item.name, is_ascending=is_least)
        for label in labels
        for item in measures
        for is_least in (False, True)
    )


def _aggregate(
    view: ViewProfile, op: Op, column: ColumnProfile, condition: Condition | None = None
) -> Expression:
    scale = 100 if is_fraction(column) else 1
    where = (condition,) if condition else ()
    return Expression(view.id, op, column.name, where=where, scale=scale)


def _some(seed: int, view: ViewProfile, columns: list[ColumnProfile]) -> list[ColumnProfile]:
    """A few columns by hash."""
    columns.sort(key=lambda item: (hash_unit(seed, f"{view.id} {item.name}"), item.name))
    return columns[:_COLUMNS]


def is_category(column: ColumnProfile, view: ViewProfile) -> bool:
    """Whether a column without gaps sorts the rows into a few groups."""
    return (
        bool(column.values)
        and column.nulls == 0
        and 1 < column.distinct <= _MOST_CATEGORIES
        and not is_nearly_key(column, view.rows)
    )


def _is_label(column: ColumnProfile) -> bool:
    return column.is_key and bool(column.values) and column.type is ColumnType.TEXT


def _value(seed: int, view: ViewProfile, column: ColumnProfile) -> str:
    texts = [value.text for values in column.values.values() for value in values]
    return min(texts, key=lambda text: (hash_unit(seed, f"{view.id} {column.name} {text}"), text))


def gold_of(view: ViewProfile, expression: Expression, computed: Computed) -> Gold | None:
    """The computed value as gold, None where it proves nothing or anyone would guess it."""
    value = computed.answer
    if computed.fault is not None or value is None or isinstance(value, bool):
        return None
    if isinstance(value, str):
        return Gold(value, AnswerType.STRING) if value.strip() else None
    if expression.op in (Op.COUNT, Op.DISTINCT):
        return Gold(int(value), AnswerType.NUMBER) if value >= _LEAST_COUNT else None
    unit = _unit(view, expression)
    if is_guess(Decimal(str(value)), unit):
        return None
    if isinstance(value, int):
        return Gold(value, AnswerType.NUMBER, unit, 0)
    return Gold(rounded(value), AnswerType.NUMBER, unit, 1 if unit == "percent" else _DECIMALS)


def _unit(view: ViewProfile, expression: Expression) -> str:
    return "percent" if expression.scale != 1 else view.column(expression.measure).unit


def _alone(
    seed: int,
    task_id: str,
    rubrics: Rubrics,
    view: ViewProfile,
    expression: Expression,
    computed: Computed,
    gold: Gold,
) -> Alone:
    place = place_in(rubrics, view.id)
    core = table_core(seed, expression, place, markers_of(view))
    tail = ending(gold) if gold.type is AnswerType.NUMBER else ""
    draft = Draft(
        derivation=expression.derivation,
        question=ask(seed, task_id, core, tail),
        core=core,
        tail=tail,
        gold=gold,
        evidence=(table_evidence(view, expression, computed),),
        surfaces=(Surface.TABLE,),
    )
    return Alone(draft, Answerable(expression, view, place, gold))
