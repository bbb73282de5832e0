"""A gold that is not what its proofs say, or a proof that does not replay.

Taught by field reports 3 and 19 (golds that are not the gold query's result, queries over tables
that were not shipped).
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Checked,
    Evidence,
    GateFinding,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.golds import elements, gold_problems
from worksurface_pipeline.worksurface.tasks.leaks import split_elements
from worksurface_pipeline.worksurface.tasks.replay import Replayer, evidence_problems, is_same_rows
from worksurface_pipeline.worksurface.tasks.replay_graph import foreign_path_problems, is_walkable

GOLD = "gold_match"
REPLAY = "replay"


def check_gold(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds golds that differ from their proofs."""
    if is_foreign(task):
        problems = list(_foreign_problems(task))
        checked = Checked.RECORD
    elif context.surfaces is None:
        return None
    else:
        problems = list(gold_problems(task, context.surfaces))
        checked = Checked.STORED
    if not problems:
        return None
    return finding(GOLD, "gold is not what the proof says", "; ".join(problems), context, checked)


def check_replay(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds proofs that cannot be executed again with the same result."""
    if context.replayer is None:
        return None
    problems: list[str] = []
    if is_foreign(task):
        problems += _requeried(task, context)
        problems += _searched(task, context, context.replayer)
    else:
        for item in task.gold_evidence:
            problems += evidence_problems(item, context.replayer)
    if not problems:
        return None
    detail = "; ".join(problems)
    return finding(REPLAY, "proof does not replay", detail, context, Checked.EXECUTED)


def _requeried(task: AtomicTask, context: Context) -> Iterator[str]:
    """Recorded results of foreign queries, against what they give now."""
    for item, _ in tables_of(task):
        rows = context.rows(item.table, item.query)
        if rows is None:
            missing = item.table not in context.views
            if not missing:
                yield f"the query on {item.table} fails"
            elif context.is_whole:
                yield f"the view {item.table} does not exist"
        elif item.verified_result and not _is_close(rows, item.verified_result):
            recorded = item.verified_result[:1]
            yield f"the query on {item.table} gives {rows[:1]} instead of {recorded}"


def _searched(task: AtomicTask, context: Context, replayer: Replayer) -> Iterator[str]:
    """Foreign paths that the edges do not give, and absent things that stand somewhere."""
    for item in task.gold_evidence:
        if isinstance(item, GraphPathEvidence) and is_walkable(item, context.nodes):
            yield from foreign_path_problems(item, replayer.surfaces.graph)
        if isinstance(item, AbsenceEvidence):
            found = [term for term in item.terms if not replayer.scope.lacks_all(term)]
            yield from (f"words of {term!r} stand in the scope" for term in found)


def _is_close(
    rows: tuple[tuple[Scalar, ...], ...], recorded: tuple[tuple[Scalar, ...], ...]
) -> bool:
    """Equal, or equal once rounded to the recorded digits: rounding is another gate's fault."""
    if is_same_rows(rows, recorded):
        return True
    one, other = _first(rows), _first(recorded)
    if not isinstance(one, (int, float)) or not isinstance(other, (int, float)):
        return False
    digits = len(repr(other).partition(".")[2])
    return abs(one - other) <= 0.5000001 * 10.0**-digits  # half a last place, and float noise


def _first(rows: tuple[tuple[Scalar, ...], ...]) -> Scalar:
    return rows[0][0] if rows and rows[0] else None


def _foreign_problems(task: AtomicTask) -> Iterator[str]:
    """Every element must be what some proof shows; a proof without a result shows anything."""
    if task.answer_type is AnswerType.ABSTAIN or not task.gold_evidence:
        return
    is_open = any(isinstance(one, TableEvidence) and not one.query for one in task.gold_evidence)
    for element in elements(task):
        parts = split_elements(element) if isinstance(element, str) else (element,)
        for part in parts:
            if not is_open and not any(_shows(item, part) for item in task.gold_evidence):
                yield f"no proof shows {part!r}"


def _shows(item: Evidence, gold: Scalar) -> bool:
    text = normalise(str(gold))
    if isinstance(item, TableEvidence):
        values = {normalise(str(value)) for row in item.verified_result for value in row}
        return text in values or any(_is_near(value, text) for value in values)
    if isinstance(item, RagEvidence):
        numbers = {str(mention.number) for mention in find_numbers(item.span)}
        return has_token(normalise(item.span), text) or str(gold) in numbers
    if isinstance(item, GraphSetEvidence):
        names = {normalise(node.rpartition("::")[2]) for node in item.verified_complete_set}
        owners = {node.partition("::")[0].removeprefix("t") for node in item.verified_complete_set}
        is_owner = item.relation == "shared_artifact" and str(gold) in owners
        return is_owner or text in names or text == str(len(item.verified_complete_set))
    return isinstance(item, GraphPathEvidence) and text == normalise(
        item.graph_path[-1].rpartition("::")[2]
    )


def _is_near(value: str, text: str) -> bool:
    """Whether two numbers are one but for rounding."""
    try:
        return abs(float(value) - float(text)) <= 0.5 * 10.0 ** -len(text.partition(".")[2])
    except ValueError:
        return False
