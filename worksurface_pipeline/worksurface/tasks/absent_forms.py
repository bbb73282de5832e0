"""How one target of an answerable question is changed: column, kind, entity, period or topic.

A changed question keeps the original's form: its ending, its answer type, the style of the file's
own columns. A count of nothing is 0, so an entity is changed only where a mean or an extreme of
nothing is asked for, and rows are counted only by a column that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tasks.absent_names import NAMES, TOPICS
from worksurface_pipeline.worksurface.tasks.absent_words import KINDS, MEASURES, PERCENT
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.questions import rounding, table_core
from worksurface_pipeline.worksurface.tasks.vocabulary import (
    Vocabulary,
    holds_names,
    styled,
    suffix,
)

_SUBJECT = re.compile(r"what is the .+ according to (?P<file>.+?)(?:, (?:in|per) [^,]+)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NEXT_YEARS = 3


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed phrase, the terms that must not exist, and what stays as in the original.

    Ending, answer type and surfaces are the original's, so that the form gives nothing away.
    """

    core: str
    terms: tuple[str, ...]
    surfaces: tuple[Surface, ...]
    tail: str = ""
    asked: AnswerType = AnswerType.NUMBER


@dataclass(frozen=True, slots=True)
class Answerable:
    """An answerable table question: its expression and view, the place it names, its gold."""

    expression: Expression
    view: ViewProfile
    place: str
    gold: Gold


@dataclass(frozen=True, slots=True)
class Rule:
    """A form of change: which computations it changes, and how."""

    ops: tuple[Op, ...]
    apply: Callable[[int, Answerable, Vocabulary], Changed | None]


def changed_topic(seed: int, draft: Draft, vocabulary: Vocabulary) -> Changed | None:
    """A document's figure asked for by another topic, which brings its own unit."""
    match = _SUBJECT.fullmatch(draft.core)
    topic = vocabulary.take_measured(seed, f"topic {draft.core}", TOPICS) if match else None
    if match is None or topic is None:
        return None
    core = f"what is the {topic.name} according to {match['file']}, in {topic.unit}"
    return Changed(core, (topic.name,), draft.surfaces, draft.tail, draft.gold.type)


def _column(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    found = _measure(seed, item, vocabulary)
    return found and _made(seed, item, replace(item.expression, measure=found[0]), found[1])


def _first(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    found = _measure(seed, item, vocabulary)
    return found and _made(seed, item, replace(item.expression, second=found[0]), found[1])


def _top(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    kind = _kind(seed, item, vocabulary)
    return _made(seed, item, replace(item.expression, measure=kind), kind) if kind else None


def _count(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    expression = item.expression
    conditions = expression.target or expression.where
    if not conditions or conditions[0].kind is not Kind.EQUALS:
        return None
    kind = _kind(seed, item, vocabulary)
    name = vocabulary.take(seed, f"value {expression.sql()}", NAMES) if kind else ""
    if not name:
        return None
    changed = (Condition(kind, Kind.EQUALS, name), *conditions[1:])
    if expression.target:
        other = replace(expression, target=changed, ignores_nulls=False)
        return _made(seed, item, other, kind, name)
    return _made(seed, item, replace(expression, where=changed), kind, name)


def _entity(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    """A proper name of the condition, or of a further one on a column of proper names."""
    expression = item.expression
    taken = {condition.column: condition for condition in expression.where}
    named = [column for column in item.view.columns if holds_names(column)]
    held = [column for column in named if column.name in taken] or [
        column for column in named if not taken
    ]
    key = f"entity {expression.sql()}"
    name = vocabulary.take(seed, key, NAMES) if held else ""
    if not name:
        return None
    column = choose(seed, key, held)
    others = tuple(value for known, value in taken.items() if known != column.name)
    where = (Condition(column.name, Kind.EQUALS, name), *others)
    return _made(seed, item, replace(expression, where=where), name)


def _period(seed: int, item: Answerable, vocabulary: Vocabulary) -> Changed | None:
    """One of the years directly behind the last one that the view's columns name."""
    expression = item.expression
    name = expression.second if expression.op is Op.CHANGE else expression.measure
    years = _YEAR.findall(name)
    if len(years) != 1:
        return None
    last = max(int(year) for column in item.view.columns for year in _YEAR.findall(column.name))
    options = [str(last + step) for step in range(1, _NEXT_YEARS + 1)]
    free = [year for year in options if vocabulary.index.lacks_all(year)]
    if not free:
        return None
    year = choose(seed, f"period {expression.sql()}", free)
    other = name.replace(years[0], year)
    if expression.op is Op.CHANGE:
        return _made(seed, item, replace(expression, second=other), year)
    return _made(seed, item, replace(expression, measure=other), year)


def _made(seed: int, item: Answerable, expression: Expression, *terms: str) -> Changed:
    gold = item.gold
    digits = gold.digits if isinstance(gold.answer, float) else None
    tail = rounding(digits, gold.unit) if gold.type is AnswerType.NUMBER else ""
    core = table_core(seed, expression, item.place)
    return Changed(core, terms, (Surface.TABLE,), tail, gold.type)


def _measure(seed: int, item: Answerable, vocabulary: Vocabulary) -> tuple[str, str] | None:
    """A column as the file would call it, and its name without the unit."""
    is_percent = item.gold.unit == PERCENT
    options = [measure for measure in MEASURES if (measure.unit == PERCENT) is is_percent]
    found = vocabulary.take_measured(seed, f"measure {item.expression.sql()}", options)
    if found is None:
        return None
    name = styled(found.name, item.view)
    unit = suffix(found.unit, item.view)
    return (f"{name} {unit}" if unit else name), name


def _kind(seed: int, item: Answerable, vocabulary: Vocabulary) -> str:
    return styled(vocabulary.take(seed, f"kind {item.expression.sql()}", KINDS), item.view)


_AGGREGATES = (Op.SUM, Op.MEAN, Op.MIN, Op.MAX)
TABLE_FORMS = {
    "column": Rule(_AGGREGATES, _column),
    "period": Rule((*_AGGREGATES, Op.CHANGE), _period),
    "entity": Rule((Op.MEAN, Op.MIN, Op.MAX), _entity),
    "top": Rule((Op.TOP_LABEL,), _top),
    "first": Rule((Op.EXTREME_LABEL,), _first),
    "count": Rule((Op.COUNT,), _count),
    "share": Rule((Op.SHARE,), _count),
}
