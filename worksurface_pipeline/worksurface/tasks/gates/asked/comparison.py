"""A condition that compares the other way than the question says.

Taught by own questions: `<` for "a weight of more than 150", `=` for "a status other than
delivered", `>` for "at least 30", a true where the question says not.
"""

from __future__ import annotations

import re
from collections.abc import Set
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.bounds import bounds, date_bounds, fits
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import (
    DENIED,
    IS_EMPTY,
    IS_FALSE,
    IS_FILLED,
    IS_TRUE,
    Condition,
    conditions_of,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    EQUAL,
    NEGATION,
    UNEQUAL,
    ZERO,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.denial import unmet_denial
from worksurface_pipeline.worksurface.tasks.gates.asked.text import (
    Asked,
    asked_of,
    question_of,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.values import (
    YES,
    core_of,
    is_named,
    unfolded,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.words import synonyms

NAME = "asked_comparison"
REASON = "condition compares otherwise than the question says"
_NEITHER = re.compile(r"\b(?:neither|nor)\b", re.IGNORECASE)

_WORDS_BEFORE = 4  # before a value in which it is denied
_SAID = {
    ">": "more than",
    ">=": "at least",
    "<": "less than",
    "<=": "at most",
    "=": "equal to",
    "<>": "other than",
    "between": "between",
}


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds conditions whose comparison, negation included, the question does not state."""
    if not is_worded_elsewhere(task):
        return None
    asked = question_of(task, context)
    for item, shape in tables_of(task):
        for condition in conditions_of(shape.tree):
            problem = _problem(condition, asked, shape)
            if problem:
                detail = f"{item.table}: {problem}"
                return finding(NAME, REASON, detail, context, Checked.RECORD)
        denial = unmet_denial(task, item, shape, context)
        if denial:
            detail = f"{item.table}: the question says “{denial}”, no condition denies anything"
            return finding(NAME, REASON, detail, context, Checked.RECORD)
    return None


def _problem(condition: Condition, asked: Asked, shape: QueryShape) -> str:
    if condition.operator in (IS_TRUE, IS_FALSE, IS_EMPTY, IS_FILLED):
        return _plain_problem(condition, asked, shape)
    found = (_value_problem(condition, value, asked) for value in condition.values)
    problem = next(filter(None, found), "")
    if problem or condition.values or fits(condition.operator, set(), asked):
        return problem
    return _described(condition, " and ".join(condition.columns), set())


def _value_problem(condition: Condition, value: str, asked: Asked) -> str:
    operator = condition.operator
    if not condition.is_text:
        number = _number(value)
        found = bounds(number, asked) if number is not None else set()
        if number == 0 and not found:
            found = {one for words, said in ZERO if words.search(asked.text) for one in said}
        if _NEITHER.search(asked.text):
            found |= {DENIED[one] for one in found}
        return "" if fits(operator, found, asked) else _described(condition, value, found)
    if operator not in (EQUAL, UNEQUAL):
        found = date_bounds(value, asked)
        return "" if fits(operator, found, asked) else _described(condition, value, found)
    is_yes = value.casefold() in YES and condition.columns
    denied = _denials(core_of(condition.columns[0])[0] if is_yes else value, asked)
    if operator == EQUAL and denied and all(denied):
        return f"the query keeps '{value}', the question denies it"
    if operator == UNEQUAL and not NEGATION.search(asked.without([value]).text):
        return f"the query leaves '{value}' out, which the question does not say"
    return _unequal_problem(value, denied) if operator == UNEQUAL else ""


def _unequal_problem(value: str, denied: list[bool]) -> str:
    """A value left out that the question has, with a negation that stands elsewhere."""
    if denied and not any(denied) and len(denied) > 1:
        return f"the query leaves '{value}' out, the question denies something else"
    return ""


def _described(condition: Condition, value: str, found: Set[str]) -> str:
    does = f"the query asks for {' and '.join(condition.columns) or 'a count'}"
    says = " or ".join(_SAID[one] for one in sorted(found)) or "no such comparison"
    return f"{does} {_SAID[condition.operator]} {value}, the question says {says}"


def _number(value: str) -> Decimal | None:
    found = list(find_numbers(value))
    return found[0].number if len(found) == 1 and found[0].raw == value else None


def _denials(value: str, asked: Asked) -> list[bool]:
    """For each place of a value in the question, whether a negation stands before it."""
    stems = [word.stem for word in asked_of(value.strip("%")).words]
    words = asked.words
    found: list[bool] = []
    for at in range(len(words) - len(stems) + 1):
        stretch = words[at : at + len(stems)]
        if stems and all(a in synonyms(b.stem) for a, b in zip(stems, stretch, strict=True)):
            first = words[max(0, at - _WORDS_BEFORE)].start
            denials = NEGATION.finditer(asked.text, first)
            found.append(any(one.end() <= stretch[0].start for one in denials))
    return found


def _plain_problem(condition: Condition, asked: Asked, shape: QueryShape) -> str:
    column = condition.columns[0] if condition.columns else ""
    is_measured = column in {name for one in shape.measures for name in one.columns}
    if condition.operator == IS_FILLED and (is_measured or column in (*shape.labels, *shape.order)):
        return ""
    asked = unfolded(column, asked)
    if not is_named(column, asked):
        return f"the query has a condition on {column}, which the question does not name"
    is_denied = any(_denials(part, asked) and all(_denials(part, asked)) for part in _core(column))
    if condition.operator in (IS_TRUE, IS_FILLED) and is_denied:
        return f"the query asks for {column}, the question denies it"
    if condition.operator in (IS_FALSE, IS_EMPTY) and not NEGATION.search(asked.text):
        return f"the query asks for rows without {column}, which the question does not say"
    return ""


def _core(column: str) -> tuple[str, ...]:
    return core_of(column)[:1]
