"""The conditions of a query, wherever they stand in it, and the constants they have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.tasks.gates.asked.cues import (
    AT_LEAST,
    AT_MOST,
    BETWEEN,
    EQUAL,
    LESS,
    MORE,
    UNEQUAL,
)
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, arguments, columns_in

_LIKE = frozenset({"~~", "~~*", "contains", "starts_with", "prefix", "suffix", "ends_with"})
_COMPARED = {
    "COMPARE_EQUAL": EQUAL,
    "COMPARE_GREATERTHAN": MORE,
    "COMPARE_LESSTHAN": LESS,
    "COMPARE_GREATERTHANOREQUALTO": AT_LEAST,
    "COMPARE_LESSTHANOREQUALTO": AT_MOST,
    "COMPARE_NOTEQUAL": UNEQUAL,
    "COMPARE_DISTINCT_FROM": UNEQUAL,
    "COMPARE_BETWEEN": BETWEEN,
    "COMPARE_IN": EQUAL,
    "COMPARE_NOT_IN": UNEQUAL,
}
TURNED = {MORE: LESS, LESS: MORE, AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}
"""The same comparison with its sides exchanged."""
DENIED = {
    MORE: AT_MOST,
    LESS: AT_LEAST,
    AT_LEAST: LESS,
    AT_MOST: MORE,
    EQUAL: UNEQUAL,
    UNEQUAL: EQUAL,
    BETWEEN: UNEQUAL,
}
"""The comparison that holds where another does not."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Columns put to a comparison; `values` are its constants, () where there is none.

    `is_text` says that the constants are texts. A bare column or IS NULL has its own operator:
    "is true", "is false", "is empty" and "is filled".
    """

    columns: tuple[str, ...]
    operator: str
    values: tuple[str, ...] = ()
    is_text: bool = False


IS_TRUE, IS_FALSE, IS_EMPTY, IS_FILLED = "is true", "is false", "is empty", "is filled"
_SIMPLE = {IS_TRUE: IS_FALSE, IS_FALSE: IS_TRUE, IS_EMPTY: IS_FILLED, IS_FILLED: IS_EMPTY}


def conditions_of(tree: Tree) -> tuple[Condition, ...]:
    """All conditions of a query, wherever they stand in it."""
    return tuple(_conditions(tree, is_denied=False, is_truth=False))


def _conditions(node: object, *, is_denied: bool, is_truth: bool) -> Iterator[Condition]:
    if isinstance(node, list):
        for item in node:
            yield from _conditions(item, is_denied=is_denied, is_truth=is_truth)
        return
    if not isinstance(node, dict):
        return
    kind = str(node.get("type"))
    found = _condition(node, kind, is_truth=is_truth)
    if found is not None:
        yield _deny(found) if is_denied else found
    is_not = kind == "OPERATOR_NOT"
    is_logic = is_not or kind.startswith("CONJUNCTION")
    for name, child in node.items():
        is_place = name in ("where_clause", "having", "filter", "when_expr")
        yield from _conditions(
            child, is_denied=is_denied is not is_not, is_truth=is_place or is_logic
        )


def _deny(condition: Condition) -> Condition:
    denied = {**DENIED, **_SIMPLE}.get(condition.operator, condition.operator)
    return Condition(condition.columns, denied, condition.values, condition.is_text)


def _condition(node: Tree, kind: str, *, is_truth: bool) -> Condition | None:
    sides = [node["left"], node["right"]] if "left" in node and "right" in node else [node]
    columns = tuple(dict.fromkeys(name for side in sides for name in columns_in(side)))
    if kind == "COLUMN_REF" and is_truth:
        return Condition(columns, IS_TRUE)
    if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
        return Condition(columns, IS_EMPTY if kind == "OPERATOR_IS_NULL" else IS_FILLED)
    name = str(node.get("function_name", ""))
    if name.removeprefix("!") in _LIKE:
        values = _values(arguments(node)[1:])
        return Condition(columns, UNEQUAL if name.startswith("!") else EQUAL, values, True)
    operator = _COMPARED.get(kind)
    return None if operator is None else _compared(node, columns, operator)


def _compared(node: Tree, columns: tuple[str, ...], operator: str) -> Condition:
    sides = [node[key] for key in ("left", "right", "input", "lower", "upper") if key in node]
    constants = [one for side in [*sides, *node.get("children", ())] for one in constants_in(side)]
    truth = next((one["text"] for one in constants if one["kind"] == "BOOLEAN"), None)
    if truth is not None:
        is_true = (str(truth).lower() == "true") is (operator == EQUAL)
        return Condition(columns, IS_TRUE if is_true else IS_FALSE)
    if "left" in node and list(constants_in(node["left"])):
        operator = TURNED.get(operator, operator)
    values = tuple(str(one.get("text", "")) for one in constants)
    return Condition(columns, operator, values, any(one["kind"] == "STRING" for one in constants))


def _values(nodes: list[Tree]) -> tuple[str, ...]:
    return tuple(str(one.get("text", "")) for node in nodes for one in constants_in(node))


def constants_in(node: Tree) -> Iterator[Tree]:
    """The literal that a side of a comparison is, within a cast or behind a minus."""
    if "literal" in node:
        yield node["literal"]
    elif node.get("type") == "OPERATOR_CAST":
        yield from constants_in(node["child"])
