"""Finding the file that a question means: by its name, or over an edge from one that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.worksurface.necessity.solvers.base import Fields, Tools
from worksurface_pipeline.worksurface.schema.public import PublicTask

NAME = r"[\w\-.~+&]+(?: \(\d+\))?\.[A-Za-z][A-Za-z0-9]{1,4}\b"
_NAMES = re.compile(NAME)
_EXTENSIONS = {
    "CSV file": ("csv",),
    "Word file": ("doc", "docx"),
    "web page": ("htm", "html"),
    "Java file": ("java",),
    "JSON file": ("json",),
    "Markdown file": ("md",),
    "PDF": ("pdf",),
    "slide deck": ("ppt", "pptx"),
    "Python script": ("py",),
    "plain text file": ("txt",),
    "Excel workbook": ("xls", "xlsx"),
    "XML file": ("xml",),
}
_BASED_ON = re.compile(rf"the one file that ({NAME}) is directly based on", re.IGNORECASE)
_REFERS = re.compile(rf"the one file that ({NAME}) refers to by name", re.IGNORECASE)
_DIRECTLY = re.compile(rf"file that is directly based on ({NAME})", re.IGNORECASE)
_VERSION = re.compile(rf"the (latest|earliest) version of ({NAME})", re.IGNORECASE)
_INTO = re.compile(
    rf"the only ({'|'.join(_EXTENSIONS)}) that goes directly into ({NAME})", re.IGNORECASE
)
_VERSION_MARK = re.compile(r"(?i)([_\-. ](?:v|ver|version|rev)?[_\-. ]?\d+(?:\.\d+)*)(?=\.\w+$)")


@dataclass(frozen=True, slots=True)
class Target:
    """A file that is meant: its name, and its graph node ("" where the graph was not asked)."""

    label: str
    node: str = ""


def file_names(question: str) -> tuple[str, ...]:
    """What looks like a file name, in order."""
    return tuple(dict.fromkeys(_NAMES.findall(question)))


def find_node(tools: Tools, task: PublicTask, label: str) -> str:
    """The node of a file of the source task, an input before an output."""
    labels = [(item["label"], item["node"]) for item in tools.neighbors(f"task_{task.source_task}")]
    exact = [node for name, node in labels if name == label]
    if exact:
        return str(exact[0])
    found = tools.ask("graph_search_entities", query=label).get("entities", ())
    own = f"t{task.source_task}::"
    hits = [item["node"] for item in found if item["label"] == label and own in item["node"]]
    return str(hits[0]) if hits else ""


def linked_target(tools: Tools, task: PublicTask) -> Target | None:
    """The file that a link of the question leads to in the graph; None without one."""
    question = task.question
    for pattern, relation, direction in (
        (_DIRECTLY, "depends_on", "out"),
        (_BASED_ON, "", "in"),
        (_REFERS, "mentions", "out"),
    ):
        match = pattern.search(question)
        if match:
            node = find_node(tools, task, match[1])
            return _first(_far(tools, node, relation, direction))
    match = _INTO.search(question)
    if match:
        node = find_node(tools, task, match[2])
        far = _far(tools, node, "supports_output", "in")
        return _first([item for item in far if is_kind(item["label"], match[1])])
    match = _VERSION.search(question)
    return _version(tools, task, match[2], is_latest=match[1] == "latest") if match else None


def is_kind(label: str, phrase: str) -> bool:
    """Whether a file is what the phrase calls it, by its extension."""
    by_phrase = {name.lower(): endings for name, endings in _EXTENSIONS.items()}
    return label.rpartition(".")[2].lower() in by_phrase.get(phrase.lower(), ())


def kind_in(question: str) -> str:
    """The kind of file that a link asks for, "" if none."""
    match = _INTO.search(question)
    return match[1] if match else ""


def has_link(question: str) -> bool:
    """Whether the question leads to a file without naming it."""
    patterns = (_DIRECTLY, _BASED_ON, _REFERS, _INTO, _VERSION)
    return any(pattern.search(question) for pattern in patterns)


def version_name(question: str, labels: list[str]) -> str | None:
    """Of the labels, the version that the question asks for, judged by names alone."""
    match = _VERSION.search(question) or re.search(
        rf"(latest|earliest)?.*?({NAME})", question, re.IGNORECASE
    )
    if not match:
        return None
    stem = _VERSION_MARK.sub("", match[2])
    same = sorted(name for name in labels if _VERSION_MARK.sub("", name) == stem)
    is_earliest = "earliest" in question
    return (same[0] if is_earliest else same[-1]) if same else None


def _version(tools: Tools, task: PublicTask, label: str, *, is_latest: bool) -> Target | None:
    node, seen = find_node(tools, task, label), {""}
    last: Fields | None = None
    direction = "in" if is_latest else "out"
    while node not in seen:
        seen.add(node)
        far = _far(tools, node, "version_of", direction)
        if far:
            last, node = far[0], str(far[0]["node"])
    return _first([last] if last else [])


def _far(tools: Tools, node: str, relation: str, direction: str) -> list[Fields]:
    kept = ("depends_on", "supports_output") if not relation else (relation,)
    return [
        item
        for item in tools.neighbors(node)
        if item["relation"] in kept and item["direction"] == direction
    ]


def _first(found: list[Fields]) -> Target | None:
    return Target(str(found[0]["label"]), str(found[0]["node"])) if found else None
