"""Evidence: the share of a task's evidence items that the tools showed.

At artifact level a document, view or node counts as a whole; at span level the gold span or the
rows of the gold result must have stood in an observation.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.worksurface.schema.tasks import (
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.scoring.profiles import EvidenceRules
from worksurface_pipeline.worksurface.scoring.trace import Trace

PAPER_EVIDENCE = EvidenceRules()
"""Documents and nodes that were shown and views that were read, and nothing beyond."""


@dataclass(frozen=True, slots=True)
class EvidenceScore:
    """Shares of matched items at artifact level and at span level."""

    artifacts: float
    spans: float


def counted_items(items: Sequence[Evidence], required: Set[str]) -> tuple[Evidence, ...]:
    """The items on surfaces that the task requires; all of them where that would leave none.

    A proof may rest on a surface that proved needless under an interface: no run that goes the
    shortest way, and none in S5, could show what stands there.
    """
    kept = tuple(item for item in items if item.surface in required)
    return kept or tuple(items)


def score_evidence(items: Sequence[Evidence], trace: Trace) -> EvidenceScore | None:
    """Score all items; None when there is nothing that an observation could show."""
    artifacts = score_artifacts(items, trace, PAPER_EVIDENCE)
    if artifacts is None:
        return None
    return EvidenceScore(artifacts, sum(_shows_span(item, trace) for item in items) / len(items))


def score_artifacts(items: Sequence[Evidence], trace: Trace, rules: EvidenceRules) -> float | None:
    """The share of items whose artifact counts as shown under `rules`; None as above."""
    if not can_be_shown(items):
        return None
    return sum(_shows_artifact(item, trace, rules) for item in items) / len(items)


def can_be_shown(items: Sequence[Evidence]) -> bool:
    """Whether there is anything to show: an absence is not, nor is a task without items."""
    return bool(items) and all(item.surface != "absence" for item in items)


def _shows_artifact(item: Evidence, trace: Trace, rules: EvidenceRules) -> bool:
    if isinstance(item, RagEvidence):
        return item.file in trace.documents or _is_near(item.file, trace, rules)
    if isinstance(item, TableEvidence):
        is_described = rules.is_description_enough and item.table in trace.described
        return is_described or item.table in trace.results
    if isinstance(item, GraphPathEvidence):
        return bool(item.graph_path) and item.graph_path[-1] in trace.nodes
    return isinstance(item, GraphSetEvidence) and _shows_set(item, trace)


def _is_near(file: str, trace: Trace, rules: EvidenceRules) -> bool:
    """Whether a document that was shown passes for the one that an item names, or names not."""
    if file == "":
        return rules.is_any_document_enough and bool(trace.documents)
    if not rules.is_name_part_enough:
        return False
    wanted = normalise(file)
    return any(name in wanted or wanted in name for name in map(normalise, trace.documents))


def _shows_set(item: GraphSetEvidence, trace: Trace) -> bool:
    """Every member; of an empty set the node it starts from."""
    wanted = item.verified_complete_set or (item.node,)
    return all(node in trace.nodes for node in wanted)


def _shows_span(item: Evidence, trace: Trace) -> bool:
    if isinstance(item, RagEvidence):
        return _covers(trace.documents.get(item.file, []), item.start, item.end)
    if isinstance(item, TableEvidence):
        values = [value for row in item.verified_result for value in row if value is not None]
        results = trace.results.get(item.table, [])
        return bool(values) and any(_holds_all(text, values) for text in results)
    return _shows_artifact(item, trace, PAPER_EVIDENCE)


def _covers(stretches: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether the stretches together cover [start, end)."""
    reached = start
    for left, right in sorted(stretches):
        if left > reached:
            break
        reached = max(reached, right)
    return bool(stretches) and reached >= end


def _holds_all(text: str, values: Sequence[Scalar]) -> bool:
    return all(any(has_token(text, form) for form in _forms(value)) for value in values)


def _forms(value: Scalar) -> tuple[str, ...]:
    """The texts by which an observation may show a value."""
    if isinstance(value, bool):
        return (str(value), str(value).lower())
    if isinstance(value, float) and value.is_integer():
        return (str(value), str(int(value)))
    return (str(value),)
