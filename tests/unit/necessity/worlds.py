"""A small persona: three source tasks, carriers and shipments, a policy in two versions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from tests.unit.tasks import builders
from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.worksurface.necessity.cells import find_cells
from worksurface_pipeline.worksurface.necessity.reach import Reacher
from worksurface_pipeline.worksurface.necessity.solvers.base import MemoToolbox
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import DependencyEdge, EndKind, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GoldAnswer,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
    TaskSource,
    TaskType,
)
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, Surfaces, TableSet
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

RAG, TABLE, GRAPH = Surface.RAG, Surface.TABLE, Surface.GRAPH
NUMBER = list(range(1, 41))
DOCUMENTS = (
    builders.document("terms_v1.md", "# Terms\n\nGoods go back within 21 days of delivery."),
    builders.document("terms_v2.md", "# Terms\n\nGoods go back within 35 days of delivery."),
    builders.document("gates.txt", "A lorry waits 48 minutes at the Brakke gate on average."),
    builders.document("memo.md", "The bond is 5,000 euros. Nothing else was agreed.", task_id="8"),
)
TABLES = (
    builders.shipments(),
    builders.table("stock.csv", {"bin": [f"D{n}" for n in NUMBER[:31]], "units": NUMBER[:31]}),
    builders.table("stock.csv", {"bin": [f"E{n}" for n in NUMBER], "units": NUMBER}, task_id="8"),
    builders.table("beds.csv", {"ward": [f"W{n}" for n in NUMBER], "beds": NUMBER}, task_id="9"),
    builders.table("rooms.csv", {"floor": [f"F{n}" for n in NUMBER], "rooms": NUMBER}, task_id="9"),
)


def edge(start: str, end: str, to: EndKind = EndKind.INPUT) -> DependencyEdge:
    """An edge of a source task from an input."""
    return DependencyEdge(
        written_from=start,
        written_to=end,
        from_name=start,
        to_name=end,
        from_kind=EndKind.INPUT,
        to_kind=to,
    )


def source_tasks() -> tuple[SourceTask, SourceTask, SourceTask]:
    """Task 7 with lineage, task 8 with two files, task 9 with tables alone."""
    names = ["gates.txt", "shipments.csv", "stock.csv", "terms_v1.md", "terms_v2.md"]
    first = builders.source_task([], names).model_copy(
        update={
            "edges": (
                edge("stock.csv", "shipments.csv"),
                edge("gates.txt", "report.md", EndKind.OUTPUT),
                edge("terms_v2.md", "report.md", EndKind.OUTPUT),
            )
        }
    )
    second = builders.source_task([], ["memo.md", "stock.csv"], task_id="8")
    return first, second, builders.source_task([], ["beds.csv", "rooms.csv"], task_id="9")


def surfaces() -> Surfaces:
    """The three surfaces, with passages."""
    tables = TableSet(
        records=tuple(record for record, _ in TABLES),
        data={record.id: data for record, data in TABLES},
    )
    documents = DocumentSet(documents=DOCUMENTS)
    graph = build_graph(source_tasks(), documents, tables)
    made = Surfaces(builders.PERSONA, documents, tables, graph)
    return replace(made, passages=build_bundle(made.persona, documents, tables, graph).passages)


def task(
    question: str,
    gold: GoldAnswer,
    *evidence: Evidence,
    declared: tuple[Surface, ...],
    kind: AnswerType = AnswerType.NUMBER,
    family: Derivation = Derivation.OWN_QUESTION,
    task_id: str = "7",
) -> AtomicTask:
    """An atomic task by hand."""
    return AtomicTask(
        id=f"t_{short(digest_text(question), 16)}",
        source=TaskSource(benchmark="b", task_id=task_id, persona=builders.PERSONA),
        question=question,
        task_type=TaskType.CROSS_SURFACE,
        required_surfaces=declared,
        required_sealed=declared,
        gold_tools=(),
        gold_answer=gold,
        answer_type=kind,
        gold_evidence=evidence,
        derivation=family,
    )


def span(file: str, text: str) -> RagEvidence:
    """A span of one of the documents."""
    document = next(item for item in DOCUMENTS if item.id == file)
    start = document.text.index(text)
    return RagEvidence(
        file=file, span=text, start=start, end=start + len(text), text_digest=document.digest
    )


def query(view: str, sql: str, value: object, *columns: str) -> TableEvidence:
    """A query over one of the views."""
    record = next(record for record, _ in TABLES if record.id == view)
    return TableEvidence(
        table=view,
        columns=columns,
        query=sql.format(view=f'"{view}"'),
        verified_result=((value,),),
        table_digest=record.digest,
        source_file=record.filename,
        source_sheet="",
    )


def path(*steps: str) -> GraphPathEvidence:
    """A path of the graph."""
    return GraphPathEvidence(graph_path=steps)


def ends(node: str, relation: str, *members: str, direction: str = "out") -> GraphSetEvidence:
    """A complete set of the graph."""
    return GraphSetEvidence.model_validate(
        {
            "node": node,
            "relation": relation,
            "verified_complete_set": tuple(sorted(members)),
            "direction": direction,
        }
    )


@contextmanager
def reacher(
    interface: Interface, folder: Path, *tasks: AtomicTask
) -> Iterator[tuple[Reacher, MemoToolbox]]:
    """Reachability over the small persona, and its tools."""
    served = surfaces()
    scope = scope_for(served, interface=interface)
    with closing(World(served)) as world, closing(ScopeToolbox(scope, folder)) as whole:
        toolbox = MemoToolbox(whole)
        yield Reacher(world, interface, toolbox, find_cells(tasks, served)), toolbox
