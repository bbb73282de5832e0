"""The seven tools as a prompt shows them, and the settings that bound what they return."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import Surface


class ToolSettings(Frozen):
    """Bounds of observations; all counts of characters are of the text the model gets.

    `characters` bounds every observation but `table_list`, which may take `list_characters`: a
    view that is not listed cannot be found. `k` is the default of `kb_search`; `embedding` and
    `rank_constant` are those of the condition; `sessions` the number of SQL processes that worker
    threads share.
    """

    k: int = Field(default=3, ge=1)
    k_most: int = Field(default=50, ge=1)
    embedding: str = ""
    rank_constant: int = Field(default=60, ge=1)
    characters: int = Field(default=6000, ge=500)
    list_characters: int = Field(default=16_000, ge=500)
    cell_characters: int = Field(default=300, ge=10)
    reason_characters: int = Field(default=120, ge=0)
    samples: int = Field(default=3, ge=0)
    sample_characters: int = Field(default=60, ge=10)
    entities: int = Field(default=10, ge=1)
    depth: int = Field(default=2, ge=1)
    depth_most: int = Field(default=4, ge=1)
    sessions: int = Field(default=2, ge=1)


def tool_specs(settings: ToolSettings, surfaces: Iterable[Surface]) -> tuple[ToolSpec, ...]:
    """The tools of `surfaces`, in the one order they always have."""
    exposed = frozenset(surfaces)
    every = (_kb_search(settings), *_table_specs(), *_graph_specs(settings))
    return tuple(spec for spec in every if Surface(spec.surface) in exposed)


def _kb_search(settings: ToolSettings) -> ToolSpec:
    return ToolSpec(
        name="kb_search",
        surface=Surface.RAG,
        signature=f"kb_search(query, k={settings.k})",
        description="Search the documents; returns the k best matching passages.",
        required=("query",),
        optional=("k",),
        integers=("k",),
    )


def _table_specs() -> tuple[ToolSpec, ...]:
    return (
        ToolSpec(
            name="table_list",
            surface=Surface.TABLE,
            signature="table_list()",
            description="List the table views with their row counts.",
        ),
        ToolSpec(
            name="table_describe",
            surface=Surface.TABLE,
            signature="table_describe(view)",
            description="Columns of a view with types, units and sample values, its row count, and"
            " the titles, notes and totals around the table.",
            required=("view",),
        ),
        ToolSpec(
            name="table_query",
            surface=Surface.TABLE,
            signature="table_query(sql)",
            description="Run one SELECT (DuckDB SQL) over the views. Quote names with double"
            " quotes; percent columns hold fractions (0.335 is 33.5 %).",
            required=("sql",),
        ),
    )


def _graph_specs(settings: ToolSettings) -> tuple[ToolSpec, ...]:
    return (
        ToolSpec(
            name="graph_search_entities",
            surface=Surface.GRAPH,
            signature="graph_search_entities(query)",
            description="Find graph nodes (tasks, files, documents, views) whose name resembles"
            " the query.",
            required=("query",),
        ),
        ToolSpec(
            name="graph_neighbors",
            surface=Surface.GRAPH,
            signature="graph_neighbors(node, offset=0)",
            description="All edges of one node, in both directions, with relation and reason. Where"
            " truncated is true, call again with next_offset as offset for the edges that follow.",
            required=("node",),
            optional=("offset",),
            integers=("offset",),
        ),
        ToolSpec(
            name="graph_traverse",
            surface=Surface.GRAPH,
            signature=f"graph_traverse(node, rel=None, depth={settings.depth}, offset=0)",
            description="Nodes reached from a node over at most depth edges in either direction,"
            " of one relation if rel is given; offset as in graph_neighbors.",
            required=("node",),
            optional=("rel", "depth", "offset"),
            integers=("depth", "offset"),
        ),
    )
