"""Conditions that are joined otherwise than the question says: "or" for "and".

Taught by an own question for shipments "both delayed and heavier than 200 kg" with OR between the
two conditions: it keeps far more rows than are asked for.
"""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import conditions_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, columns_in, dicts

NAME = "asked_logic"
REASON = "conditions joined otherwise than the question says"
# Not the "or" of a limit: "30 or more".
_OR = re.compile(
    r"\b(?:or|either)\b(?! (?:more|less|fewer|above|below|over|under|up|higher|lower|greater|longer"
    r"|shorter|later|earlier|heavier|lighter|larger|smaller|better|worse|not|after|before)\b)",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"\b(?:neither|nor)\b", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_SEVERAL = frozenset({"CONJUNCTION_OR", "COMPARE_IN", "COMPARE_NOT_IN"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds OR between columns where the question says no or, and AND alone where it says one."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        if not is_own(task, item, context):
            continue
        problem = _problem(shape.tree, clause_of(task, item, context).text)
        if problem:
            detail = f"{item.table}: {problem}"
            return finding(NAME, REASON, detail, context, Checked.RECORD)
    return None


def _problem(tree: Tree, text: str) -> str:
    kinds = {str(node.get("type")) for node in dicts(tree)}
    said = _OR.search(text)
    if _NEITHER.search(text) and any(_denies_all(node) for node in dicts(tree)):
        return "the query denies that all conditions hold (NOT … AND …), the question each of them"
    crossing = [one for one in dicts(tree) if one.get("type") == "CONJUNCTION_OR"]
    is_crossing = any(len(set(columns_in(one))) > 1 for one in crossing)
    if is_crossing and (said is None or _BOTH.search(text)):
        return "the query joins conditions with OR, the question with “and”"
    if said and "CONJUNCTION_AND" in kinds and not kinds & _SEVERAL:
        columns = {name for one in conditions_of(tree) for name in one.columns}
        if len(columns) > 1:
            return f"the question says “{said[0]}”, the query joins its conditions with AND"
    return ""


def _denies_all(node: Tree) -> bool:
    inner = node.get("children", ()) if node.get("type") == "OPERATOR_NOT" else ()
    return any(one.get("type") == "CONJUNCTION_AND" for one in inner)
