"""A count that contradicts the list it counts.

Taught by ws_lite_175_exg_count and ws_lite_388_exg_count (an output counted among the inputs: 6
and 4 against lists of 5 and 3) and by field report 4 (five of seven count golds disagree).
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, sets_of
from worksurface_pipeline.worksurface.tasks.replay_graph import ends

NAME = "counts"
REASON = "count disagrees with the list"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds numbers and sets of one node and relation that do not agree."""
    for item in sets_of(task):
        if isinstance(task.gold_answer, int) and len(task.gold_evidence) == 1:
            size = len(item.verified_complete_set)
            if task.gold_answer != size:
                detail = f"the gold is {task.gold_answer}, the proof lists {size}"
                return finding(NAME, REASON, detail, context, Checked.RECORD)
        problem = next(_edge_problems(item, context), "")
        if problem:
            return finding(NAME, REASON, problem, context, Checked.EXECUTED)
        problem = next(_pool_problems(task, item, context), "")
        if problem:
            return finding(NAME, REASON, problem, context, Checked.RECORD)
    return None


def _edge_problems(item: GraphSetEvidence, context: Context) -> Iterator[str]:
    """Members that the edges do not give, and ends that the set lacks."""
    surfaces = context.surfaces
    if surfaces is None or item.node not in context.nodes:
        return
    found = set(ends(surfaces.graph, item.node, item.relation, item.direction))
    found = {end for end in found if end.lower().endswith(item.suffix)}
    members = set(item.verified_complete_set)
    outputs = {node.label for node in surfaces.graph.nodes if node.kind == "output"}
    for name in sorted(members - found):
        label = name.rpartition("::")[2]
        kind = ", it is an output" if label in outputs else ""
        yield f"{name} is no {item.relation} of {item.node}{kind}"
    for name in sorted(found - members):
        yield f"{name} is a {item.relation} of {item.node} and not in the set"


def _pool_problems(task: AtomicTask, item: GraphSetEvidence, context: Context) -> Iterator[str]:
    """Lists of other tasks about the same node and relation."""
    for other in context.pool:
        if other.id == task.id or other.answer_type is not AnswerType.LIST:
            continue
        for one in sets_of(other):
            is_same = _key(one) == _key(item)
            if is_same and len(one.verified_complete_set) != len(item.verified_complete_set):
                yield f"{other.id} lists {len(one.verified_complete_set)} for the same set"


def _key(item: GraphSetEvidence) -> tuple[str, str, str, str]:
    return item.node, item.relation, item.direction, item.suffix
