"""A graph does not depend on the order in which anything was found or listed."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.surfaces.builders import big_table, document, reads, source_task, workbook
from worksurface_pipeline.readers.model import Extraction
from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceTask
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.mention_edges import evidence_faults
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables

CONTENTS: dict[str, Extraction] = {
    "notes.md": document("Read plan_v1.md and data.csv. Then stock.csv, 报告.docx and notes.md."),
    "plan_v1.md": document("See plan_v2.md; data.csv, data.csv."),
    "plan_v2.md": document("It replaces plan_v1.md!"),
    "报告.docx": document("参见notes.md。"),
    "data.csv": workbook(big_table(("sku", "bin", "shelf"))),
    "stock.csv": workbook(big_table(("sku", "bin", "dock"))),
}
SHARED = [
    SharedContent(sha256=digit * 64, members=members, personas=("researcher",))
    for digit, members in (
        ("0", ("t10::notes.md", "t9::notes.md")),
        ("1", ("t10::data.csv", "t9::stock.csv")),
    )
]


def build(tasks: Sequence[SourceTask], shared: Sequence[SharedContent]) -> GraphSet:
    read = reads(CONTENTS)
    tables = project_tables(tasks, read, GatePolicy())
    documents = project_documents(tasks, tables, read)
    moved = DocumentSet(documents=documents.documents[::-1])
    turned = TableSet(records=tables.records[::-1], data=tables.data)
    graph = build_graph(tasks, moved, turned, shared)
    assert evidence_faults(graph.edges, documents.documents) == ()
    return graph


EXPECTED = dict(build([source_task(sorted(CONTENTS), t) for t in ("9", "10")], SHARED).to_files())


@given(st.permutations(sorted(CONTENTS)), st.permutations(["9", "10"]), st.permutations(SHARED))
def test_any_order_gives_equal_bytes(
    names: list[str], ids: list[str], shared: list[SharedContent]
) -> None:
    """Field report 36: a shuffled listing gives a byte-equal graph."""
    graph = build([source_task(names, task) for task in ids], shared)
    assert {edge.relation for edge in graph.edges} >= {
        "mentions",
        "version_of",
        "schema_overlap",
        "shared_artifact",
    }
    assert dict(graph.to_files()) == EXPECTED
