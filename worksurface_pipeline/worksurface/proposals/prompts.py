"""The prompts for proposals, versioned: a changed text needs a new version."""

from __future__ import annotations

from worksurface_pipeline.harness.llm.types import Message
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.proposals.model import ProposalKind
from worksurface_pipeline.worksurface.proposals.packets import Packet

PROMPT_VERSION = "proposals-2"
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
    " uses, and it says total, average, highest or number as the proof computes it. It does not"
    " hold its answer, and no word about tables, queries, documents, graphs or tools. It asks for"
    " something that a colleague would want to know: no code, no row of numbers, no fragment of a"
    " sentence. A column's `use` says what it is good for: an amount may be summed, a level only"
    " averaged or compared, a group filtered or ranked by; ask nothing of a column without use and"
    " nothing of a person's address, telephone or account. Of a result with decimals it says"
    ' "rounded to 2 decimals".\n'
    "With several proofs it asks for their answers one after the other, in the order of the proofs,"
    ' and ends with: Answer as "first; second" (or "first; second; third"). Of a graph proof'
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
