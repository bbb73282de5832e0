"""What a query computes, in the senses that a question has words for."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import constants_in
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import Sense
from worksurface_pipeline.worksurface.tasks.gates.query_tree import (
    Tree,
    arguments,
    columns_in,
    dicts,
)
from worksurface_pipeline.worksurface.tasks.lexicon import word_set

SENSES = {
    "sum": Sense.TOTAL,
    "fsum": Sense.TOTAL,
    "avg": Sense.MEAN,
    "mean": Sense.MEAN,
    "median": Sense.MEDIAN,
    "max": Sense.MOST,
    "max_by": Sense.MOST,
    "arg_max": Sense.MOST,
    "min": Sense.LEAST,
    "min_by": Sense.LEAST,
    "arg_min": Sense.LEAST,
    "count": Sense.COUNT,
    "count_star": Sense.COUNT,
    "count_if": Sense.COUNT,
    "countif": Sense.COUNT,
}
"""The sense of each aggregate that questions have words for."""
PLAIN = word_set(
    "round lower upper trim ltrim rtrim nullif year month day quarter date_part date_trunc strftime"
    " monthname dayname + - * / ~~ ~~* !~~ !~~* contains starts_with prefix suffix ends_with"
    " date_diff datediff abs"
)
"""Functions that change nothing in what is asked, or are held against the question elsewhere."""
_NEUTRAL = frozenset({"0", "1", "1.0", "0.0", "100", "100.0"})


def senses_of(tree: Tree, booleans: frozenset[str]) -> frozenset[Sense]:
    """What the query computes, its order under a LIMIT included."""
    found = set(_aggregated(tree, booleans))
    is_quotient = any(node.get("function_name") == "/" for node in dicts(tree))
    if is_quotient and found == {Sense.TOTAL, Sense.COUNT} and not _is_part(tree):
        return frozenset({Sense.MEAN})
    if is_quotient:
        found = {Sense.SHARE, *(found - {Sense.TOTAL, Sense.COUNT})}
    for node in dicts(tree):
        if node.get("function_name") == "-" and len(arguments(node)) > 1:
            found.add(Sense.DIFFERENCE)
        if node.get("type") == "SELECT_NODE":
            found |= set(_ranked(node))
            found |= {Sense.DISTINCT} if node is not tree and _is_distinct(node) else set()
    return frozenset(found)


def functions_in(tree: Tree) -> frozenset[str]:
    """Names of the functions of a query."""
    return frozenset(str(node["function_name"]) for node in dicts(tree) if "function_name" in node)


def _is_part(tree: Tree) -> bool:
    return any("filter" in node or node.get("type") == "CASE_EXPR" for node in dicts(tree))


def _is_distinct(node: Tree) -> bool:
    return any(one["type"] == "DISTINCT_MODIFIER" for one in node.get("modifiers", ()))


def _aggregated(tree: Tree, booleans: frozenset[str]) -> Iterator[Sense]:
    for node in dicts(tree):
        name = str(node.get("function_name", ""))
        if name == "mode":
            yield from (Sense.MOST, Sense.COUNT)
        sense = SENSES.get(name)
        if sense is None:
            continue
        if sense is Sense.COUNT and node.get("distinct"):
            sense = Sense.DISTINCT
        if _is_indicator(arguments(node), booleans):
            sense = {Sense.MEAN: Sense.SHARE, Sense.TOTAL: Sense.COUNT}.get(sense, sense)
        yield sense


def _is_indicator(inner: list[Tree], booleans: frozenset[str]) -> bool:
    """Whether what is added up is 1 for some rows and 0 for the others."""
    if not inner:
        return False
    nodes = list(dicts(inner))
    if any(node.get("type") == "CASE_EXPR" for node in nodes):
        results = [node[key] for node in nodes for key in ("then_expr", "else_expr") if key in node]
        texts = {one.get("text", "0") for node in results for one in constants_in(node)}
        return texts <= _NEUTRAL and all(list(constants_in(node)) for node in results)
    is_compared = any(node.get("class") in ("COMPARISON", "CONJUNCTION") for node in nodes)
    return is_compared or set(columns_in(inner)) <= booleans


def _ranked(node: Tree) -> Iterator[Sense]:
    modifiers = {one["type"]: one for one in node.get("modifiers", ())}
    orders = modifiers.get("ORDER_MODIFIER", {}).get("orders", ())
    if orders and "LIMIT_MODIFIER" in modifiers:
        yield Sense.MOST if orders[0]["type"] == "DESCENDING" else Sense.LEAST
