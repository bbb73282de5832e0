"""The surfaces of one persona from the files of a release: what is missing or damaged is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import polars.exceptions

from worksurface_pipeline.kernel.records import from_jsonl
from worksurface_pipeline.readers.packing import PackedCells, Ranges
from worksurface_pipeline.worksurface.release.model import RegistryEntry
from worksurface_pipeline.worksurface.release.package import (
    CELLS,
    DOCUMENTS,
    GRAPH,
    REGISTRY,
    StoredDocument,
)
from worksurface_pipeline.worksurface.release.untrusted import (
    in_form,
    refuse_links,
    require_distinct,
)
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    EdgeReport,
    GraphEdge,
    GraphNode,
    TableRecord,
)
from worksurface_pipeline.worksurface.source.paths import unsafe_reason
from worksurface_pipeline.worksurface.surfaces.cells import LazyCells
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)


def load_surfaces(folder: Path, persona: str) -> tuple[Surfaces, tuple[str, ...]]:
    """The surfaces again, and a sentence for each file that is missing or damaged.

    What can be read is there. Raises PackageError for a link in the folder and for records of
    another form, DuplicateIdError for two of one id.
    """
    refuse_links(folder)
    problems: list[str] = []
    with in_form(folder):
        documents = DocumentSet(documents=tuple(_documents(folder, problems)))
        tables = _tables(folder, problems)
        graph = _graph(folder, problems)
    require_distinct("documents", (one.id for one in documents.documents), DOCUMENTS)
    require_distinct("tables", (one.id for one in tables.records), REGISTRY)
    require_distinct("nodes", (one.id for one in graph.nodes), GRAPH)
    return Surfaces(persona, documents, tables, graph), tuple(problems)


def is_own_form(folder: Path) -> bool:
    """Whether a profile holds all that ours do: its digests are those that our proofs name."""
    has_cells = (folder / CELLS).is_dir() or not any((folder / REGISTRY).parent.glob("*.parquet"))
    return (folder / DOCUMENTS).is_file() and has_cells


def _documents(folder: Path, problems: list[str]) -> Iterator[Document]:
    data = _read(folder / DOCUMENTS, problems)
    for stored in from_jsonl(data or b"", StoredDocument):
        text = _read(_inside(folder, stored.path), problems)
        if text is not None:
            said = text.decode("utf-8", "surrogatepass")
            yield stored.record.model_copy(update={"text": said})


def _tables(folder: Path, problems: list[str]) -> TableSet:
    data = _read(folder / REGISTRY, problems)
    rows = json.loads(data)["tables"] if data else []
    records: list[TableRecord] = []
    loaders = {}
    for row in rows:
        entry = RegistryEntry.model_validate(row)
        paths = [_inside(folder, entry.file), _inside(folder, entry.texts)]
        load = partial(_cells, paths[0], paths[1], entry)
        missing = [path.name for path in paths if not path.is_file()]
        found = [f"the file {name} is missing" for name in missing] or list(_damage(load, entry))
        problems += [f"{entry.id}: {problem}" for problem in found]
        if not found:
            records.append(entry.record)
            loaders[entry.record.id] = load
    return TableSet(records=tuple(records), data=LazyCells(loaders))


def _damage(load: Callable[[], PackedCells], entry: RegistryEntry) -> Iterator[str]:
    """What is wrong with the cells of a table; they are decoded once to know it."""
    columns = [column.name for column in entry.record.columns]
    try:
        packed = load()
        frames = packed.frame(), packed.text_frame()
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError) as error:
        yield f"its cells cannot be read: {str(error).splitlines()[0]}"
        return
    if any(frame.columns != columns for frame in frames):
        yield "its cells have other columns than the registry says"
    elif set(frames[1].dtypes) - {pl.String(), pl.Null()}:
        yield "the texts of its cells are no texts"
    elif {frame.height for frame in frames} != {entry.record.row_count}:
        yield "its cells have another number of rows than the registry says"
    elif _numbered(entry.rows) != entry.record.row_count:
        yield "the registry numbers other rows than the cells have"


def _numbered(rows: Ranges) -> int:
    """How many rows closed ranges number; a range that runs backwards counts as endless."""
    return sum(last - first + 1 if first <= last else sys.maxsize for first, last in rows)


def _cells(typed: Path, texts: Path, entry: RegistryEntry) -> PackedCells:
    return PackedCells(typed=typed.read_bytes(), texts=texts.read_bytes(), rows=entry.rows)


def _graph(folder: Path, problems: list[str]) -> GraphSet:
    data = _read(folder / GRAPH, problems)
    value: dict[str, Any] = {"nodes": [], "edges": [], "reports": []}
    value = json.loads(data) if data else value
    edges = [{name: one[name] for name in one if name != "type"} for one in value["edges"]]
    return GraphSet(
        nodes=tuple(GraphNode.model_validate(one) for one in value["nodes"]),
        edges=tuple(GraphEdge.model_validate(one) for one in edges),
        reports=tuple(EdgeReport.model_validate(one) for one in value["reports"]),
    )


def _inside(folder: Path, path: str) -> Path:
    """A path of a registry, which is untrusted: one that leaves the folder is no form of ours."""
    reason = unsafe_reason(path)
    if reason:
        raise ValueError(f"the path {path!r} is not followed: {reason}")
    return folder / path


def _read(path: Path, problems: list[str]) -> bytes | None:
    if not path.is_file():
        problems.append(f"{path.name} is missing")
        return None
    return path.read_bytes()
