"""The surfaces of a persona: typed tables, documents, graph, bundle, and their ledger."""

import dagster as dg

from assets.metadata import count_plot, counts, preview, svg_plot
from assets.publishing import Metadata, Published, is_forced, publish
from assets.step import step_asset
from resources.lake_io import WorkbenchResource
from resources.lake_shell import partition_of
from resources.memos import memo
from resources.reading import source_reader
from worksurface_pipeline.worksurface.source.sets import SharedContentSet, SourceTaskSet
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.coverage import build_ledger
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import policy_named
from worksurface_pipeline.worksurface.surfaces.graph import build_graph
from worksurface_pipeline.worksurface.surfaces.graph_plot import plot_graph
from worksurface_pipeline.worksurface.surfaces.sets import (
    CoverageLedger,
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)
from worksurface_pipeline.worksurface.surfaces.tables import project_tables

GROUP = "surfaces"
Bench = dg.ResourceParam[WorkbenchResource]


@step_asset("tables", GROUP, "parquet", "polars")
def tables(
    context: dg.AssetExecutionContext, workbench: Bench, source_tasks: SourceTaskSet
) -> Published:
    """Every sheet or block as a typed table; the coverage gate decides which agents query."""
    bench = workbench.open()

    def compute() -> TableSet:
        tasks, gate = source_tasks.tasks, policy_named(bench.settings.surfaces.gate)
        with source_reader(bench, tasks, "tables", is_forced(context)) as read:
            return project_tables(tasks, read, gate)

    return publish(context, bench, compute, _about_tables)


def _about_tables(value: TableSet) -> Metadata:
    columns = [column for record in value.records for column in record.columns]
    return {
        "tables": len(value.records),
        "views": len(value.views),
        "rows": sum(record.row_count for record in value.records),
        "columns_by_type": counts(column.type for column in columns),
        "gate": counts(record.gate_reason for record in value.records),
        "failures_by_reason": counts(item.reason for item in value.failures),
        "preview": preview(
            ("table", "rows", "columns", "view"),
            ((r.id, r.row_count, len(r.columns), r.is_view) for r in value.records),
        ),
        "plot": count_plot("columns by type", (column.type for column in columns)),
    }


@step_asset("documents", GROUP, "markdown")
def documents(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    tables: TableSet,
) -> Published:
    """Canonical Markdown of every document and of every sheet below the gate; pictures."""
    bench = workbench.open()

    def compute() -> DocumentSet:
        with source_reader(bench, source_tasks.tasks, "documents") as read:
            return project_documents(source_tasks.tasks, tables, read)

    return publish(context, bench, compute, _about_documents)


def _about_documents(value: DocumentSet) -> Metadata:
    return {
        "documents": len(value.documents),
        "pictures": len(value.pictures),
        "characters": sum(len(item.text) for item in value.documents),
        "failures_by_reason": counts(item.reason for item in value.failures),
        "preview": preview(
            ("document", "kind", "characters"),
            ((item.id, item.kind, len(item.text)) for item in value.documents),
        ),
        "plot": count_plot("documents by kind", (item.kind for item in value.documents)),
    }


@step_asset("graph", GROUP, "networkx")
def graph(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
    shared_contents: SharedContentSet,
) -> Published:
    """File lineage: source edges, projections and four enrichments, each with its reason."""
    bench, persona = workbench.open(), partition_of(context)
    shared = shared_contents.of(persona)

    def compute() -> GraphSet:
        with memo(bench, "graph", persona) as known:
            return build_graph(source_tasks.tasks, documents, tables, shared, memo=known)

    return publish(context, bench, compute, _about_graph)


def _about_graph(value: GraphSet) -> Metadata:
    return {
        "nodes": len(value.nodes),
        "edges": len(value.edges),
        "nodes_by_kind": counts(node.kind for node in value.nodes),
        "edges_by_relation": counts(edge.relation for edge in value.edges),
        "preview": preview(
            ("source", "relation", "target", "reason"),
            ((e.source, e.relation, e.target, e.reason) for e in value.edges),
        ),
        "reports_by_kind": counts(report.kind for report in value.reports),
        "reports": preview(
            ("kind", "task", "detail"), ((r.kind, r.task_id, r.detail) for r in value.reports)
        ),
        "plot": svg_plot("graph", plot_graph(value)),
    }


@step_asset("surface_bundle", GROUP, "json")
def surface_bundle(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    documents: DocumentSet,
    tables: TableSet,
    graph: GraphSet,
) -> Published:
    """What an agent's scope is cut from: passages, and the digest of every artifact."""
    bench, persona = workbench.open(), partition_of(context)

    def compute() -> SurfaceBundle:
        with memo(bench, "surface_bundle", persona) as known:
            return build_bundle(persona, documents, tables, graph, memo=known)

    return publish(context, bench, compute, _about_bundle)


def _about_bundle(value: SurfaceBundle) -> Metadata:
    return {
        "passages": len(value.passages),
        "artifacts_by_kind": counts(item.kind for item in value.artifacts),
        "preview": preview(
            ("passage", "heading", "text"), ((p.id, p.heading, p.text) for p in value.passages)
        ),
    }


@step_asset("coverage_ledger", GROUP, "json")
def coverage_ledger(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    source_tasks: SourceTaskSet,
    documents: DocumentSet,
    tables: TableSet,
) -> Published:
    """Every listed file and every sheet, with the artifacts it became or the failure."""
    return publish(
        context,
        workbench.open(),
        lambda: build_ledger(source_tasks.tasks, documents, tables),
        _about_ledger,
    )


def _about_ledger(value: CoverageLedger) -> Metadata:
    failures = [entry.failure for entry in value.entries if entry.failure is not None]
    return {
        "entries": len(value.entries),
        "failed": len(failures),
        "failures_by_reason": counts(item.reason for item in failures),
        "preview": preview(
            ("task", "file", "part", "artifacts"),
            ((e.task_id, e.filename, e.part, ", ".join(e.artifacts)) for e in value.entries),
        ),
    }
