"""Gold evidence as text for the arm that is shown it: spans, executed rows and paths.

Outside agents and tools, which never see gold: a sweep hands the text over as a value. Nothing is
cut, for evidence that was cut would not suffice any more.
"""

from __future__ import annotations

from collections.abc import Iterable

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.schema.tasks import (
    AGAINST,
    AbsenceEvidence,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)

_ENDS = {"out": "leads to", "in": "comes from", "both": "is linked with"}


def evidence_text(items: Iterable[Evidence]) -> str:
    """All evidence items of a task, numbered; "" when there is none."""
    return "\n\n".join(f"[{number}] {_text(item)}" for number, item in enumerate(items, start=1))


def _text(item: Evidence) -> str:
    if isinstance(item, RagEvidence):
        return f"rag, document {item.file}:\n{item.span}"
    if isinstance(item, TableEvidence):
        return _rows(item)
    if isinstance(item, GraphSetEvidence):
        return _members(item)
    return _path(item) if isinstance(item, GraphPathEvidence) else _absence(item)


def _rows(item: TableEvidence) -> str:
    """The query says what its rows mean."""
    rows = "\n".join(canonical_json(list(row)) for row in item.verified_result)
    return f"table, view {item.table}, query:\n{item.query}\nits complete result:\n{rows}"


def _members(item: GraphSetEvidence) -> str:
    ending = f" and ends with {item.suffix}" if item.suffix else ""
    members = "\n".join(item.verified_complete_set) or "(nothing)"
    relation = f"{_ENDS[item.direction]} by {item.relation}{ending}"
    return f"graph, all that {item.node} {relation}:\n{members}"


def _path(item: GraphPathEvidence) -> str:
    """Nodes and relations in turn; a relation that is followed backwards points backwards."""
    parts = [_arrow(part) if number % 2 else part for number, part in enumerate(item.graph_path)]
    return f"graph, path: {' '.join(parts)}"


def _arrow(relation: str) -> str:
    if relation.startswith(AGAINST):
        return f"<-{relation.removeprefix(AGAINST)}-"
    return f"-{relation}->"


def _absence(item: AbsenceEvidence) -> str:
    terms = ", ".join(f"'{term}'" for term in item.terms)
    return f"a search of {', '.join(item.searched)} for {terms} finds nothing"
