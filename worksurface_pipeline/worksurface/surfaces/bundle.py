"""The bundle of a persona: passages, and the digest of every artifact an agent can meet.

Fingerprints of trajectories cover the digests of their scope and nothing else, so that a changed
file makes exactly those trajectories stale that could have seen it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from pydantic import TypeAdapter

from worksurface_pipeline.kernel.hashing import digest_all, digest_json, digest_record
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.retrieval.passages import PassagePolicy, split_passages
from worksurface_pipeline.worksurface.schema.surfaces import (
    ArtifactDigest,
    Document,
    Passage,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)

_PASSAGES = TypeAdapter(list[Passage])


def build_bundle(
    persona: str,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
    policy: PassagePolicy | None = None,
    memo: Memo | None = None,
) -> SurfaceBundle:
    """Passages of all documents, and digests of documents, views and graph slices.

    `memo` keeps the cuts of texts that have not changed.
    """
    chosen = policy or PassagePolicy()
    cut = partial(_recalled, memo, chosen) if memo else partial(_cuts, chosen)
    by_document = [(doc, tuple(_passages(doc, cut(doc)))) for doc in documents.documents]
    artifacts = [
        *(_document_digest(document, passages) for document, passages in by_document),
        *(_view_digest(view) for view in tables.views),
        *_graph_digests(graph),
    ]
    return SurfaceBundle(
        persona=persona,
        passages=tuple(passage for _, passages in by_document for passage in passages),
        artifacts=tuple(sorted(artifacts, key=_order)),
    )


def scope_digest(bundle: SurfaceBundle, task_id: str | None = None) -> str:
    """Digest of all artifacts of the persona, or of one source task's own."""
    chosen = (item for item in bundle.artifacts if task_id is None or item.task_id == task_id)
    return digest_all(digest_record(item) for item in chosen)


class Cut(Frozen):
    """One passage's stretch of a text."""

    start: int
    end: int
    heading: str


def _cuts(policy: PassagePolicy, document: Document) -> tuple[Cut, ...]:
    spans = split_passages(document.text, policy)
    return tuple(Cut(start=one.start, end=one.end, heading=one.heading) for one in spans)


def _recalled(memo: Memo, policy: PassagePolicy, document: Document) -> tuple[Cut, ...]:
    key = digest_json([document.digest, policy])
    return memo.recall(key, Cut, lambda: _cuts(policy, document))


def _passages(document: Document, cuts: Iterable[Cut]) -> list[Passage]:
    # Checked all at once: a persona may have a hundred thousand.
    return _PASSAGES.validate_python(
        [
            {
                "id": f"{document.id}#{number}",
                "document_id": document.id,
                "start": span.start,
                "end": span.end,
                "text": document.text[span.start : span.end],
                "heading": span.heading,
            }
            for number, span in enumerate(cuts)
        ]
    )


def _document_digest(document: Document, passages: Iterable[Passage]) -> ArtifactDigest:
    """Covers text, id, file, title and passages: all of a document that a tool can show."""
    shown = {
        "digest": document.digest,
        "filename": document.filename,
        "kind": document.kind,
        "sheet": document.sheet,
        "title": document.title,
        "passages": [[item.start, item.end, item.heading] for item in passages],
    }
    return _digest(document.task_id, "document", document.id, shown)


def _view_digest(view: TableRecord) -> ArtifactDigest:
    """Covers cells, columns, file, sheet and the cells around the table."""
    shown = {
        "digest": view.digest,
        "filename": view.filename,
        "sheet": view.sheet,
        "layout": view.layout.model_dump(mode="json"),
    }
    return _digest(view.task_id, "view", view.id, shown)


def _graph_digests(graph: GraphSet) -> Iterator[ArtifactDigest]:
    """One slice for each source task: its nodes, and the edges with an end among them."""
    tasks = {node.id: node.task_id for node in graph.nodes}
    slices: dict[str, list[str]] = defaultdict(list)
    for node in graph.nodes:
        slices[node.task_id].append(digest_record(node))
    for edge in graph.edges:
        ends = {tasks[end] for end in (edge.source, edge.target) if end in tasks}
        for task_id in ends:
            slices[task_id].append(digest_record(edge))
    for task_id, digests in sorted(slices.items()):
        yield _digest(task_id, "graph", f"task_{task_id}", digest_all(digests))


def _digest(task_id: str, kind: str, name: str, shown: object) -> ArtifactDigest:
    return ArtifactDigest(task_id=task_id, kind=kind, id=name, digest=digest_json(shown))


def _order(item: ArtifactDigest) -> tuple[str, str, str]:
    return item.task_id, item.kind, item.id
