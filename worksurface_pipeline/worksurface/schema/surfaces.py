"""Records of the three surfaces, of their coverage, and of the bundle an agent is served."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.model import Column, FailureReason, Place, Quality, TableLayout


class Surface(StrEnum):
    """A representation of knowledge an agent can route to."""

    RAG = "rag"
    TABLE = "table"
    GRAPH = "graph"


class Document(Frozen):
    """One artifact of the rag surface.

    `id` ends in .md. `text` is the canonical Markdown and holds no provenance. `sheet` is set when
    the document shows a sheet below the coverage gate. `digest` covers `text`.
    """

    id: str
    task_id: str
    persona: str
    filename: str
    kind: str
    text: str
    digest: str
    title: str = ""
    sheet: str = ""
    block: int = 0
    places: tuple[Place, ...] = ()
    furniture: tuple[str, ...] = ()
    quality: Quality = Quality()
    remarks: tuple[str, ...] = ()


class PictureArtifact(Frozen):
    """A registered picture: no text, not searchable, named so that nothing is lost."""

    id: str
    task_id: str
    persona: str
    filename: str
    media_type: str
    sha256: str
    width: int = 0
    height: int = 0


class TableRecord(Frozen):
    """One typed table; agents meet it as a view when `is_view`, else as a document.

    `digest` covers columns and cells. `gate_reason` says which clause of the gate decided;
    `remarks` are the reader's on the whole file.
    """

    id: str
    task_id: str
    persona: str
    filename: str
    sheet: str
    block: int
    columns: tuple[Column, ...]
    row_count: int
    layout: TableLayout
    is_view: bool
    gate_reason: str
    digest: str
    is_hidden: bool = False
    remarks: tuple[str, ...] = ()


class SurfaceFailure(Frozen):
    """A listed file or sheet that is on no surface, and why."""

    task_id: str
    persona: str
    filename: str
    part: str
    reason: FailureReason
    detail: str
    remedy: str


class GraphNode(Frozen):
    """`kind` is task, input, output, document, view, picture, schema_group or unknown_file."""

    id: str
    kind: str
    label: str
    task_id: str
    persona: str


class EdgeEvidence(Frozen):
    """A stretch of text that shows why an edge is there, and the name as it stands in it.

    `text` is the sentence at [start, end) of the canonical text of the document `artifact`. Where
    `artifact` is a table view it is that of a cell: `column` by its name, `row` of the source
    sheet; column "" is a title, note or total, row 0 with a column its header. `found` stands in
    `text`. Holds ids and file names: the sealed interface shows none of it.
    """

    artifact: str
    start: int
    end: int
    text: str
    found: str
    column: str = ""
    row: int = 0


class GraphEdge(Frozen):
    """A directed edge; `origin` is "source" or "program", `reason` says why it is there.

    Relations and their direction: task_requires_file (task to input), task_produces_output (task
    to output), supports_output (input to the output made from it), depends_on (any other edge of
    the source, from what comes first to what follows, as written), projected_as (input to what it
    became), mentions (file whose text names to file named), version_of (newer to older). Without
    direction, the lesser id first: schema_overlap, shared_artifact.

    `evidence` is set for mentions; `columns` holds the shared columns of a schema_overlap.
    """

    source: str
    target: str
    relation: str
    origin: str
    reason: str
    flags: tuple[str, ...] = ()
    evidence: tuple[EdgeEvidence, ...] = ()
    columns: tuple[str, ...] = ()


class EdgeReport(Frozen):
    """What is odd in a graph, though nothing was dropped for it. `nodes` are those concerned.

    `kind` is duplicate, two_way, reversed, dangling, self_loop or cycle (edges of the source),
    input_and_output (one name in both lists), node_clash (two files with one node id), no_node
    or no_surface (a file that was read and is not in the graph, or on no surface), not_paired
    (similar tables too many to link each with each).
    """

    kind: str
    task_id: str
    nodes: tuple[str, ...]
    detail: str


class CoverageEntry(Frozen):
    """One listed file (`part` "") or one sheet of it, with its artifacts or its failure."""

    task_id: str
    persona: str
    filename: str
    part: str
    artifacts: tuple[str, ...]
    failure: SurfaceFailure | None = None


class Passage(Frozen):
    """A stretch [start, end) of a document's canonical text, in characters."""

    id: str
    document_id: str
    start: int
    end: int
    text: str
    heading: str = ""


class ArtifactDigest(Frozen):
    """Digest of one artifact, for fingerprints of what stands in a scope."""

    task_id: str
    kind: str
    id: str
    digest: str
