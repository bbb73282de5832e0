"""A small panel task and replies to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage
from worksurface_pipeline.harness.panel.asking import PanelTask
from worksurface_pipeline.harness.panel.ballots import Criterion, PanelItem

CRITERIA = (
    Criterion(name="right", question="Is it right?", contrary=("is wrong",)),
    Criterion(name="clear", question="Is it clear?", contrary=("ambiguous",)),
)
TASK = PanelTask(criteria=CRITERIA, instructions="Judge.", prompt_version="1", batch_size=3)
_HANDLES = re.compile(r"^Item (\d+)\n(\S+)", re.MULTILINE)


def items(count: int) -> tuple[PanelItem, ...]:
    """Items whose texts are their ids."""
    return tuple(PanelItem(id=f"i{number}", text=f"i{number}") for number in range(count))


def judged(verdict: str = "yes", reason: str = "It holds.") -> dict[str, Any]:
    """A whole item's judgements."""
    return {one.name: {"verdict": verdict, "reason": reason} for one in CRITERIA}


def asked(text: str) -> dict[str, str]:
    """Item ids by handle, as a request asks for them."""
    return dict(_HANDLES.findall(text))


def reply(text: str, special: Mapping[str, Any] | None = None) -> str:
    """A reply to a request: yes to all, but for what `special` says of an id."""
    wanted = special or {}
    return json.dumps({handle: wanted.get(name, judged()) for handle, name in asked(text).items()})


class Judge:
    """A model client that answers whatever items it is asked; counts the calls of each."""

    def __init__(self, special: Mapping[str, Any] | None = None, raises: Any = None) -> None:
        self.special = special
        self.raises = raises
        self.calls: list[tuple[str, ...]] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        text = request.messages[-1].content
        self.calls.append(tuple(asked(text).values()))
        error = self.raises(len(self.calls)) if self.raises else None
        if error is not None:
            raise error
        return ModelReply(text=reply(text, self.special), usage=Usage(), model_returned="real")
