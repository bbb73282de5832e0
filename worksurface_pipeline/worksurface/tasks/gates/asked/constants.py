"""A constant of the query that the question does not state: a figure, a value, a cut.

Taught by own questions: `SUM("score") + 5` for "the total score", `"region" = 'Osterlia'` for
"shipments that went to Norrmark", an IN list with one value more than the question has.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import Condition, conditions_of
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import NEGATION, ORDINALS, RANK, ZERO
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, asked_of, question_of
from worksurface_pipeline.worksurface.tasks.gates.asked.values import (
    is_date_stated,
    is_stated,
    values_of,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree

NAME = "asked_constants"
REASON = "query has a constant that the question does not state"
_HUNDRED = frozenset({Decimal(100), Decimal(-100)})
# Texts that say which part of a date is meant.
_PARTS = frozenset({"year", "month", "day", "quarter", "week", "dow", "isodow", "hour"})
_FREE = {"*": {Decimal(1)}, "case": {Decimal(0), Decimal(1)}, "nullif": {Decimal(0)}}


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds figures and texts of the query that stand nowhere in the question."""
    if not is_worded_elsewhere(task):
        return None
    asked = question_of(task, context)
    for item, shape in tables_of(task):
        problem = next(_problems(task, item, shape, asked, context), "")
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.RECORD)
    return None


def _problems(
    task: AtomicTask, item: TableEvidence, shape: QueryShape, asked: Asked, context: Context
) -> Iterator[str]:
    yield from _ranks(shape, asked)
    is_percent = task.answer_unit == "percent" or "percent" in task.question.lower()
    told = asked.numbers | (_HUNDRED if is_percent or "%" in task.question else frozenset())
    for text, place in _numbers(shape.tree, ""):
        number = _decimal(text)
        if place == "round":
            is_told = number in asked_of(task.question).numbers
        else:
            is_free = number in _FREE.get(place, ()) or (place == "limit" and number == 1)
            is_told = is_free or number in told or (number == 0 and _says_zero(asked))
        if not is_told:
            yield f"the query has the figure {text}, which the question does not state"
    known = {value: one for one in conditions_of(shape.tree) for value in one.values}
    for text in _texts(shape.tree):
        if not _is_said(text, known.get(text), item, asked, context):
            yield f"the query has the value '{text}', which the question does not state"


def _ranks(shape: QueryShape, asked: Asked) -> Iterator[str]:
    """The place in a ranking: "the second highest" is one behind the first."""
    said = RANK.search(asked.text)
    place = ORDINALS[said[1].lower()] if said else 1
    limits = [one.get("offset") for one in shape.tree.get("modifiers", ()) if "limit" in one]
    offset = str(limits[0]["literal"]["text"]) if limits and limits[0] else "0"
    if limits and offset.isdigit() and int(offset) + 1 != place:
        yield f"the query takes place {int(offset) + 1} of its order, the question place {place}"


def _says_zero(asked: Asked) -> bool:
    said = (NEGATION, *(pattern for pattern, _ in ZERO))
    return any(pattern.search(asked.text) for pattern in said)


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _numbers(node: object, place: str) -> Iterator[tuple[str, str]]:
    """Numeric constants, each with the kind of place it stands in; orders and offsets have none."""
    if isinstance(node, list):
        for item in node:
            yield from _numbers(item, place)
    if not isinstance(node, dict):
        return
    literal = node.get("literal", {})
    if literal.get("kind") in ("NUMERIC", "INTEGER"):
        yield str(literal["text"]), place
    for name, child in node.items():
        if name not in ("orders", "order_bys", "offset", "sample", "type_expr"):
            yield from _numbers(child, _place(node, name, place))


def _place(node: Tree, name: str, place: str) -> str:
    if name in ("then_expr", "else_expr"):
        return "case"
    if name == "limit":
        return "limit"
    if name == "arguments":
        return str(node.get("function_name", ""))
    return place if name in ("expression", "child", "literal", "case_checks") else ""


def _texts(node: object) -> Iterator[str]:
    """Constant texts that are no names of date parts and no formats."""
    if isinstance(node, list):
        for item in node:
            yield from _texts(item)
    if not isinstance(node, dict):
        return
    literal = node.get("literal", {})
    if literal.get("kind") == "STRING":
        text = str(literal.get("text", ""))
        if text.lower() not in _PARTS and text.strip("%"):
            yield text
    is_format = node.get("function_name") == "strftime"
    for name, child in node.items():
        if name != "type_expr" and not (is_format and name == "arguments"):
            yield from _texts(child)


def _is_said(
    text: str, condition: Condition | None, item: TableEvidence, asked: Asked, context: Context
) -> bool:
    if condition is None:
        return is_stated(text, (), (), asked) or is_date_stated(text, asked)
    values = values_of(item.table, context)
    others = tuple(one for name in condition.columns for one in values.get(name, ()))
    return is_stated(text, condition.columns, others, asked)
