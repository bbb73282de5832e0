"""Strict parsing of proposals: every problem is a sentence that names its field."""

from __future__ import annotations

from pydantic import JsonValue, ValidationError

from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.worksurface.proposals.model import (
    SURFACES,
    Proposal,
    ProposalKind,
)

# Models like to add what they believe the answer to be. It is dropped unread.
_DROPPED = ("answer", "gold", "gold_answer")


def parse_reply(text: str, kind: ProposalKind) -> Proposal | str:
    """The proposal of a model's reply, or what is wrong with it."""
    found = find_object(text)
    if isinstance(found, Malformed):
        return found.problem
    if "question" not in found.fields and isinstance(found.fields.get("problem"), str):
        return f"it proposes nothing: {found.fields['problem']}"
    fields = {name: value for name, value in found.fields.items() if name not in _DROPPED}
    proposal = proposal_of(fields)
    if isinstance(proposal, str):
        return proposal
    count, allowed = SURFACES[kind]
    used = {item.surface for item in proposal.proof}
    if len(used) != count or len(proposal.proof) != count or not used <= allowed:
        return f"proof: a {kind.value} proposal needs {count} of {', '.join(sorted(allowed))}"
    return proposal


def proposal_of(fields: dict[str, JsonValue]) -> Proposal | str:
    """A proposal from its fields; `proof` is one object or a list of them."""
    proof = fields.get("proof")
    listed = proof if isinstance(proof, list) else [proof] if proof is not None else []
    try:
        return Proposal.model_validate({**fields, "proof": listed})
    except ValidationError as error:
        return _sentence(error)


def _sentence(error: ValidationError) -> str:
    """The first problem, by the field it is in."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}"
