"""The surfaces of one persona as files of a release; `loading` reads them again.

Layout: `resources/profiles/<persona>/` with kb_docs, tables and graph, as in the public format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.hashing import canonical_json, digest_text, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.worksurface.release.model import RegistryEntry
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.surfaces.cells import packed_cells
from worksurface_pipeline.worksurface.surfaces.graph_view import exported_relation
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)

_LONGEST = 180  # bytes of a file's name, with room for an ending
_RESERVED = '<>:"/\\|?*'
DOCUMENTS = "kb_docs.jsonl"
REGISTRY = "tables/registry.json"
GRAPH = "graph/surface_graph.json"
CELLS = "cells"


class StoredDocument(Frozen):
    """A document without its text, and the file that holds it."""

    path: str
    record: Document


def profile_folder(persona: str) -> str:
    """The folder of a persona's surfaces below the served package."""
    return f"resources/profiles/{persona}"


def surface_files(surfaces: Surfaces) -> Iterator[tuple[str, bytes]]:
    """Relative names and contents of all files of one persona's surfaces."""
    yield from _document_files(surfaces.documents)
    yield from _table_files(surfaces.tables)
    yield GRAPH, _graph_file(surfaces.graph)


def file_names(ids: Sequence[str]) -> dict[str, str]:
    """A file name for each id: the id where every file system takes it, else with a digest."""
    folded: dict[str, str] = {}
    names: dict[str, str] = {}
    for one in sorted(ids):
        is_plain = one.isprintable() and not set(one) & set(_RESERVED) and one == one.strip(" .")
        is_short = len(one.encode("utf-8", "surrogatepass")) <= _LONGEST
        is_first = folded.setdefault(one.casefold(), one) == one
        is_safe = is_plain and is_short and is_first and _is_text(one)
        names[one] = one if is_safe else f"f_{short(digest_text(one), 24)}"
    return names


def _is_text(name: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _document_files(documents: DocumentSet) -> Iterator[tuple[str, bytes]]:
    names = file_names([one.id for one in documents.documents])
    rows = []
    for one in documents.documents:
        name = names[one.id] if names[one.id].endswith(".md") else f"{names[one.id]}.md"
        path = f"kb_docs/{name}"
        rows.append(StoredDocument(path=path, record=one.model_copy(update={"text": ""})))
        yield path, one.text.encode("utf-8", "surrogatepass")
    yield DOCUMENTS, to_jsonl(rows)


def _table_files(tables: TableSet) -> Iterator[tuple[str, bytes]]:
    names = file_names([one.id for one in tables.records])
    entries = []
    for one in tables.records:
        cells = packed_cells(tables.data, one.id)
        entry = RegistryEntry(
            id=one.id,
            file=f"tables/{names[one.id]}.parquet",
            texts=f"{CELLS}/{names[one.id]}.parquet",
            source_file=one.filename,
            source_sheet=one.sheet,
            is_view=one.is_view,
            row_count=one.row_count,
            rows=cells.rows,
            record=one,
        )
        entries.append(entry.model_dump(mode="json"))
        yield entry.file, cells.typed
        yield entry.texts, cells.texts
    yield REGISTRY, _json({"tables": entries})


def _graph_file(graph: GraphSet) -> bytes:
    """Edges carry the public name of their relation beside ours."""
    edges = [
        {**one.model_dump(mode="json"), "type": exported_relation(one.relation)}
        for one in graph.edges
    ]
    nodes = [one.model_dump(mode="json") for one in graph.nodes]
    reports = [one.model_dump(mode="json") for one in graph.reports]
    return _json({"nodes": nodes, "edges": edges, "reports": reports})


def _json(value: object) -> bytes:
    return (canonical_json(value) + "\n").encode("utf-8", "surrogatepass")
