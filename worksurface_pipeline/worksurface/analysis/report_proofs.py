"""The proofs of a task as its page shows them: spans in their passages, queries, sets, paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Drawing, Extract, Fact, Grid, Link, Proof
from worksurface_pipeline.worksurface.analysis.report_files import FilePart, Origins
from worksurface_pipeline.worksurface.analysis.report_model import ReportLimits
from worksurface_pipeline.worksurface.schema.surfaces import Passage
from worksurface_pipeline.worksurface.schema.tasks import (
    AGAINST,
    AbsenceEvidence,
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import SurfaceBundle
from worksurface_pipeline.worksurface.tasks.gates.query_tree import result_heads

_MEMBERS = 60  # of a complete set that are drawn
_DIGITS = 12  # of a digest that are shown
_AROUND = 600  # characters of a passage before and after a span

Place = tuple[str, str, int, int]
"""Persona, document, start and end of a span."""
Passages = Mapping[Place, Passage]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the proofs of a task are shown with."""

    passages: Passages
    limits: ReportLimits
    origins: Origins


def passages_of(tasks: Iterable[AtomicTask], bundles: Iterable[SurfaceBundle]) -> Passages:
    """For every span that proves a task, the first passage that holds it whole.

    Of each bundle only the passages in question are kept.
    """
    wanted: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for task in tasks:
        for item in task.gold_evidence:
            if isinstance(item, RagEvidence):
                key = (task.source.persona, item.file)
                wanted.setdefault(key, set()).add((item.start, item.end))
    found: dict[Place, Passage] = {}
    for bundle in bundles:
        for passage in bundle.passages:
            document = passage.document_id
            for start, end in wanted.get((bundle.persona, document), ()):
                if passage.start <= start and end <= passage.end:
                    found.setdefault((bundle.persona, document, start, end), passage)
    return found


def proof(item: Evidence, persona: str, shown: Shown) -> Proof:
    """One evidence item: what it names, and the text, query, set or path that proves the gold."""
    if isinstance(item, RagEvidence):
        return _span(item, persona, shown)
    if isinstance(item, TableEvidence):
        return _query(item, shown.limits)
    if isinstance(item, GraphSetEvidence):
        return _set(item)
    if isinstance(item, GraphPathEvidence):
        return Proof(title="Path in the graph", drawing=_path(item.graph_path))
    return _absence(item)


def _span(item: RagEvidence, persona: str, shown: Shown) -> Proof:
    passage = shown.passages.get((persona, item.file, item.start, item.end))
    facts = (
        Fact(name="Document", text=item.file),
        *_origin(shown.origins.get((persona, item.file))),
        Fact(name="Characters", text=f"{item.start} to {item.end}"),
        Fact(name="Text digest", text=item.text_digest[:_DIGITS]),
    )
    if passage is None:
        text, cut = bounded(item.span, shown.limits.proof_characters)
        extract = Extract(label="Span", text=text, cut=cut, marks=((0, len(text)),))
    else:
        heading = f" under “{passage.heading}”" if passage.heading else ""
        extract = _within(item, passage, f"Span in its passage{heading}")
    return Proof(title="Span of a document", facts=facts, extracts=(extract,))


def _origin(part: FilePart | None) -> Iterator[Fact]:
    """The file that a document was read from, and its sheet."""
    if part is not None:
        yield Fact(name="File", text=part.file)
        if part.sheet:
            yield Fact(name="Sheet", text=part.sheet)


def _within(item: RagEvidence, passage: Passage, label: str) -> Extract:
    """The span in its passage, of which what is far off is left out."""
    first = max(0, item.start - passage.start - _AROUND)
    last = min(len(passage.text), item.end - passage.start + _AROUND)
    lead = "… " if first else ""
    start = item.start - passage.start - first + len(lead)
    return Extract(
        label=label,
        text=lead + passage.text[first:last],
        cut=len(passage.text) - last,
        marks=((start, start + item.end - item.start),),
    )


def _query(item: TableEvidence, limits: ReportLimits) -> Proof:
    sheet = (Fact(name="Sheet", text=item.source_sheet),) if item.source_sheet else ()
    facts = (
        Fact(name="View", text=item.table),
        Fact(name="File", text=item.source_file),
        *sheet,
        *((Fact(name="Columns", text=", ".join(item.columns)),) if item.columns else ()),
        Fact(name="Digest", text=item.table_digest[:_DIGITS]),
    )
    query, cut = bounded(item.query, limits.proof_characters)
    extract = Extract(label="Query", text=query, cut=cut)
    grid = _grid(item, limits)
    return Proof(title="Query over a view", facts=facts, extracts=(extract,), grid=grid)


def _grid(item: TableEvidence, limits: ReportLimits) -> Grid:
    """The result under the names that the query gives its columns."""
    rows = item.verified_result
    heads = result_heads(item.query)
    fits = all(len(row) == len(heads) for row in rows)
    shown = tuple(
        tuple(bounded(_said(value), limits.proof_characters)[0] for value in row)
        for row in rows[: limits.proof_rows]
    )
    return Grid(rows=shown, heads=heads if fits else (), cut=len(rows) - len(shown))


def _said(value: Scalar) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _set(item: GraphSetEvidence) -> Proof:
    members = item.verified_complete_set
    ending = f" that end in {item.suffix}" if item.suffix else ""
    title = f"All {len(members)} ends of {item.relation}{ending}: complete"
    is_backward = item.direction == "in"
    links = tuple(
        Link(parent=0, label=item.relation, is_backward=is_backward) for _ in members[:_MEMBERS]
    )
    drawing = Drawing(
        title=title,
        nodes=(item.node, *members[:_MEMBERS]),
        links=links,
        cut=len(members) - len(links),
    )
    facts = (Fact(name="Direction", text=item.direction),)
    return Proof(title="Complete set in the graph", facts=facts, drawing=drawing)


def _path(parts: Sequence[str]) -> Drawing:
    nodes = tuple(parts[::2])
    links = tuple(
        Link(parent=number, label=name.removeprefix(AGAINST), is_backward=name.startswith(AGAINST))
        for number, name in enumerate(parts[1::2])
    )
    return Drawing(title="Path", nodes=nodes, links=links, goal=len(nodes) - 1)


def _absence(item: AbsenceEvidence) -> Proof:
    facts = (
        Fact(name="Searched", text=", ".join(item.searched) or "all surfaces"),
        Fact(name="Terms", text=", ".join(item.terms)),
        Fact(name="Scope digest", text=item.scope_digest[:_DIGITS]),
    )
    return Proof(title="Found nowhere", facts=facts)
