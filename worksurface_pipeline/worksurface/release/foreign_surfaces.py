"""The surfaces of a foreign release: documents, typed views and the graph of each persona.

Layout: `resources/profiles/<persona>/` with `kb_docs/*.md`, `tables/*.parquet` beside
`registry.json`, and `graph/surface_graph.json`. Texts and names are taken as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.release.foreign_json import (
    Json,
    first_text,
    objects,
    read_json,
)
from worksurface_pipeline.worksurface.release.foreign_tables import OWNER, read_tables
from worksurface_pipeline.worksurface.release.loading import is_own_form, load_surfaces
from worksurface_pipeline.worksurface.release.untrusted import (
    refuse_links,
    require_distinct,
    require_plain,
)
from worksurface_pipeline.worksurface.schema.surfaces import Document, GraphEdge, GraphNode
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, GraphSet, Surfaces

PROFILES = "resources/profiles"
_PROVENANCE = re.compile(r"<!--.*?source_file:\s*(?P<file>[^|>]+?)\s*(?:\||-->)", re.DOTALL)
_HEAD = 600  # characters in which a provenance comment stands


@dataclass(frozen=True, slots=True)
class FoundSurfaces:
    """The surfaces by persona key, and a sentence for everything that could not be read.

    `own` are the personas whose profile has the form of our releases: what our proofs say of
    digests, rows and places holds there alone.
    """

    by_persona: Mapping[str, Surfaces]
    problems: tuple[str, ...]
    own: frozenset[str]


def load_foreign_surfaces(root: Path) -> FoundSurfaces:
    """The surfaces of every profile of a release.

    Raises PackageError for a link among them, and for two profiles of one persona.
    """
    refuse_links(root, PROFILES)
    problems: list[str] = []
    found: dict[str, Surfaces] = {}
    own: set[str] = set()
    profiles = root / PROFILES
    for folder in sorted(profiles.iterdir()) if profiles.is_dir() else ():
        if folder.is_dir():
            persona = slug(folder.name)
            require_plain("profile", persona, PROFILES)
            require_distinct("profiles", (*found, persona), PROFILES)
            if is_own_form(folder):
                own.add(persona)
                found[persona], said = load_surfaces(folder, persona)
                problems += [f"{persona}: {one}" for one in said]
            else:
                found[persona] = _surfaces(folder, persona, problems)
    if not found:
        problems.append(f"There is no profile below {PROFILES}: records alone can be judged")
    return FoundSurfaces(found, tuple(problems), frozenset(own))


def _surfaces(folder: Path, persona: str, problems: list[str]) -> Surfaces:
    documents = tuple(_documents(folder / "kb_docs", persona, problems))
    return Surfaces(
        persona,
        DocumentSet(documents=documents),
        read_tables(folder / "tables", persona, problems),
        _graph(folder / "graph" / "surface_graph.json", persona, problems),
    )


def _documents(folder: Path, persona: str, problems: list[str]) -> Iterator[Document]:
    for path in sorted(folder.glob("*.md")):
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            problems.append(f"{persona}: {path.name} is no UTF-8 text and was left out")
            continue
        owner = OWNER.fullmatch(path.name)
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


def _graph(path: Path, persona: str, problems: list[str]) -> GraphSet:
    value = read_json(path, persona, problems)
    if not isinstance(value, dict):
        return GraphSet()
    nodes = [_node(one, persona) for one in objects(value.get("nodes"))]
    by_id = {one.id: one for one in reversed(nodes)}
    if len(by_id) < len(nodes):
        problems.append(f"{persona}: {path.name} holds nodes twice; the first of an id counts")
    edges = [_edge(one) for one in objects(value.get("edges", value.get("links")))]
    return GraphSet(nodes=tuple(reversed(by_id.values())), edges=tuple(edges))


def _node(one: Json, persona: str) -> GraphNode:
    name = first_text(one, "id", "node_id")
    label = first_text(one, "label", "name", "file") or name.rpartition("::")[2]
    kind = first_text(one, "kind", "type", "node_type")
    task = re.match(r"t(?:ask_)?([^:_]+)", name)
    return GraphNode(
        id=name, kind=kind, label=label, task_id=task[1] if task else "", persona=persona
    )


def _edge(one: Json) -> GraphEdge:
    return GraphEdge(
        source=first_text(one, "source", "from"),
        target=first_text(one, "target", "to"),
        relation=first_text(one, "relation", "rel", "type"),
        origin="source",
        reason=first_text(one, "reason"),
    )
