"""How a question leads to a file without naming it: over one edge from a file that it names.

The phrase must fit one file alone. Links are given in the order of how little else tells them: a
dependency and the one file of its kind follow from the lineage alone, versions may be told by their
names, and a mention by the text that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import GraphNode
from worksurface_pipeline.worksurface.schema.tasks import AGAINST
from worksurface_pipeline.worksurface.surfaces.ids import split_name
from worksurface_pipeline.worksurface.tasks.graph_chains import extreme
from worksurface_pipeline.worksurface.tasks.lineage import (
    DEPENDS,
    LINEAGE,
    MENTIONS,
    SUPPORTS,
    VERSION_OF,
    Lineage,
)

KINDS = {
    "csv": "CSV file",
    "doc": "Word file",
    "docx": "Word file",
    "htm": "web page",
    "html": "web page",
    "java": "Java file",
    "json": "JSON file",
    "md": "Markdown file",
    "pdf": "PDF",
    "ppt": "slide deck",
    "pptx": "slide deck",
    "py": "Python script",
    "txt": "plain text file",
    "xls": "Excel workbook",
    "xlsx": "Excel workbook",
    "xml": "XML file",
}


@dataclass(frozen=True, slots=True)
class Link:
    """A phrase for a file, the name of the file it starts from, and the path between them.

    `kind` is what the phrase calls the file, "" where it says nothing of it.
    """

    phrase: str
    start: str
    path: tuple[str, str, str]
    kind: str = ""

    @property
    def is_lineage(self) -> bool:
        """Whether it follows from the lineage alone: no name and no text tells it."""
        return self.path[1].removeprefix(AGAINST) in LINEAGE

    def fits(self, filename: str) -> bool:
        """Whether a file could be meant by all that the phrase says but the link."""
        return filename != self.start and self.kind in ("", kind_of(filename))


def links_to(task: SourceTask, lineage: Lineage, filename: str) -> tuple[Link, ...]:
    """All links to an input file in the order above; none under a name that is not its own."""
    inputs = lineage.files(task.task_id, "input")
    target = next((node for node in inputs if node.label == filename), None)
    if target is None:
        return ()
    outputs = lineage.files(task.task_id, "output")
    named = {node.id: node for node in (*inputs, *outputs)}
    found = (
        *_dependencies(lineage, named, target),
        *_only_of_kind(lineage, outputs, target),
        *_versions(lineage, named, target),
        *_mentions(lineage, named, target),
    )
    return tuple(link for link in found if target.label not in link.phrase)


def kind_of(filename: str) -> str:
    """What a file is called by its extension, "" if nothing in particular."""
    return KINDS.get(split_name(filename)[1].casefold(), "")


def _versions(lineage: Lineage, named: dict[str, GraphNode], target: GraphNode) -> Iterator[Link]:
    for node in named.values():
        newer = lineage.before(node.id, (VERSION_OF,))
        if extreme(lineage, newer, is_newest=True) == target.id:
            path = (node.id, AGAINST + VERSION_OF, target.id)
            yield Link(f"the latest version of {node.label}", node.label, path)
        older = lineage.after(node.id, (VERSION_OF,))
        if extreme(lineage, older, is_newest=False) == target.id:
            path = (node.id, VERSION_OF, target.id)
            yield Link(f"the earliest version of {node.label}", node.label, path)


def _dependencies(
    lineage: Lineage, named: dict[str, GraphNode], target: GraphNode
) -> Iterator[Link]:
    for node in named.values():
        if not (lineage.is_clear(node.id) and lineage.is_clear(target.id)):
            continue  # edges that say nothing certain; the family gives its reason
        after = [end for end in lineage.after(node.id, (DEPENDS,)) if lineage.kind(end) == "input"]
        if after == [target.id]:
            phrase = f"the input file that is directly based on {node.label}"
            yield Link(phrase, node.label, (node.id, DEPENDS, target.id))
        if lineage.before(node.id, LINEAGE) == (target.id,):
            relation = lineage.relation(target.id, node.id)
            phrase = f"the one file that {node.label} is directly based on"
            yield Link(phrase, node.label, (node.id, AGAINST + relation, target.id))


def _only_of_kind(
    lineage: Lineage, outputs: tuple[GraphNode, ...], target: GraphNode
) -> Iterator[Link]:
    kind = kind_of(target.label)
    for node in outputs if kind else ():
        if not lineage.is_clear(node.id):
            continue  # as above
        sources = lineage.before(node.id, (SUPPORTS,))
        same = [end for end in sources if kind_of(lineage.label(end)) == kind]
        if same == [target.id] and len(sources) > 1:
            phrase = f"the only {kind} that goes directly into {node.label}"
            yield Link(phrase, node.label, (node.id, AGAINST + SUPPORTS, target.id), kind)


def _mentions(lineage: Lineage, named: dict[str, GraphNode], target: GraphNode) -> Iterator[Link]:
    for node in named.values():
        if lineage.after(node.id, (MENTIONS,)) == (target.id,):
            phrase = f"the one file that {node.label} refers to by name"
            yield Link(phrase, node.label, (node.id, MENTIONS, target.id))
