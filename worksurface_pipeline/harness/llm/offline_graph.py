"""The embedded model on the graph: find the task or file, read its edges, list the far ends."""

from __future__ import annotations

import re

from worksurface_pipeline.harness.llm.offline_plan import NOTHING, Call, Found, Move
from worksurface_pipeline.harness.llm.offline_reading import Fields, Situation, Step
from worksurface_pipeline.harness.llm.offline_words import file_names

_OUTPUT = re.compile(r"\b(outputs?|produces?|produced|deliverables?)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_FILE_RELATIONS = ("depends_on", "supports_output", "version_of", "mentions")


def graph_move(now: Situation) -> Move:
    """Search the entity, then its neighbours, then answer from the relation asked for."""
    searches = now.steps_of("graph_search_entities")
    if not searches:
        return Call("graph_search_entities", {"query": _target(now)})
    node = _node(now, searches[-1])
    if node is None:
        return NOTHING
    reads = now.steps_of("graph_neighbors")
    if not reads:
        return Call("graph_neighbors", {"node": node})
    return _answer(now, reads[-1])


def _target(now: Situation) -> str:
    """The file that the question names, else its source task."""
    files = file_names(now.question)
    return files[0] if files else f"Task {now.task}".strip()


def _node(now: Situation, search: Step) -> str | None:
    """The task's own node where the task is asked about, else the best hit."""
    hits = [str(hit.get("node", "")) for hit in search.rows("entities")]
    wanted = f"task_{now.task}"
    if wanted in hits and not file_names(now.question):
        return wanted
    return next((hit for hit in hits if hit), None)


def _answer(now: Situation, read: Step) -> Found:
    neighbors = read.rows("neighbors")
    labels = sorted({label for label in map(_label, _wanted(now, read, neighbors)) if label})
    if not labels:
        return NOTHING
    return Found(len(labels)) if _HOW_MANY.search(now.question) else Found(labels)


def _wanted(now: Situation, read: Step, neighbors: list[Fields]) -> list[Fields]:
    if str(read.seen.get("kind", "")) != "task":
        return [edge for edge in neighbors if edge.get("relation") in _FILE_RELATIONS]
    is_output = _OUTPUT.search(now.question) is not None
    relation = "task_produces_output" if is_output else "task_requires_file"
    return [edge for edge in neighbors if edge.get("relation") == relation]


def _label(edge: Fields) -> str:
    return str(edge.get("label") or edge.get("node") or "")
