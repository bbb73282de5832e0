"""A negation of the question that nothing in the query is."""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TableEvidence
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import (
    IS_EMPTY,
    IS_FALSE,
    conditions_of,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    AT_MOST,
    LESS,
    LIMITS,
    NEGATION,
    UNEQUAL,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import asked_of, clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.asked.values import is_denying, literals_of
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape

# What a negation may be in a query; "no more than" is said by a comparison.
_DENYING = frozenset({UNEQUAL, IS_FALSE, IS_EMPTY, LESS, AT_MOST})
# Empty cells, which counting a column leaves out by itself.
_EMPTY = re.compile(r"leaving|left|ignor|empty|blank|missing|exclud|without", re.IGNORECASE)


def unmet_denial(task: AtomicTask, item: TableEvidence, shape: QueryShape, context: Context) -> str:
    """The word of the question that denies something, where no part of the query does."""
    if not is_own(task, item, context):
        return ""
    text = clause_of(task, item, context).without(literals_of(shape)).text
    for pattern, operators in LIMITS:
        text = text if UNEQUAL in operators else pattern.sub(" ", text)
    said = NEGATION.search(text)
    return said[0] if said and not _is_met(said[0], text, shape) else ""


def _is_met(said: str, text: str, shape: QueryShape) -> bool:
    counted = any(one.function == "count" and one.columns for one in shape.measures)
    if counted and _EMPTY.match(said):
        return True
    conditions = conditions_of(shape.tree)
    if any(one.operator in _DENYING for one in conditions):
        return True
    asked = asked_of(text)
    return any(is_denying(value, asked) for one in conditions for value in one.values)
