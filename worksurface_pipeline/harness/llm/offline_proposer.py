"""The embedded proposer `offline/proposer`: questions with proofs by rule, from the messages alone.

It stands in for a model in the making of proposals, under its own name. It knows nothing but the
packet in the last message; what it proposes is run and judged like any model's proposal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest
from worksurface_pipeline.kernel.text import find_numbers

PROPOSER = "offline/proposer"
_KIND = re.compile(r"^Kind: (\w+)\.", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?\n|#*]{20,200}")
_WORDS_BEFORE = 6  # of a sentence, by which a figure is asked for
_NUMERIC = ("decimal", "currency", "integer")
_IDS = re.compile(r"(^|[ _.])(id|no|number|code|year|zip|phone)s?$", re.IGNORECASE)

Part = tuple[str, dict[str, str]]
"""What is asked, and the proof of it."""


class OfflineProposer:
    """A `ModelClient` that answers with the rules."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request; usage is counted, not billed."""
        from worksurface_pipeline.harness.llm.offline_policy import count_usage

        text = propose(request.messages)
        usage = count_usage(request.messages, text)
        return ModelReply(text=text, usage=usage, model_returned=PROPOSER, finish_reason="stop")


def propose(messages: Sequence[Message]) -> str:
    """The reply to a conversation that asks for a proposal, one JSON object."""
    kind = _KIND.search(messages[0].content)
    packet = json.loads(messages[-1].content)
    parts = _parts(kind[1] if kind else "", packet)
    if not parts:
        return json.dumps({"problem": "nothing to ask about"})
    cores = " and ".join(core for core, _ in parts)
    question = f"For Task {packet['task']}, {cores}?"
    proofs = [proof for _, proof in parts]
    return json.dumps({"question": question, "proof": proofs}, ensure_ascii=False)


def _parts(kind: str, packet: Mapping[str, Any]) -> list[Part]:
    by_surface = (_document_part(packet), _table_part(packet), _graph_part(packet))
    found = [part for part in by_surface if part]
    if kind == "table":
        return [part for part in found if part[1]["surface"] == "table"]
    if kind == "document":
        return [part for part in found if part[1]["surface"] == "rag"]
    wanted = 2 if kind == "cross_pair" else 3
    return found[:wanted] if len(found) >= wanted else []


def _table_part(packet: Mapping[str, Any]) -> Part | None:
    for view in packet["views"]:
        for column in view["columns"]:
            if column["type"] in _NUMERIC and not _IDS.search(column["name"]):
                return _total(view, column)
    return None


def _total(view: Mapping[str, Any], column: Mapping[str, Any]) -> Part:
    name = column["name"].replace('"', '""')
    sql = f'SELECT SUM("{name}") FROM "{view["view"]}"'
    return f"what is the total of {column['name']} in {_place(view)}", {
        "surface": "table",
        "sql": sql,
    }


def _place(view: Mapping[str, Any]) -> str:
    return f"the sheet “{view['sheet']}” of {view['file']}" if view["sheet"] else str(view["file"])


def _document_part(packet: Mapping[str, Any]) -> Part | None:
    for document in packet["documents"]:
        for match in _SENTENCE.finditer(document["text"]):
            part = _figure_part(document, match.group().strip())
            if part:
                return part
    return None


def _figure_part(document: Mapping[str, Any], sentence: str) -> Part | None:
    """A sentence with one figure and words before it, asked for by these words."""
    figures = list(find_numbers(sentence))
    if len(figures) != 1 or document["text"].count(sentence) != 1:
        return None
    before = sentence[: figures[0].start].split()
    if len(before) < _WORDS_BEFORE - 2:
        return None
    words = " ".join(before[-_WORDS_BEFORE:])
    core = f"which figure follows “{words}” in {document['file']}"
    return core, {"surface": "rag", "document": document["document"], "quote": sentence}


def _graph_part(packet: Mapping[str, Any]) -> Part | None:
    for found in packet["sets"]:
        if found["relation"] == "task_requires_file" and found["count"] > 1:
            return "how many input files does the task require", {
                "surface": "graph",
                "node": found["node"],
                "relation": found["relation"],
            }
    return None
