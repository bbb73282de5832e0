"""A proposal: a question and the proof that is to be run. It holds no gold, from whatever hand."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.tasks import Derivation

_LONGEST_QUESTION = 600  # characters; a longer one is no question of a colleague
_LONGEST_QUOTE = 400
_MOST_PROOFS = 3


class ProposalKind(StrEnum):
    """What a proposal is asked to rest on."""

    TABLE = "table"
    DOCUMENT = "document"
    PAIR = "cross_pair"
    THREE = "three_surface"


FAMILIES = {
    ProposalKind.TABLE: Derivation.PROPOSED_TABLE,
    ProposalKind.DOCUMENT: Derivation.PROPOSED_DOCUMENT,
    ProposalKind.PAIR: Derivation.PROPOSED_PAIR,
    ProposalKind.THREE: Derivation.PROPOSED_THREE,
}
"""The family that a kind of proposal becomes."""
SURFACES = {
    ProposalKind.TABLE: (1, frozenset({"table"})),
    ProposalKind.DOCUMENT: (1, frozenset({"rag"})),
    ProposalKind.PAIR: (2, frozenset({"rag", "table", "graph"})),
    ProposalKind.THREE: (3, frozenset({"rag", "table", "graph"})),
}
"""How many different surfaces a kind needs, and of which."""


class ProposedQuery(Frozen):
    """One SELECT over one view."""

    surface: Literal["table"]
    sql: str = Field(min_length=1, max_length=4000)


class ProposedQuote(Frozen):
    """Words of a document as they stand there; the answer is the one figure in them, or they."""

    surface: Literal["rag"]
    document: str = Field(min_length=1)
    quote: str = Field(min_length=1, max_length=_LONGEST_QUOTE)


class ProposedRelation(Frozen):
    """All that a relation leads to from a node, or comes from."""

    surface: Literal["graph"]
    node: str = Field(min_length=1)
    relation: str = Field(min_length=1)
    direction: Literal["out", "in"] = "out"


ProposedProof = Annotated[
    ProposedQuery | ProposedQuote | ProposedRelation, Field(discriminator="surface")
]


class Proposal(Frozen):
    """A question with its proofs, in the order of the answer's elements."""

    question: str = Field(min_length=8, max_length=_LONGEST_QUESTION)
    proof: tuple[ProposedProof, ...] = Field(min_length=1, max_length=_MOST_PROOFS)
    unit: str = Field(default="", max_length=40)
