from __future__ import annotations

import pytest

from tests.unit.surfaces.builders import big_table, document, reads, source_task, table, workbook
from worksurface_pipeline.readers.model import Extraction, TableLayout
from worksurface_pipeline.worksurface.schema.source import SharedContent, SourceTask
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle, scope_digest
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import SurfaceBundle
from worksurface_pipeline.worksurface.surfaces.tables import project_tables

CONTENTS: dict[str, Extraction] = {
    "a.md": document("# Head\n\nSome words.\n\n# Next\n\nOther words.\n"),
    "b.csv": workbook(big_table()),
    "c.md": document("Third"),
}
TASKS = [source_task(["a.md", "b.csv"], "7"), source_task(["c.md"], "8")]


def bundle(
    changes: dict[str, Extraction] | None = None,
    tasks: list[SourceTask] | None = None,
    shared: tuple[SharedContent, ...] = (),
) -> SurfaceBundle:
    chosen = tasks or TASKS
    read = reads({**CONTENTS, **(changes or {})})
    tables = project_tables(chosen, read, GatePolicy())
    documents = project_documents(chosen, tables, read)
    graph = build_graph(chosen, documents, tables, shared)
    return build_bundle("researcher", documents, tables, graph)


def test_passages_are_pieces_of_the_text_and_name_no_source() -> None:
    made = bundle()
    assert [(item.id, item.heading, item.text) for item in made.passages] == [
        ("t7__a.md#0", "Head", "# Head\n\nSome words."),
        ("t7__a.md#1", "Next", "# Next\n\nOther words."),
        ("t8__c.md#0", "", "Third"),
    ]


def test_artifacts_are_sorted_and_complete() -> None:
    assert [(item.task_id, item.kind, item.id) for item in bundle().artifacts] == [
        ("7", "document", "t7__a.md"),
        ("7", "graph", "task_7"),
        ("7", "view", "t7__b"),
        ("8", "document", "t8__c.md"),
        ("8", "graph", "task_8"),
    ]


NOTED = table(
    ("a", "b"),
    [[f"{n}", f"{n}"] for n in range(30)],
    layout=TableLayout(header_rows=(1,), notes=("A note",)),
)


@pytest.mark.parametrize(
    ("name", "content", "task"),
    [
        pytest.param("a.md", document("Other text"), "7", id="a document's text"),
        pytest.param("b.csv", workbook(big_table(("a", "x"))), "7", id="a column's name"),
        pytest.param("b.csv", workbook(big_table(rows=31)), "7", id="a row"),
        pytest.param("b.csv", workbook(NOTED), "7", id="a note beside a table"),
        pytest.param("c.md", document("Fourth"), "8", id="the other task"),
    ],
)
def test_a_change_shows_in_its_scopes_alone(name: str, content: Extraction, task: str) -> None:
    before, after = bundle(), bundle({name: content})
    assert scope_digest(before) != scope_digest(after)
    changed = {item for item in "78" if scope_digest(before, item) != scope_digest(after, item)}
    assert changed == {task}


def test_a_new_edge_shows_in_both_its_tasks() -> None:
    shared = SharedContent(
        sha256="0" * 64, members=("t7::a.md", "t8::c.md"), personas=("researcher",)
    )
    before, after = bundle(), bundle(shared=(shared,))
    assert all(scope_digest(before, task) != scope_digest(after, task) for task in "78")


def test_scopes_do_not_depend_on_the_order_of_tasks() -> None:
    assert bundle() == bundle(tasks=TASKS[::-1])
    assert scope_digest(bundle(), "7") == scope_digest(bundle(tasks=TASKS[:1]), "7")
