"""The prompts for proposals, versioned: a changed text needs a new version."""

from __future__ import annotations

from worksurface_pipeline.harness.llm.types import Message
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.proposals.model import ProposalKind
from worksurface_pipeline.worksurface.proposals.packets import Packet

PROMPT_VERSION = "proposals-1"
_RULES = (
    "You write one question that a colleague would ask about the files below, and the proof that"
    " answers it. You do not answer it: a program runs the proof, and its result is the answer.\n"
    "Reply with one JSON object and nothing else:\n"
    '{"question": "...", "proof": [...], "unit": "..."}\n'
    "`unit` is percent, fraction, a currency or a unit word; leave it out where there is none.\n"
    "Proofs:\n"
    '- {"surface": "table", "sql": "SELECT ..."}: one SELECT over one view, one column of'
    " result, quoted names, percent columns hold fractions.\n"
    '- {"surface": "rag", "document": "...", "quote": "..."}: words exactly as they stand in the'
    " document, with exactly one figure in them, which is the answer.\n"
    '- {"surface": "graph", "node": "...", "relation": "..."}: all that the relation leads to'
    " from the node.\n"
    "The question names the files it is about and every column, condition and unit that the proof"
    " uses. It does not hold its answer, and no word about tables, queries, documents, graphs or"
    " tools. With several proofs it asks for their answers in the same order; of a graph proof"
    " beside others it asks for the number of files."
)
_WANTED = {
    ProposalKind.TABLE: "Give exactly one proof, of the surface table.",
    ProposalKind.DOCUMENT: "Give exactly one proof, of the surface rag.",
    ProposalKind.PAIR: "Give exactly two proofs, of two different surfaces.",
    ProposalKind.THREE: "Give exactly three proofs: one each of rag, table and graph.",
}


def proposal_messages(kind: ProposalKind, packet: Packet) -> tuple[Message, ...]:
    """The conversation that asks for one proposal; the files are the last message, as JSON."""
    return (
        Message(role="system", content=f"{_RULES}\nKind: {kind.value}. {_WANTED[kind]}"),
        Message(role="user", content=canonical_json(packet)),
    )
