"""The embedded proposer `offline/proposer`: questions with proofs by rule, from the messages alone.

It stands in for a model in the making of proposals, under its own name. It knows nothing but the
packet in the last message; what it proposes is run and judged like any model's proposal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any

from worksurface_pipeline.harness.llm.offline_questions import (
    Part,
    ask_documents,
    ask_figures,
    ask_files,
    ask_rankings,
)
from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest
from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.kernel.text import find_numbers

PROPOSER = "offline/proposer"
_KIND = re.compile(r"^Kind: (\w+)\.", re.MULTILINE)
_SEED = 0  # what is proposed follows from the packet alone
_ORDINALS = ("first", "second", "third")
_COUNTS = {2: "two", 3: "three"}
_LEADS = (
    "I need {count} figures for the summary of Task {task}.",
    "For my notes on Task {task} I need {count} figures.",
    "Could you look up {count} figures of Task {task} for me?",
)
_ONE = (
    "For Task {task}, {core}?",
    "I am going through Task {task}: {core}?",
    "One more check on Task {task}: {core}?",
)
_TRIES = 200  # combinations of parts


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
        return json.dumps({"problem": "nothing here can be asked by rule"})
    question = _alone(packet["task"], parts[0]) if len(parts) == 1 else _several(packet, parts)
    fields = {"question": question, "proof": [dict(part.proof) for part in parts]}
    units = {part.unit for part in parts if part.unit}
    if len(parts) == 1 and units:
        fields["unit"] = units.pop()
    return json.dumps(fields, ensure_ascii=False)


def _parts(kind: str, packet: Mapping[str, Any]) -> list[Part]:
    makers = {"document": (ask_documents,), "table": (ask_rankings, ask_figures)}
    if kind in makers:
        found = [part for make in makers[kind] for part in make(packet)]
        ordered = sorted(found, key=lambda part: hash_unit(_SEED, f"{kind} {part.core}"))
        return ordered[:1]
    wanted = 2 if kind == "cross_pair" else 3
    every = [list(make(packet)) for make in (ask_documents, ask_figures, ask_files)]
    for parts in every:
        parts.sort(key=lambda part: hash_unit(_SEED, f"{kind} {part.core}"))
    choices = product(*[parts for parts in every if parts][:wanted])
    tried = islice((list(parts) for parts in choices if len(parts) == wanted), _TRIES)
    return next((parts for parts in tried if not _is_told(packet, parts)), [])


def _is_told(packet: Mapping[str, Any], parts: Sequence[Part]) -> bool:
    """Whether a figure that the packet shows would stand in the question."""
    said = {mention.number for mention in find_numbers(_several(packet, parts))}
    return bool(said & {part.shown for part in parts})


def _alone(task: str, part: Part) -> str:
    if part.file:
        return f"{part.core}, according to {part.file} of Task {task}?"
    lead = choose(_SEED, part.core, _ONE).format(task=task, core=part.core)
    return f"{lead} Give it {part.form}." if part.form else lead


def _several(packet: Mapping[str, Any], parts: Sequence[Part]) -> str:
    """One request with an ordinal for each figure, and how the answer is to be given."""
    lead = choose(_SEED, "".join(part.core for part in parts), _LEADS)
    said = [lead.format(count=_COUNTS[len(parts)], task=packet["task"])]
    for name, part in zip(_ORDINALS, parts, strict=False):
        source = f", according to {part.file}" if part.file else ""
        said.append(f"{name.capitalize()}: {part.core[0].upper()}{part.core[1:]}{source}?")
    said.append(f'Answer as "{"; ".join(_ORDINALS[: len(parts)])}".')
    said += [
        f"Give the {name} {part.form}."
        for name, part in zip(_ORDINALS, parts, strict=False)
        if part.form
    ]
    return " ".join(said)
