"""Whether a gold is what its proofs say, element by element, family by family."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise, product

from worksurface_pipeline.kernel.text import find_numbers, has_token
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    DEPENDENT_FAMILIES,
    AtomicTask,
    Derivation,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, Surfaces
from worksurface_pipeline.worksurface.tasks.leaks import dashed, is_number, split_elements
from worksurface_pipeline.worksurface.tasks.replay_graph import end_problems

# Stored golds keep twelve significant digits.
_RELATIVE = 1e-11
_TEXT = re.compile(r" = '((?:[^']|'')*)'")
_LIMIT = re.compile(r" [<>] (-?\d+(?:\.\d+)?)")


def gold_problems(task: AtomicTask, surfaces: Surfaces) -> Iterator[str]:
    """Everything in which gold and proofs differ; nothing for what is absent."""
    if task.answer_type is AnswerType.ABSTAIN:
        return
    if task.answer_type is AnswerType.LIST:
        if _listed(task, surfaces.graph) != task.gold_answer:
            yield "the gold list is not the proof's complete set"
        return
    golds, proofs = elements(task), _answering(task)
    if len(golds) != len(proofs):
        yield f"{len(golds)} gold elements stand against {len(proofs)} proofs"
        return
    for gold, item in zip(golds, proofs, strict=True):
        yield from _element_problems(gold, item, surfaces.graph)
    yield from _lead_problems(task, surfaces)


def _lead_problems(task: AtomicTask, surfaces: Surfaces) -> Iterator[str]:
    """Whether paths end where the question says, and each proof leads to the next."""
    for item in task.gold_evidence:
        if isinstance(item, GraphPathEvidence):
            yield from end_problems(task, item, surfaces.graph)
    if task.derivation in (*DEPENDENT_FAMILIES, Derivation.LINKED_PAIR):
        yield from _links_problems(task, surfaces)
    if task.derivation in DEPENDENT_FAMILIES:
        yield from _chain_problems(task, surfaces)


def elements(task: AtomicTask) -> tuple[Scalar, ...]:
    """The elements of a gold, in order."""
    gold = task.gold_answer
    if isinstance(gold, str) and len(_answering(task)) > 1:
        return split_elements(gold)
    return gold if isinstance(gold, tuple) else (gold,)


def _answering(task: AtomicTask) -> tuple[Evidence, ...]:
    """The proofs that hold the answer: the last one where each leads to the next, no link."""
    if task.derivation in DEPENDENT_FAMILIES:
        return task.gold_evidence[-1:]
    if task.derivation is Derivation.LINKED_PAIR:
        return tuple(one for one in task.gold_evidence if not isinstance(one, GraphPathEvidence))
    return task.gold_evidence


def _element_problems(gold: Scalar, item: Evidence, graph: GraphSet) -> Iterator[str]:
    if isinstance(item, TableEvidence) and not _is_result(gold, item):
        yield f"the gold {gold!r} is not the result of the query on {item.table}"
    if isinstance(item, RagEvidence) and not _is_in_span(gold, item.span):
        yield f"the gold {gold!r} does not stand in the span {item.span!r}"
    if isinstance(item, GraphSetEvidence) and str(gold) != str(len(item.verified_complete_set)):
        yield f"the gold {gold!r} is not the number of files in the set of {item.node}"
    if isinstance(item, GraphPathEvidence) and gold != _label(graph, item.graph_path[-1]):
        yield f"the gold {gold!r} is not the end of the path from {item.graph_path[0]}"


def _label(graph: GraphSet, node: str) -> str:
    return next((item.label for item in graph.nodes if item.id == node), node)


def _listed(task: AtomicTask, graph: GraphSet) -> tuple[str, ...]:
    if task.derivation is Derivation.SHARED_TASKS:
        return _other_tasks(task)
    labels = {node.id: node.label for node in graph.nodes}
    names: set[str] = set()
    for item in task.gold_evidence:
        if isinstance(item, GraphSetEvidence):
            names |= {labels.get(node, node) for node in item.verified_complete_set}
        if isinstance(item, TableEvidence):
            names |= {str(row[0]) for row in item.verified_result if row}
    return tuple(sorted(names))


def _other_tasks(task: AtomicTask) -> tuple[str, ...]:
    """Source tasks by the ids `t<task>::<file>` of the nodes that hold the same content."""
    nodes = {
        node
        for item in task.gold_evidence
        if isinstance(item, GraphSetEvidence)
        for node in item.verified_complete_set
    }
    found = {node.split("::", 1)[0][1:] for node in nodes}
    return tuple(sorted(found - {task.source.task_id}))


def _is_result(gold: Scalar, item: TableEvidence) -> bool:
    rows = item.verified_result
    value = rows[0][0] if rows and rows[0] else None
    if isinstance(gold, str) and isinstance(value, (int, float)):
        digits = len(gold.partition(".")[2])
        return gold == f"{value:.{digits}f}"
    if isinstance(gold, float) and isinstance(value, (int, float)):
        return abs(gold - value) <= _RELATIVE * max(abs(gold), 1.0)
    return gold == value and type(gold) is type(value)


def _is_in_span(gold: Scalar, span: str) -> bool:
    if isinstance(gold, str) and not is_number(gold):
        return has_token(dashed(" ".join(span.split())), gold)
    if gold is None or isinstance(gold, bool):
        return False
    wanted = Decimal(str(gold))
    return any(mention.number == wanted for mention in find_numbers(span))


def _links_problems(task: AtomicTask, surfaces: Surfaces) -> Iterator[str]:
    """Each link must lead to the file of the next proof: the question names its start alone."""
    files = {item.id: item.filename for item in surfaces.documents.documents}
    for item, following in pairwise(task.gold_evidence):
        if isinstance(item, GraphPathEvidence):
            yield from _link_problems(task, item, _file_of(following, files), surfaces.graph)


def _chain_problems(task: AtomicTask, surfaces: Surfaces) -> Iterator[str]:
    """What a document tells must lead to the query; the question names the document's file."""
    files = {item.id: item.filename for item in surfaces.documents.documents}
    rags = [item for item in task.gold_evidence if isinstance(item, RagEvidence)]
    tables = [item for item in task.gold_evidence if isinstance(item, TableEvidence)]
    for rag, table in product(rags, tables):
        yield from _filter_problems(task, rag, table)
    is_led = isinstance(task.gold_evidence[0], GraphPathEvidence)
    for rag in rags if not is_led else ():
        if not has_token(task.question, files.get(rag.file, "")):
            yield f"the question does not name the file of {rag.file}"


def _file_of(item: Evidence, files: Mapping[str, str]) -> str:
    """The file that a proof reads."""
    if isinstance(item, TableEvidence):
        return item.source_file
    return files.get(item.file, "") if isinstance(item, RagEvidence) else ""


def _link_problems(
    task: AtomicTask, item: GraphPathEvidence, target: str, graph: GraphSet
) -> Iterator[str]:
    start, end = _label(graph, item.graph_path[0]), _label(graph, item.graph_path[-1])
    if end != target:
        yield f"the path ends in {end}, the next proof reads {target}"
    if not has_token(task.question, start):
        yield f"the question does not name {start}"
    if has_token(task.question, target):
        yield f"the question names {target}, to which the path should lead"


def _filter_problems(task: AtomicTask, item: RagEvidence, last: TableEvidence) -> Iterator[str]:
    """What the query compares with must stand in the span, and not in the question."""
    texts = [match.replace("''", "'") for match in _TEXT.findall(last.query)]
    numbers = {Decimal(match) for match in _LIMIT.findall(last.query)}
    said = {mention.number for mention in find_numbers(item.span)}
    told = any(has_token(item.span, text) for text in texts)
    if not told and not numbers & {*said, *(number / 100 for number in said)}:
        yield f"no value of the query on {last.table} stands in the span {item.span!r}"
    if any(has_token(task.question.lower(), text.lower()) for text in texts):
        yield "the question names what the document should tell"
    asked = {mention.number for mention in find_numbers(task.question)}
    if numbers & {*asked, *(number / 100 for number in asked)}:
        yield "the question names the figure that the document should tell"
