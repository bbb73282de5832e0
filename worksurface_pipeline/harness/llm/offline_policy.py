"""The embedded model `offline/keyword`: a pure, deterministic function of the messages alone.

It routes by the words of the question, calls tools, reads what they show and answers. It gets
things wrong; it is a self-test of the pipeline, not a model. It never sees tasks, gold or a lake.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from worksurface_pipeline.harness.llm.offline_evidence import from_evidence
from worksurface_pipeline.harness.llm.offline_graph import graph_move
from worksurface_pipeline.harness.llm.offline_plan import Call, Found, Move
from worksurface_pipeline.harness.llm.offline_rag import rag_move
from worksurface_pipeline.harness.llm.offline_reading import Situation, read_situation
from worksurface_pipeline.harness.llm.offline_table import table_move
from worksurface_pipeline.harness.llm.offline_words import surface_of
from worksurface_pipeline.harness.llm.types import Message, Usage

ABSTENTION = "INSUFFICIENT_EVIDENCE"
CHARACTERS_PER_TOKEN = 4
_MOVES: Mapping[str, Callable[[Situation], Move]] = {
    "table": table_move,
    "rag": rag_move,
    "graph": graph_move,
}
_ENTRANCES = {"table": "table_list", "rag": "kb_search", "graph": "graph_search_entities"}


def reply(messages: Sequence[Message]) -> str:
    """The reply to a conversation, one JSON object."""
    now = read_situation(messages)
    if now.is_routing:
        return _json({"route": surface_of(now.question)})
    found = from_evidence(messages)
    for surface in _surfaces(now):
        move = _MOVES[surface](now)
        if isinstance(move, Call) and not now.must_answer:
            return _json({"tool": move.tool, "args": dict(move.args)})
        if isinstance(move, Found) and found is None:
            found = move.value
    return _json({"final_answer": ABSTENTION if found is None else found})


def count_usage(messages: Sequence[Message], text: str) -> Usage:
    """Tokens by one stated rule, counted and not billed: a token for every four characters.

    Each side is rounded up. Whoever reports these says "counted, not billed".
    """
    asked = sum(len(message.content) for message in messages)
    return Usage(
        prompt_tokens=math.ceil(asked / CHARACTERS_PER_TOKEN),
        completion_tokens=math.ceil(len(text) / CHARACTERS_PER_TOKEN),
    )


def _surfaces(now: Situation) -> tuple[str, ...]:
    """The surfaces to go through: the hinted ones, else the one that the words point to.

    Where its tools are not at hand, those that are; without tools, what was shown all the same.
    """
    shown = tuple(name for name, tool in _ENTRANCES.items() if now.steps_of(tool))
    at_hand = tuple(name for name, tool in _ENTRANCES.items() if tool in now.tools)
    if not at_hand:
        return shown
    wanted = [name for name in _MOVES if name in now.hinted] or [surface_of(now.question)]
    return tuple(name for name in wanted if name in at_hand) or at_hand


def _json(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False)
