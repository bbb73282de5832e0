"""Operands that stand the other way round than the question names them.

Taught by own questions: weight over cost for "the freight cost per weight", Osterlia minus Norrmark
for "how much more went to Norrmark than to Osterlia", `reorder_level < quantity` for "a quantity
below the reorder level".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.beside import comparison_problem
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import conditions_of
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import NEGATION
from worksurface_pipeline.worksurface.tasks.gates.asked.parts import flags_of, said_in, terms_of
from worksurface_pipeline.worksurface.tasks.gates.asked.share import base_problem
from worksurface_pipeline.worksurface.tasks.gates.asked.text import (
    Asked,
    asked_of,
    clause_of,
    is_own,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.values import unfolded
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, arguments, dicts

NAME = "asked_operands"
REASON = "operands stand otherwise than the question says"
_SHARE = r"(?:share|percentage|percent|proportion|fraction|ratio)"
# What stands above the line of a quotient, and what below it.
_QUOTIENTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bratio of (?P<above>.+?) to (?P<below>.+)",
        rf"(?P<above>.+) as an? {_SHARE} of (?P<below>.+)",
        r"(?P<above>.+?) (?:per|divided by|relative to|for each|for every) (?P<below>.+)",
        rf"\b{_SHARE} of (?:the |all |those )*(?P<below>.+?)"
        r" (?:is|are|was|were|that|which|has|have|had) (?P<above>.+)",
    )
)
_BELOW = r"less|fewer|lower|smaller|shorter|lighter|cheaper|earlier|younger|slower"
_MORE = re.compile(
    rf"\bhow (?:much|many) (?:(?P<turned>{_BELOW})|more|\w+er)\b(?P<first>.*?) than (?P<second>.+)",
    re.IGNORECASE,
)
_EXCEEDS = re.compile(
    r"\bby how (?:much|many)\b(?P<first>.+?) (?:exceeds?|exceeded|(?:above|over))\b(?P<second>.+)"
    r"|(?P<a>.+) minus (?P<b>.+)",
    re.IGNORECASE,
)
_ONE_SIDED = re.compile(r"\bhow (?:much|many) (?:more|less|fewer|\w+er)\b.* than\b", re.IGNORECASE)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds quotients, differences, comparisons and shares with their sides or base exchanged."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        if not is_own(task, item, context):
            continue
        asked = clause_of(task, item, context)
        problem = next(_problems(item, shape.tree, asked), "")
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.RECORD)
    return None


def _problems(item: TableEvidence, tree: Tree, asked: Asked) -> Iterator[str]:
    for condition in conditions_of(tree):
        yield from comparison_problem(condition, asked)
    for node in dicts(tree["select_list"] + tree.get("modifiers", [])):
        sides = arguments(node) if node.get("function_name") in ("/", "-") else []
        if len(sides) == 2:
            yield from _turned(node["function_name"], sides[0], sides[1], asked)
    if _ONE_SIDED.search(asked.text) and _is_negative(item):
        yield "the question asks how much more or less, the result is negative"
    yield from base_problem(tree, asked)


def _is_negative(item: TableEvidence) -> bool:
    values = [value for row in item.verified_result for value in row]
    return len(values) == 1 and isinstance(values[0], int | float) and values[0] < 0


def _turned(sign: str, first: Tree, second: Tree, asked: Asked) -> Iterator[str]:
    if sign == "/":
        match = next(filter(None, (one.search(asked.text) for one in _QUOTIENTS)), None)
        names = (match["above"], match["below"]) if match else None
    else:
        names = _subtracted(asked.text)
    if names is None:
        return
    left, right = terms_of(first), terms_of(second)
    left, right = left - right, right - left
    straight = said_in(left, names[0]) + said_in(right, names[1])
    turned = said_in(left, names[1]) + said_in(right, names[0])
    for column, is_denied in flags_of(first).items():
        says = [bool(NEGATION.search(unfolded(column, asked_of(name)).text)) for name in names]
        if flags_of(second).get(column) is not is_denied and says[0] is not says[1]:
            straight += says[0] is is_denied
            turned += says[0] is not is_denied
    if turned > straight:
        does = "divides" if sign == "/" else "subtracts"
        yield f"the query {does} the other way round than the question names its operands"


def _subtracted(text: str) -> tuple[str, str] | None:
    """What is taken first, and what is subtracted from it."""
    if match := _MORE.search(text):
        names = match["first"], match["second"]
        return (names[1], names[0]) if match["turned"] else names
    if match := _EXCEEDS.search(text):
        return (match["a"], match["b"]) if match["a"] else (match["first"], match["second"])
    return None
