"""The surfaces of a foreign release: documents, typed views and the graph of each persona.

Layout: `resources/profiles/<persona>/` with `kb_docs/*.md`, `tables/*.parquet` beside
`registry.json`, and `graph/surface_graph.json`. Texts and names are taken as they stand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl
import polars.exceptions

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.readers.measures import table_digest
from worksurface_pipeline.readers.model import Column, ColumnType, TableLayout
from worksurface_pipeline.worksurface.release.untrusted import refuse_links
from worksurface_pipeline.worksurface.schema.surfaces import (
    Document,
    GraphEdge,
    GraphNode,
    TableRecord,
)
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.surfaces.sets import (
    DocumentSet,
    GraphSet,
    Surfaces,
    TableSet,
)

PROFILES = "resources/profiles"
_OWNER = re.compile(r"t(?P<task>[^_]+)__(?P<rest>.+)")
_PROVENANCE = re.compile(r"<!--.*?source_file:\s*(?P<file>[^|>]+?)\s*(?:\||-->)", re.DOTALL)
_HEAD = 600  # characters in which a provenance comment stands
_TYPES: Mapping[type[pl.DataType], ColumnType] = {
    pl.Int64: ColumnType.INTEGER,
    pl.Int32: ColumnType.INTEGER,
    pl.Float64: ColumnType.DECIMAL,
    pl.Float32: ColumnType.DECIMAL,
    pl.Boolean: ColumnType.BOOLEAN,
    pl.Date: ColumnType.DATE,
    pl.Datetime: ColumnType.DATETIME,
}
Json = dict[str, object]


def load_foreign_surfaces(root: Path) -> tuple[dict[str, Surfaces], tuple[str, ...]]:
    """The surfaces by persona key, and a sentence for everything that could not be read.

    Raises PackageError for a link among them.
    """
    refuse_links(root, PROFILES)
    problems: list[str] = []
    found: dict[str, Surfaces] = {}
    profiles = root / PROFILES
    for folder in sorted(profiles.iterdir()) if profiles.is_dir() else ():
        if folder.is_dir():
            persona = slug(folder.name)
            found[persona] = _surfaces(folder, persona, problems)
    if not found:
        problems.append(f"There is no profile below {PROFILES}: records alone can be judged")
    return found, tuple(problems)


def _surfaces(folder: Path, persona: str, problems: list[str]) -> Surfaces:
    documents = tuple(_documents(folder / "kb_docs", persona, problems))
    return Surfaces(
        persona,
        DocumentSet(documents=documents),
        _tables(folder / "tables", persona, problems),
        _graph(folder / "graph" / "surface_graph.json", persona, problems),
    )


def _documents(folder: Path, persona: str, problems: list[str]) -> Iterator[Document]:
    for path in sorted(folder.glob("*.md")):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            problems.append(f"{path.name} is no UTF-8 text and was left out")
            continue
        owner = _OWNER.fullmatch(path.name)
        named = _PROVENANCE.search(text[:_HEAD])
        yield Document(
            id=path.name,
            task_id=owner["task"] if owner else "",
            persona=persona,
            filename=named["file"] if named else owner["rest"] if owner else path.name,
            kind="markdown",
            text=text,
            digest=digest_text(text),
        )


def _tables(folder: Path, persona: str, problems: list[str]) -> TableSet:
    registry = _registry(folder / "registry.json", problems)
    records: list[TableRecord] = []
    data: dict[str, TableData] = {}
    for path in sorted(folder.glob("*.parquet")):
        try:
            frame = pl.read_parquet(path)
        except (polars.exceptions.PolarsError, OSError) as error:
            problems.append(f"{path.name} cannot be read and was left out: {error}")
            continue
        record, cells = _table(path.stem, registry.get(path.stem, {}), frame, persona)
        records.append(record)
        data[record.id] = cells
    return TableSet(records=tuple(records), data=data)


def _table(
    name: str, entry: Json, frame: pl.DataFrame, persona: str
) -> tuple[TableRecord, TableData]:
    texts = frame.select(pl.all().cast(pl.String))
    columns = tuple(_column(one, frame[one].dtype) for one in frame.columns)
    rows = tuple(range(2, frame.height + 2))
    owner = _OWNER.fullmatch(name)
    record = TableRecord(
        id=name,
        task_id=owner["task"] if owner else "",
        persona=persona,
        filename=_first(entry, "source_file", "file"),
        sheet=_first(entry, "source_sheet", "sheet"),
        block=0,
        columns=columns,
        row_count=frame.height,
        layout=TableLayout(header_rows=(1,), data_start=2, data_end=frame.height + 1),
        is_view=True,
        gate_reason="a view of the release",
        digest=table_digest(columns, frame, texts, rows),
    )
    return record, TableData(frame, texts, rows)


def _column(name: str, kind: pl.DataType) -> Column:
    return Column(name=name, source_name=name, type=_TYPES.get(type(kind), ColumnType.TEXT))


def _registry(path: Path, problems: list[str]) -> dict[str, Json]:
    """Entries by view, whether the file holds a list, a mapping, or a mapping with a list."""
    value = _json(path, problems)
    if isinstance(value, dict):
        inner = next((value[key] for key in ("views", "tables") if key in value), value)
        value = inner
    if isinstance(value, dict):
        return {str(key): one for key, one in value.items() if isinstance(one, dict)}
    entries = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return {_first(one, "view", "table", "view_name", "name", "id"): one for one in entries}


def _graph(path: Path, persona: str, problems: list[str]) -> GraphSet:
    value = _json(path, problems)
    if not isinstance(value, dict):
        return GraphSet()
    nodes = [_node(one, persona) for one in _objects(value.get("nodes"))]
    links = value.get("edges", value.get("links"))
    edges = [_edge(one) for one in _objects(links)]
    return GraphSet(nodes=tuple(nodes), edges=tuple(edges))


def _node(one: Json, persona: str) -> GraphNode:
    name = _first(one, "id", "node_id")
    label = _first(one, "label", "name", "file") or name.rpartition("::")[2]
    kind = _first(one, "kind", "type", "node_type")
    task = re.match(r"t(?:ask_)?([^:_]+)", name)
    return GraphNode(
        id=name, kind=kind, label=label, task_id=task[1] if task else "", persona=persona
    )


def _edge(one: Json) -> GraphEdge:
    return GraphEdge(
        source=_first(one, "source", "from"),
        target=_first(one, "target", "to"),
        relation=_first(one, "relation", "rel", "type"),
        origin="source",
        reason=_first(one, "reason"),
    )


def _objects(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _first(entry: Json, *names: str) -> str:
    return next((str(entry[name]) for name in names if entry.get(name) is not None), "")


def _json(path: Path, problems: list[str]) -> object:
    if not path.is_file():
        problems.append(f"{path.parent.parent.name}: {path.name} is missing")
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path.parent.parent.name}: {path.name} is no JSON: {error}")
        return None
