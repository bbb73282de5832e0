"""Running a proposed proof: what it yields is the gold, whatever the proposer believes.

Each proof becomes evidence and one answer. Several proofs make a composite `a; b`, in order.
"""

from __future__ import annotations

from worksurface_pipeline.kernel.text import find_numbers, find_token
from worksurface_pipeline.worksurface.proposals.model import (
    Proposal,
    ProposedProof,
    ProposedQuery,
    ProposedQuote,
    ProposedRelation,
)
from worksurface_pipeline.worksurface.proposals.prove_query import Proven, run_query
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    GraphSetEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.build import (
    Draft,
    Gold,
    make_task,
    printed,
    span_evidence,
)
from worksurface_pipeline.worksurface.tasks.leaks import is_number
from worksurface_pipeline.worksurface.tasks.questions import rounding
from worksurface_pipeline.worksurface.tasks.replay import Replayer
from worksurface_pipeline.worksurface.tasks.replay_graph import ends

_LONGEST_TEXT = 60  # characters of a quoted answer without a figure


def prove(
    benchmark: str,
    task: SourceTask,
    proposal: Proposal,
    derivation: Derivation,
    replayer: Replayer,
) -> AtomicTask | str:
    """The atomic task of a proposal, its gold computed here; or the reason why there is none."""
    proven: list[Proven] = []
    for item in proposal.proof:
        found = _run(item, task, proposal.unit, replayer)
        if isinstance(found, str):
            return found
        proven.append(found)
    gold = _together(proven)
    if isinstance(gold, str):
        return gold
    question = _asked(proposal.question, proven)
    draft = Draft(
        derivation=derivation,
        question=question,
        core=question,
        gold=gold,
        evidence=tuple(item.evidence for item in proven),
        surfaces=tuple(Surface(item.surface) for item in proposal.proof),
    )
    return make_task(benchmark, task, draft)


def _asked(question: str, proven: list[Proven]) -> str:
    """The question, told the decimals that its answer is to have unless it tells them itself."""
    said = " ".join(question.split())
    fractional = [item.gold for item in proven if isinstance(item.gold.answer, float)]
    computed = [item for item in proven if isinstance(item.evidence, TableEvidence)]
    if not fractional or not computed or "round" in said.lower() or "decimal" in said.lower():
        return said
    return f"{said} {rounding(fractional[0].digits, fractional[0].unit)}".rstrip()


def _together(proven: list[Proven]) -> Gold | str:
    if len(proven) == 1:
        return proven[0].gold
    golds = [item.gold for item in proven]
    if any(isinstance(gold.answer, tuple) for gold in golds):
        sizes = [item for item in proven if not isinstance(item.evidence, GraphSetEvidence)]
        if any(isinstance(item.gold.answer, tuple) for item in sizes):
            return "a query of several rows is no element of an answer with several parts"
    parts = [_part(gold) for gold in golds]
    if any(";" in part for part in parts):
        return "an element of the answer holds a semicolon"
    return Gold("; ".join(parts), AnswerType.STRING)


def _part(gold: Gold) -> str:
    """An element of a composite: of a complete set it is the number of its members."""
    return str(len(gold.answer)) if isinstance(gold.answer, tuple) else printed(gold)


def _run(item: ProposedProof, task: SourceTask, unit: str, replayer: Replayer) -> Proven | str:
    if isinstance(item, ProposedQuery):
        return run_query(item, task, unit, replayer)
    if isinstance(item, ProposedQuote):
        return _find_quote(item, task, replayer)
    return _enumerate(item, task, replayer)


def _find_quote(item: ProposedQuote, task: SourceTask, replayer: Replayer) -> Proven | str:
    document = replayer.documents.get(item.document)
    if document is None:
        return f"the document {item.document} does not exist"
    if document.task_id != task.task_id:
        return f"the document {item.document} belongs to another source task"
    places = list(find_token(document.text, item.quote))
    if len(places) != 1:
        return f"the quote stands {len(places)} times in {item.document}"
    gold = _quoted(item.quote)
    if isinstance(gold, str):
        return gold
    start = places[0]
    return Proven(span_evidence(document, start, start + len(item.quote)), gold)


def _quoted(quote: str) -> Gold | str:
    """The one figure of a quote; a short quote without any figure is the answer itself."""
    found = list(find_numbers(quote))
    if len(found) > 1:
        return f"the quote holds {len(found)} figures"
    if found:
        number = found[0].number
        value = float(number) if found[0].digits else int(number)
        return Gold(value, AnswerType.NUMBER, found[0].unit, found[0].digits)
    said = " ".join(quote.split())
    if len(said) > _LONGEST_TEXT or is_number(said):
        return "the quote is too long to be an answer and holds no figure"
    return Gold(said, AnswerType.STRING)


def _enumerate(item: ProposedRelation, task: SourceTask, replayer: Replayer) -> Proven | str:
    nodes = {node.id: node for node in replayer.surfaces.graph.nodes}
    node = nodes.get(item.node)
    if node is None:
        return f"the graph has no node {item.node}"
    if node.task_id != task.task_id:
        return f"the node {item.node} belongs to another source task"
    found = ends(replayer.surfaces.graph, item.node, item.relation, item.direction)
    if not found:
        return f"{item.relation} leads nowhere from {item.node}"
    names = tuple(sorted({nodes[one].label if one in nodes else one for one in found}))
    evidence = GraphSetEvidence(
        node=item.node,
        relation=item.relation,
        verified_complete_set=found,
        direction=item.direction,
    )
    return Proven(evidence, Gold(names, AnswerType.LIST))
