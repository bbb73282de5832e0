"""Edges that the program adds to the graph within one source task, each with its evidence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, GraphEdge, TableRecord
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy, program_edge
from worksurface_pipeline.worksurface.surfaces.mention_edges import mention_edges
from worksurface_pipeline.worksurface.surfaces.name_context import Home, home_of
from worksurface_pipeline.worksurface.surfaces.nodes import (
    document_node,
    output_node,
    view_node,
)
from worksurface_pipeline.worksurface.surfaces.schema_overlap import (
    Overlaps,
    SchemaMember,
    schema_overlaps,
)
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableData, TableSet
from worksurface_pipeline.worksurface.surfaces.versions import Marked, version_pairs


@dataclass(frozen=True, slots=True)
class TaskArtifacts:
    """Documents and tables (those below the gate too) of one source task, sorted by id."""

    documents: tuple[Document, ...] = ()
    tables: tuple[TableRecord, ...] = ()


def by_task(documents: DocumentSet, tables: TableSet) -> Mapping[str, TaskArtifacts]:
    """The artifacts of a persona by source task, in one order whatever theirs was."""
    docs: dict[str, list[Document]] = defaultdict(list)
    records: dict[str, list[TableRecord]] = defaultdict(list)
    for document in sorted(documents.documents, key=lambda item: item.id):
        docs[document.task_id].append(document)
    for record in sorted(tables.records, key=lambda item: item.id):
        records[record.task_id].append(record)
    return {
        task: TaskArtifacts(tuple(docs.get(task, ())), tuple(records.get(task, ())))
        for task in sorted({*docs, *records})
    }


def version_edges(task: SourceTask) -> Iterator[GraphEdge]:
    """`version_of` from newer to older among inputs and outputs of a task."""
    nodes = _file_nodes(task)
    for pair in version_pairs(nodes):
        reason = (
            f"Both stems are {pair.newer.stem!r} without version marks: "
            f"{_marks(pair.newer)} is newer than {_marks(pair.older)}."
        )
        yield program_edge(nodes[pair.newer.name], nodes[pair.older.name], "version_of", reason)


def overlaps(task: SourceTask, artifacts: TaskArtifacts, policy: EnrichPolicy) -> Overlaps:
    """`schema_overlap` among the views and the sheets below the gate of a task."""
    sheets = {(doc.filename, doc.sheet, doc.block): doc.id for doc in artifacts.documents}
    members = [
        SchemaMember(_table_node(record, sheets), record.columns) for record in artifacts.tables
    ]
    return schema_overlaps(task.task_id, task.persona, members, policy)


def mentions(
    task: SourceTask, artifacts: TaskArtifacts, data: Mapping[str, TableData]
) -> Iterator[GraphEdge]:
    """`mentions` from each file whose text names another file of the task."""
    nodes, homes = _spoken_nodes(task), _homes(task)
    return mention_edges(task.task_id, nodes, artifacts.documents, artifacts.tables, data, homes)


def _table_node(record: TableRecord, sheets: Mapping[tuple[str, str, int], str]) -> str:
    if record.is_view:
        return view_node(record.id)
    return document_node(sheets[record.filename, record.sheet, record.block])


def _file_nodes(task: SourceTask) -> dict[str, str]:
    """Node of each file name of a task; a name that is input and output means the input."""
    nodes = {name: output_node(task.task_id, name) for name in task.output_files}
    nodes.update({file.filename: file.node_id for file in task.files})
    return nodes


def _spoken_nodes(task: SourceTask) -> dict[str, str]:
    """Nodes by all that a text may call them: in a subfolder also the last part, if unique."""
    nodes = _file_nodes(task)
    ends = Counter(name.rpartition("/")[2] for name in nodes)
    lasts = {name.rpartition("/")[2]: node for name, node in nodes.items()}
    return {name: node for name, node in lasts.items() if ends[name] == 1} | nodes


def _homes(task: SourceTask) -> dict[str, Home]:
    """Where the listed files lie, by all that a text may call them."""
    homes = {file.filename: home_of(file.filename, file.stored_relpath) for file in task.files}
    return {name.rpartition("/")[2]: home for name, home in homes.items()} | homes


def _marks(marked: Marked) -> str:
    marks = ", ".join(marked.marks) or "no mark"
    return f"{marked.name!r} ({marks})"
