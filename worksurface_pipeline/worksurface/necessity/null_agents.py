"""Agents that know nothing: what they score is what a family gives away.

They see the public task and the tools. The one that says the most frequent gold of the family's
other tasks needs golds, and is made where the scores are (`null_scores`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.retrieval.tokens import query_tokens
from worksurface_pipeline.worksurface.schema.public import PublicTask

EMPTY = "empty"
OBJECT = "{}"
ABSTAIN = "always INSUFFICIENT_EVIDENCE"
FILE_NAMES = "all file names"
FIRST_COLUMN = "first column"
QUESTION = "the question's words"
MOST_FREQUENT = "most frequent other gold"
FIRST_ITEM = ": first item"
"""Ends the names of agents that submit the first passage, row or name of an observation."""
GRAPH = "graph_"
"""Begins the names of agents that submit what a tool of the graph says."""
_ABSTENTION = "INSUFFICIENT_EVIDENCE"
# Where the first item of an observation stands, and what of it is an answer.
_ITEMS = {
    "kb_search": ("results", "text"),
    "table_list": ("views", "view"),
    "table_describe": ("columns", "name"),
    "table_query": ("rows", ""),
    "graph_search_entities": ("entities", "label"),
    "graph_neighbors": ("neighbors", "label"),
    "graph_traverse": ("reached", "label"),
}


@dataclass(frozen=True, slots=True)
class NullAnswer:
    """What one null agent says to one task, as JSON text."""

    agent: str
    answer: str


def null_answers(
    task: PublicTask, toolbox: Toolbox, file_names: Sequence[str]
) -> tuple[NullAnswer, ...]:
    """The answers of all null agents but the one that knows golds.

    `file_names` are those of the scope. Of each tool's first observation both the whole text and
    its first item are answers.
    """
    said = {
        EMPTY: "",
        OBJECT: {},
        ABSTAIN: _ABSTENTION,
        FILE_NAMES: list(file_names),
        QUESTION: " ".join(query_tokens(task.question)),
        FIRST_COLUMN: _first_column(task, toolbox),
    }
    for tool, args in _first_calls(task, toolbox).items():
        text = toolbox.call(tool, args).text
        said[f"{tool}: text"] = text
        said[f"{tool}{FIRST_ITEM}"] = _first_item(tool, text)
    return tuple(
        NullAnswer(agent, json.dumps(value, ensure_ascii=False)) for agent, value in said.items()
    )


def _first_calls(task: PublicTask, toolbox: Toolbox) -> Mapping[str, Mapping[str, Any]]:
    """The call that each tool begins with: the question, the source task, or the first view."""
    node = f"task_{task.source_task}"
    calls: dict[str, Mapping[str, Any]] = {
        "kb_search": {"query": task.question},
        "table_list": {},
        "graph_search_entities": {"query": task.question},
        "graph_neighbors": {"node": node},
        "graph_traverse": {"node": node},
    }
    view = _first_view(task, toolbox)
    if view:
        calls["table_describe"] = {"view": view}
        calls["table_query"] = {"sql": f"SELECT * FROM {_quoted(view)}"}
    return calls


def _first_view(task: PublicTask, toolbox: Toolbox) -> str:
    """The first view of the source task, else of the scope; "" where there is none."""
    views = [item["view"] for item in _fields(toolbox.call("table_list", {}).text).get("views", ())]
    own = [view for view in views if str(view).startswith(f"t{task.source_task}__")]
    return str((own or views or [""])[0])


def _first_column(task: PublicTask, toolbox: Toolbox) -> list[Any]:
    """The values of the first column of the first view."""
    view = _first_view(task, toolbox)
    if not view:
        return []
    described = _fields(toolbox.call("table_describe", {"view": view}).text)
    names = [item["name"] for item in described.get("columns", ())]
    if not names:
        return []
    sql = f"SELECT {_quoted(names[0])} FROM {_quoted(view)}"
    rows = _fields(toolbox.call("table_query", {"sql": sql}).text).get("rows", ())
    return [row[0] for row in rows]


def _first_item(tool: str, text: str) -> Any:
    listed, name = _ITEMS[tool]
    items = _fields(text).get(listed, ())
    if not items:
        return None
    return items[0][name] if name else items[0][0]


def _fields(text: str) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = json.loads(text)
    return fields


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
