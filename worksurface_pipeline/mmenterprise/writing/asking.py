"""Asks a model until its reply passes the checks or the limit is reached; never more.

Each further request is the first one with all errors so far. What is best of several replies is
kept: a caller may use the parts of it that passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.harness.llm.patience import Patience
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelClient,
    ModelReply,
    ModelRequest,
    Sampling,
)
from worksurface_pipeline.kernel.model import Frozen

T = TypeVar("T")

_MOST_SHOWN = 40  # errors of one reply that the model is told; past that it learns nothing more
_LONGEST_ERROR = 600  # characters; a model may be quoted in one
_CUT_OFF = "length"  # OpenAI's word for a reply that ended at the limit of tokens


class Prompt(Frozen):
    """What is asked: rules, data as JSON, and the tokens that the reply needs at least."""

    version: str
    rules: str
    data: str
    room: int = 1024


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """What a reply says, None where it says nothing usable, and what is wrong with it.

    `good` counts the parts that passed: of several replies the best has most.
    """

    value: T | None
    faults: tuple[str, ...] = ()
    good: int = 0


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What came of a prompt: the best value, whether it passed all checks, all errors."""

    value: T | None
    is_accepted: bool
    calls: int
    errors: tuple[str, ...]


@dataclass(slots=True)
class Asker:
    """One model with its limit of replies. Safe to share between threads."""

    client: ModelClient
    model: str
    sampling: Sampling
    attempts: int
    patience: Patience = field(default_factory=Patience)

    def ask(
        self, prompt: Prompt, check: Callable[[Mapping[str, JsonValue]], Checked[T]]
    ) -> Asked[T]:
        """The reply that passes, or the best one there was.

        Raises ModelConfigurationError: no call can succeed then.
        """
        errors: list[str] = []
        best: Checked[T] = Checked(None)
        for number in range(1, self.attempts + 1):
            request = self._request(prompt, errors)
            reply = self.patience.call(partial(self.client.complete, request))
            if isinstance(reply, str):  # the gateway has retried already
                errors.append(f"call {number}: {reply}")
                return Asked(best.value, False, number, tuple(errors))
            found = _read(reply, check)
            if found.value is not None and not found.faults:
                return Asked(found.value, True, number, tuple(errors))
            if found.value is not None and (best.value is None or found.good >= best.good):
                best = found
            told = (fault[:_LONGEST_ERROR] for fault in found.faults[:_MOST_SHOWN])
            errors += [f"reply {number}: {fault}" for fault in told]
        return Asked(best.value, False, self.attempts, tuple(errors))

    def _request(self, prompt: Prompt, errors: list[str]) -> ModelRequest:
        told = "\n".join(f"- {error}" for error in errors)
        feedback = f"\n\nEarlier replies failed these checks:\n{told}" if errors else ""
        room = max(self.sampling.max_tokens, prompt.room)
        return ModelRequest(
            model=self.model,
            messages=(
                Message(role="system", content=prompt.rules),
                Message(role="user", content=prompt.data + feedback),
            ),
            sampling=self.sampling.model_copy(update={"max_tokens": room}),
            prompt_version=prompt.version,
        )


def _read(reply: ModelReply, check: Callable[[Mapping[str, JsonValue]], Checked[T]]) -> Checked[T]:
    """The one JSON object of a reply, checked."""
    if reply.finish_reason == _CUT_OFF:
        return Checked(None, ("the reply was cut off at its limit; write shorter texts",))
    found = find_object(reply.text)
    if isinstance(found, Malformed):
        return Checked(None, (found.problem,))
    return check(found.fields)
