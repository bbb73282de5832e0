"""A query whose steps no question can state: a cut inside, a sample, a window, a constant.

Taught by own questions over `SELECT COUNT(*) FROM (SELECT * … LIMIT 7)` ("How many rows are
there") and `SELECT 42`: they replay, and answer nothing of what is asked.
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.query import PLAIN, SENSES
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import shape_of
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, columns_in, dicts

NAME = "asked_shape"
REASON = "query does what no question can state"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds queries that do more than filter, group, compute and rank one table."""
    if not is_worded_elsewhere(task):
        return None
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence):
            shape = shape_of(item.query)
            problem = "is no plain SELECT over one table" if shape is None else odd(shape.tree)
            if problem:
                detail = f"the query on {item.table} {problem}"
                return finding(NAME, REASON, detail, context, Checked.RECORD)
    return None


def odd(tree: Tree) -> str:
    """What is odd in a query, "" where nothing is."""
    nodes = list(dicts(tree))
    selects = [node for node in nodes if node.get("type") == "SELECT_NODE"]
    cut = next((one for one in selects if "LIMIT_MODIFIER" in _modifiers(one)), None)
    if cut is not None and cut is not tree:
        return "cuts its rows (LIMIT) before it computes"
    if cut is not None and "ORDER_MODIFIER" not in _modifiers(tree):
        return "cuts its rows (LIMIT) in no order (ORDER BY)"
    if any("sample" in node for node in selects):
        return "takes a sample"
    if any(node.get("type") == "SET_OPERATION_NODE" for node in nodes):
        return "joins the rows of several queries (UNION, INTERSECT, EXCEPT)"
    if any(node.get("type") == "JOIN" for node in nodes):
        return "joins the table with itself"
    window = next((node for node in nodes if node.get("class") == "WINDOW"), None)
    if window is not None or any("qualify" in node for node in selects):
        return "uses a window function"
    return _unknown(nodes) or _constant(tree)


def _modifiers(select: Tree) -> frozenset[str]:
    return frozenset(str(one["type"]) for one in select.get("modifiers", ()))


def _unknown(nodes: list[Tree]) -> str:
    for node in nodes:
        name = str(node.get("function_name", ""))
        if name and name not in SENSES and name not in PLAIN and name != "mode":
            return f"uses {name}, for which the words of a question are not known"
    return ""


def _constant(tree: Tree) -> str:
    """A result that no column has a part in and that counts no rows."""
    first = tree["select_list"][0]
    is_counted = any(node.get("function_name") == "count_star" for node in dicts(first))
    is_star = first.get("class") == "STAR"
    if is_counted or is_star or any(True for _ in columns_in(first)):
        return ""
    return "gives a constant, nothing of the table"
