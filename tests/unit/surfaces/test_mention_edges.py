"""Evidence of mentions: the sentence, its place, and the name as it stands in it."""

from __future__ import annotations

import pytest

from tests.unit.surfaces.builders import big_table, document, reads, source_task, table, workbook
from worksurface_pipeline.readers.model import Extraction, TableLayout
from worksurface_pipeline.worksurface.schema.surfaces import EdgeEvidence, GraphEdge
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.mention_edges import evidence_faults
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables


def mentions_of(contents: dict[str, Extraction]) -> tuple[list[GraphEdge], DocumentSet]:
    tasks = [source_task([*contents])]
    read = reads(contents)
    tables = project_tables(tasks, read, GatePolicy())
    documents = project_documents(tasks, tables, read)
    graph = build_graph(tasks, documents, tables)
    return [edge for edge in graph.edges if edge.relation == "mentions"], documents


TEXT = "# Notes\n\nFirst read plan.md. Then compare my data.csv with it; see also b.md.\n\nEnd."


def test_the_sentence_stands_in_the_document_and_holds_the_name() -> None:
    edges, documents = mentions_of({"a.md": document(TEXT), "my data.csv": workbook(big_table())})
    (edge,) = edges
    (evidence,) = edge.evidence
    assert evidence.artifact == "t7__a.md"
    assert evidence.text == "Then compare my data.csv with it; see also b.md."
    assert evidence.found == "my data.csv"
    assert TEXT[evidence.start : evidence.end] == evidence.text
    assert evidence_faults(edges, documents.documents) == ()


def test_a_cell_names_its_column_and_row() -> None:
    rows = [[f"{n}", "none"] for n in range(29)] + [["x", "Old. See b.md."]]
    contents: dict[str, Extraction] = {
        "a.csv": workbook(table(["item", "file"], rows)),
        "b.md": document("words"),
    }
    (edge,) = mentions_of(contents)[0]
    assert edge.evidence == (
        EdgeEvidence(
            artifact="t7__a",
            start=5,
            end=14,
            text="See b.md.",
            found="b.md",
            column="file",
            row=31,
        ),
    )


@pytest.mark.parametrize(
    ("layout", "header", "column"),
    [
        pytest.param(TableLayout(titles=("From b.md",)), "k", "", id="title"),
        pytest.param(TableLayout(notes=("Source: b.md",)), "k", "", id="note"),
        pytest.param(TableLayout(), "of b.md", "of b.md", id="header"),
    ],
)
def test_cells_around_a_table_count(layout: TableLayout, header: str, column: str) -> None:
    data = table([header, "v"], [["1", "2"]] * 30, layout=layout)
    (edge,) = mentions_of({"a.csv": workbook(data), "b.md": document("words")})[0]
    assert (edge.evidence[0].found, edge.evidence[0].column) == ("b.md", column)
    assert "b.md" in edge.evidence[0].text


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"found": "other.md"}, id="the name is not in the quoted text"),
        pytest.param({"found": ""}, id="no name"),
        pytest.param({"start": 0}, id="the text is elsewhere"),
    ],
)
def test_evidence_without_the_name_is_a_fault(change: dict[str, object]) -> None:
    """Field report 11: evidence holds the surface form, else it is counted as a fault."""
    edges, documents = mentions_of({"a.md": document(TEXT), "plan.md": document("words")})
    (edge,) = edges
    bad = edge.model_copy(update={"evidence": (edge.evidence[0].model_copy(update=change),)})
    assert evidence_faults([edge], documents.documents) == ()
    assert evidence_faults([bad], documents.documents) == (bad,)
