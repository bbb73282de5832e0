"""Questions about files, by templates: which phrase asks for which relation."""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.necessity.solvers.base import Answer, Fields, Tools
from worksurface_pipeline.worksurface.necessity.solvers.links import (
    file_names,
    find_node,
    linked_target,
    version_name,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

_COUNTS = re.compile(r"how many input files|two counts|how many of (?:those|them)", re.IGNORECASE)
_VERSIONS = re.compile(r"version", re.IGNORECASE)
_SHARED = re.compile(
    r"identical|unchanged|same (?:file|content)|other (?:work|tasks)", re.IGNORECASE
)
_END = re.compile(r"\bend\b|\bends\b", re.IGNORECASE)
_OUTPUTS = re.compile(
    r"deliverables?|handed in|come out of it|must come out|will exist|delivery list|outputs?\b",
    re.IGNORECASE,
)
_SOURCES = re.compile(r"into|made from|rests on|feed|goes? in", re.IGNORECASE)
_DEPENDENTS = re.compile(
    r"build directly on|come directly out of|follow directly|affected|depend|directly based on it",
    re.IGNORECASE,
)
_FORWARD = ("depends_on", "supports_output")
_SEARCHED = 50
_OWNER = re.compile(r"^t(.+?)::")


def asks_for_files(task: PublicTask) -> bool:
    """Whether the answer is files, their number, or tasks that hold them."""
    question = task.question
    if _COUNTS.search(question) and "input files" in question:
        return True
    is_which = re.search(
        r"\b(which|list|name|what)\b[^.?]*\b(files?|inputs?|tasks?|task numbers)\b|very end|"
        r"finally end|attachments|deliverables?",
        question,
        re.IGNORECASE,
    )
    return is_which is not None and task.answer_type in (AnswerType.LIST, AnswerType.STRING)


def answer_files(task: PublicTask, tools: Tools) -> Answer | None:
    """The answer from the graph, or from names where the graph is not there."""
    return _from_graph(task, tools) if tools.has(Surface.GRAPH) else _from_names(task, tools)


def _from_graph(task: PublicTask, tools: Tools) -> Answer | None:
    question = task.question
    if _COUNTS.search(question):
        return _counts(task, tools)
    names = file_names(question)
    node = find_node(tools, task, names[0]) if names else ""
    if _SHARED.search(question):
        return _tasks(tools.neighbors(node), task)
    if _END.search(question):
        return _end(tools, node)
    if _VERSIONS.search(question):
        found = linked_target(tools, task)
        return found.label if found else _version(tools, node, question)
    return _listed(task, tools, node)


def _listed(task: PublicTask, tools: Tools, node: str) -> Answer | None:
    question = task.question
    if node and _DEPENDENTS.search(question):
        found = [item for item in tools.neighbors(node) if _is(item, _FORWARD, "out")]
    elif node and _SOURCES.search(question):
        found = [item for item in tools.neighbors(node) if _is(item, ("supports_output",), "in")]
    else:
        relation = "task_produces_output" if _OUTPUTS.search(question) else "task_requires_file"
        near = tools.neighbors(f"task_{task.source_task}")
        found = [item for item in near if _is(item, (relation,), "out")]
    return sorted({str(item["label"]) for item in found}) or None


def _counts(task: PublicTask, tools: Tools) -> Answer | None:
    near = tools.neighbors(f"task_{task.source_task}")
    inputs = [str(item["label"]) for item in near if _is(item, ("task_requires_file",), "out")]
    suffix = re.search(r"(\.[a-z]{2,5}) files|(\.[a-z]{2,5}) among|; (\.[a-z]+)", task.question)
    if suffix:
        ending = next(part for part in suffix.groups() if part)
        return f"{len(inputs)}; {sum(name.lower().endswith(ending) for name in inputs)}"
    names = file_names(task.question)
    if not names:
        return len(inputs) or None
    sources = tools.neighbors(find_node(tools, task, names[0]))
    direct = [item for item in sources if _is(item, ("supports_output",), "in")]
    return f"{len(inputs)}; {len(direct)}"


def _end(tools: Tools, node: str) -> Answer | None:
    label, seen = "", {""}
    while node not in seen:
        seen.add(node)
        far = [item for item in tools.neighbors(node) if _is(item, _FORWARD, "out")]
        if len({item["node"] for item in far}) == 1:
            label, node = str(far[0]["label"]), str(far[0]["node"])
    return label or None


def _version(tools: Tools, node: str, question: str) -> Answer | None:
    direction = "out" if "earliest" in question else "in"
    far = [item for item in tools.neighbors(node) if _is(item, ("version_of",), direction)]
    return str(far[-1]["label"]) if far else None


def _tasks(near: list[Fields], task: PublicTask) -> Answer | None:
    shared = [item["node"] for item in near if item["relation"] == "shared_artifact"]
    owners = {match[1] for match in map(_OWNER.match, shared) if match}
    return sorted(owners - {task.source_task}) or None


def _from_names(task: PublicTask, tools: Tools) -> Answer | None:
    """What the file names of documents and views say, where they are shown."""
    owners = _shown_names(task, tools)
    own = sorted({name for name, owner in owners if owner == task.source_task})
    question, names = task.question, file_names(task.question)
    if _COUNTS.search(question):
        suffix = re.search(r"(\.[a-z]{2,5})\b", question)
        ending = suffix[1] if suffix else ""
        return f"{len(own)}; {sum(name.endswith(ending) for name in own)}" if own else None
    if names and _SHARED.search(question):
        return sorted({owner for name, owner in owners if name == names[0]} - {task.source_task})
    if _VERSIONS.search(question):
        return version_name(question, own)
    return own or None


def _shown_names(task: PublicTask, tools: Tools) -> list[tuple[str, str]]:
    """File names with their source tasks, from ids that begin with it."""
    found = [(item.get("source_file"), item["view"]) for item in tools.views()]
    queries = (task.question, *file_names(task.question))
    for query in queries:
        found += [(item.get("file"), item["document"]) for item in tools.passages(query, _SEARCHED)]
    return [
        (str(name), str(shown).partition("__")[0].removeprefix("t"))
        for name, shown in found
        if name
    ]


def _is(item: Fields, relations: tuple[str, ...], direction: str) -> bool:
    return item["relation"] in relations and item["direction"] == direction
