"""A query that loses something on the way: values that occur twice, or the places of a figure.

Taught by own questions: `SUM(DISTINCT votes)` for "how many votes in total", a quotient of
different codes for "what percentage has a code", `CAST(AVG(weight_kg) AS INTEGER)` for a mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import SAYS, Sense
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, arguments, dicts

NAME = "asked_exact"
REASON = "query drops values or decimals that the question does not"
_ADDED_UP = frozenset({"sum", "avg", "mean", "median"})
_ROUNDED = re.compile(
    r"\b(?:whole|round\w*|nearest|integers?|decimals?|full|complete|truncat\w*)\b", re.IGNORECASE
)
# What we put behind a question, because of the gold and not of what is asked.
_OURS = re.compile(r"Give it (?:in percent, )?rounded to [^.]*\.\s*$")
_UNSIGNED = re.compile(
    r"\b(?:absolute|magnitude|deviat\w+|apart|far|how (?:much|many|large|big))\b"
    rf"|{SAYS[Sense.DIFFERENCE].pattern}",
    re.IGNORECASE,
)
_NARROW = re.compile(r"^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?\d*|DECIMAL|NUMERIC|LONG|SHORT)$")


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds DISTINCT inside a total, a mean or a quotient, casts that cut decimals, lost signs."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        problem = next(_problems(shape.tree, _OURS.sub("", task.question)), "")
        if problem:
            detail = f"{item.table}: {problem}"
            return finding(NAME, REASON, detail, context, Checked.RECORD)
    return None


def _problems(tree: Tree, text: str) -> Iterator[str]:
    for node in dicts(tree):
        if not SAYS[Sense.DISTINCT].search(text):
            yield from _once(node)
        if not _ROUNDED.search(text) and (cut := _cut(node)):
            yield f"{cut} cuts decimals off; no word asks for whole or rounded figures"
        if node.get("function_name") == "abs" and not _UNSIGNED.search(text):
            yield "ABS drops the sign; no word asks for absolute figures or a difference"


def _once(node: Tree) -> Iterator[str]:
    """Equal values that are left out of a total, a mean or a quotient."""
    name = str(node.get("function_name", ""))
    if name in _ADDED_UP and node.get("distinct"):
        yield f"{name.upper()}(DISTINCT …) leaves out equal values; no word asks for that"
    if name == "/" and _is_distinct(arguments(node)[:1]):
        yield "the quotient counts different values (DISTINCT); no word asks for that"


def _is_distinct(nodes: list[Tree]) -> bool:
    return any(one.get("distinct") and "function_name" in one for one in dicts(nodes))


def _cut(node: Tree) -> str:
    """What makes a computed figure whole, "" where nothing does."""
    if node.get("type") == "OPERATOR_CAST":
        kind = str(node.get("type_expr", {}).get("type_name", "")).upper()
        is_computed = any("function_name" in one for one in dicts(node["child"]))
        return f"the cast to {kind}" if is_computed and _NARROW.match(kind) else ""
    is_round = node.get("function_name") == "round" and len(arguments(node)) == 1
    return "ROUND without a number of decimals" if is_round else ""
