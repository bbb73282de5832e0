"""The proofs of a report: document spans, executed queries, graph sets and paths, searches."""

from __future__ import annotations

import json

from markupsafe import Markup

from worksurface_pipeline.site import pieces
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)

_PROOF_CHARACTERS = 4_000  # of a query, span or result
_MEMBERS = 60  # of a complete set that are listed


def proof(number: int, item: Evidence) -> Markup:
    """One evidence item: what it names, and the text, query or set that proves the gold."""
    heading, body = _proof_parts(item)
    title = pieces.join((pieces.badge(f"proof {number}"), " ", heading))
    return pieces.join((pieces.paragraph(title), *body))


def _proof_parts(item: Evidence) -> tuple[Markup, tuple[Markup, ...]]:
    if isinstance(item, RagEvidence):
        where = f" characters {item.start} to {item.end}, text digest {item.text_digest[:12]}"
        head = pieces.join(("document ", pieces.code(item.file), where))
        return head, (pieces.block(item.span, _PROOF_CHARACTERS),)
    if isinstance(item, TableEvidence):
        return _table_proof(item)
    if isinstance(item, GraphSetEvidence):
        return _set_proof(item)
    if isinstance(item, GraphPathEvidence):
        return Markup("graph path"), (pieces.block(" → ".join(item.graph_path)),)
    return _absence_proof(item)


def _table_proof(item: TableEvidence) -> tuple[Markup, tuple[Markup, ...]]:
    sheet = f", sheet {item.source_sheet}" if item.source_sheet else ""
    where = f" of {item.source_file}{sheet}, digest {item.table_digest[:12]}"
    result = json.dumps(item.verified_result, ensure_ascii=False)
    return (
        pieces.join(("view ", pieces.code(item.table), where)),
        (
            pieces.block(item.query, _PROOF_CHARACTERS),
            pieces.paragraph("executed result"),
            pieces.block(result, _PROOF_CHARACTERS),
        ),
    )


def _set_proof(item: GraphSetEvidence) -> tuple[Markup, tuple[Markup, ...]]:
    members = item.verified_complete_set
    head = pieces.join(
        (
            *("all ", pieces.code(item.relation), " of ", pieces.code(item.node)),
            f": {len(members)}, complete",
        )
    )
    more = len(members) - _MEMBERS
    rest = [f"and {more} more"] if more > 0 else []
    return head, (pieces.bullets([*members[:_MEMBERS], *rest]),)


def _absence_proof(item: AbsenceEvidence) -> tuple[Markup, tuple[Markup, ...]]:
    searched = ", ".join(item.searched) or "all surfaces"
    head = f"found nowhere on {searched}, scope digest {item.scope_digest[:12]}"
    return pieces.join((head,)), (pieces.bullets(item.terms),)
