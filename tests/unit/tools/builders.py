"""A tiny persona built by hand: two source tasks, three documents, two views, one lineage."""

from __future__ import annotations

import datetime

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.readers.model import Column, ColumnType, TableLayout
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    GraphEdge,
    GraphNode,
    Passage,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableData,
    TableSet,
)

PERSONA = "planner"


def document(task_id: str, filename: str, text: str) -> Document:
    stem = filename.rpartition(".")[0]
    return Document(
        id=f"t{task_id}__{stem}.md",
        task_id=task_id,
        persona=PERSONA,
        filename=filename,
        kind="markdown",
        text=text,
        digest=digest_text(text),
    )


def passages(item: Document) -> list[Passage]:
    """Every paragraph is a passage."""
    found, start = [], 0
    for text in item.text.split("\n\n"):
        identity = f"{item.id}#{start}"
        found.append(
            Passage(id=identity, document_id=item.id, start=start, end=start + len(text), text=text)
        )
        start += len(text) + 2
    return found


def table(task_id: str, filename: str, frame: pl.DataFrame, *columns: Column) -> TableRecord:
    stem = filename.rpartition(".")[0].lower()
    return TableRecord(
        id=f"t{task_id}__{stem}",
        task_id=task_id,
        persona=PERSONA,
        filename=filename,
        sheet="Sheet1",
        block=0,
        columns=columns,
        row_count=frame.height,
        layout=TableLayout(
            titles=("Orders of the year",), notes=("Prices without tax",), totals=("Total", "60")
        ),
        is_view=True,
        gate_reason="rows",
        digest=digest_text(f"{filename}{frame.write_json()}"),
    )


def data(frame: pl.DataFrame) -> TableData:
    rows = tuple(range(3, 3 + frame.height))
    return TableData(frame=frame, texts=frame.cast(pl.String), row_numbers=rows)


ORDERS = pl.DataFrame(
    {
        "Region": ["north", "south", "north"],
        "Amount": [10, 20, 30],
        "Share": [0.1, 0.2, 0.7],
        "Day": [datetime.date(2024, 1, day) for day in (1, 2, 3)],
    }
)
ORDER_COLUMNS = (
    Column(name="Region", source_name="Region", type=ColumnType.TEXT),
    Column(name="Amount", source_name="Amount (USD)", type=ColumnType.CURRENCY, unit="USD"),
    Column(name="Share", source_name="Share", type=ColumnType.PERCENT, unit="percent"),
    Column(name="Day", source_name="Day", type=ColumnType.DATE),
)
STOCK = pl.DataFrame({"Item": ["bolt", "nut"], "Count": [5, 7]})
STOCK_COLUMNS = (
    Column(name="Item", source_name="Item", type=ColumnType.TEXT),
    Column(name="Count", source_name="Count", type=ColumnType.INTEGER),
)
PLAN = document("1", "plan.docx", "The freight budget is 500 USD.\n\nNordwind carries the goods.")
NOTES = document("1", "notes.txt", "Nordwind was late twice.")
OTHER = document("2", "memo.txt", "The freight budget was cut.")


def surfaces() -> Surfaces:
    documents = (PLAN, NOTES, OTHER)
    orders = table("1", "Orders.xlsx", ORDERS, *ORDER_COLUMNS)
    stock = table("2", "Stock.csv", STOCK, *STOCK_COLUMNS)
    return Surfaces(
        persona=PERSONA,
        documents=DocumentSet(documents=documents),
        tables=TableSet(
            records=(orders, stock), data={orders.id: data(ORDERS), stock.id: data(STOCK)}
        ),
        graph=GraphSet(nodes=nodes(), edges=edges()),
        passages=tuple(passage for item in documents for passage in passages(item)),
    )


def nodes() -> tuple[GraphNode, ...]:
    listed = (
        ("task_1", "task", "Plan the freight of next year", "1"),
        ("t1::plan.docx", "input", "plan.docx", "1"),
        ("t1::notes.txt", "input", "notes.txt", "1"),
        ("t1::Orders.xlsx", "input", "Orders.xlsx", "1"),
        ("t1::out::report.md", "output", "report.md", "1"),
        ("doc::t1__plan.md", "document", "t1__plan.md", "1"),
        ("view::t1__orders", "view", "t1__orders", "1"),
        ("task_2", "task", "Count the stock", "2"),
        ("t2::memo.txt", "input", "memo.txt", "2"),
        ("t2::Stock.csv", "input", "Stock.csv", "2"),
    )
    return tuple(
        GraphNode(id=name, kind=kind, label=label, task_id=task_id, persona=PERSONA)
        for name, kind, label, task_id in listed
    )


def edges() -> tuple[GraphEdge, ...]:
    listed = (
        ("task_1", "t1::plan.docx", "task_requires_file"),
        ("task_1", "t1::notes.txt", "task_requires_file"),
        ("task_1", "t1::Orders.xlsx", "task_requires_file"),
        ("task_1", "t1::out::report.md", "task_produces_output"),
        ("t1::plan.docx", "t1::out::report.md", "supports_output"),
        ("t1::plan.docx", "doc::t1__plan.md", "projected_as"),
        ("t1::Orders.xlsx", "view::t1__orders", "projected_as"),
        ("task_2", "t2::memo.txt", "task_requires_file"),
        ("task_2", "t2::Stock.csv", "task_requires_file"),
        ("t1::notes.txt", "t2::memo.txt", "shared_artifact"),
        ("t2::memo.txt", "t9::memo.txt", "shared_artifact"),
    )
    return tuple(
        GraphEdge(
            source=source,
            target=target,
            relation=relation,
            origin="source",
            reason=f"{relation}: {source} names {target}",
        )
        for source, target, relation in listed
    )
