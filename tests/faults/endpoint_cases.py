"""How an endpoint or a model may go wrong in a trajectory, and how that trajectory must end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.fixtures.endpoint import HttpAnswer, chat, refusal
from worksurface_pipeline.harness.trajectory import Outcome, StopReason

ATTEMPTS = 2
TURNS = 2
LONGEST_WAIT = 1.0
USAGE = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
LONG_AGO = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}


@dataclass(frozen=True)
class Case:
    """The answers of the endpoint to one trajectory, the last of which repeats, and its end."""

    answers: tuple[HttpAnswer, ...]
    outcome: Outcome
    reason: StopReason
    requests: int
    times: int = 7


def says(text: str | None, usage: Mapping[str, int] | None = USAGE, **choice: Any) -> HttpAnswer:
    whole = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return chat(text, usage, choices=[{**whole, **choice}])


def tool(name: str, args: object) -> HttpAnswer:
    return says(json.dumps({"tool": name, "args": args}))


ANSWER = says('{"final_answer": 12}')
SEARCH = tool("kb_search", {"query": "steel"})
BUSY = refusal(429, "slow down")
TOO_LONG = {
    "error": {
        "message": "This model's maximum context length is 4096 tokens. However",
        "type": "invalid_request_error",
        "code": "context_length_exceeded",
    }
}


def answered(*before: HttpAnswer, times: int = 7) -> Case:
    answers = (*before, ANSWER)
    return Case(answers, Outcome.ANSWERED, StopReason.ANSWERED, len(answers), times)


def without_usage() -> Case:
    silent = says('{"final_answer": 12}', None)
    return Case((silent,), Outcome.ANSWERED, StopReason.ANSWERED, 1)


def machine(answer: HttpAnswer, requests: int = ATTEMPTS, times: int = 7) -> Case:
    return Case((answer,), Outcome.ERRORED, StopReason.MODEL_UNAVAILABLE, requests, times)


def failed(answer: HttpAnswer, reason: StopReason, requests: int = TURNS + 1) -> Case:
    """The model's own failure, in every turn and at the last request."""
    limits = (StopReason.TOKEN_LIMIT, StopReason.TURN_LIMIT)
    outcome = Outcome.LIMITED if reason in limits else Outcome.MODEL_FAILED
    return Case((answer,), outcome, reason, requests)


# The slow ones come first, while all slots are still there; each is followed by an answer, so that
# an endpoint that only fails is not given up on.
CASES: Mapping[str, Case] = {
    "silence": machine(HttpAnswer(is_hang=True), times=1),
    "answer": answered(times=18),
    "drip": machine(HttpAnswer(body=ANSWER.body, is_drip=True), times=1),
    "silence-once": answered(HttpAnswer(is_hang=True), times=1),
    "rate-limit-once": answered(BUSY, times=5),
    "rate-limit-with-seconds": answered(refusal(429, "slow", {"Retry-After": "0.01"})),
    "rate-limit-with-a-date": answered(refusal(429, "slow", LONG_AGO)),
    "rate-limit-for-ever": machine(BUSY, times=3),
    "a-wait-too-long": machine(refusal(429, "slow", {"Retry-After": "999"}), requests=1),
    "server-error-once": answered(refusal(500, "boom")),
    "server-error-for-ever": machine(refusal(500, "boom")),
    "unknown-tool": answered(tool("steal", {})),
    "reset-once": answered(HttpAnswer(is_reset=True)),
    "reset-for-ever": machine(HttpAnswer(is_reset=True)),
    "wrong-arguments": answered(tool("kb_search", {"words": 1})),
    "truncated-once": answered(HttpAnswer(body=ANSWER.body, is_cut=True)),
    "truncated-for-ever": machine(HttpAnswer(body=ANSWER.body, is_cut=True)),
    "arguments-that-are-a-list": answered(tool("kb_search", ["steel"])),
    "no-json-once": answered(HttpAnswer(raw=b"oops")),
    "no-json-for-ever": machine(HttpAnswer(raw=b"oops")),
    "a-call-that-is-no-json": answered(says('{"tool": "kb_search", "args": {')),
    "a-page": machine(HttpAnswer(raw=b"<html>", headers={"content-type": "text/html"})),
    "a-tool-and-an-answer": answered(SEARCH),
    "no-choice": machine(chat("", USAGE, choices=[])),
    "an-error-with-status-200": machine(HttpAnswer(body={"error": {"message": "overloaded"}})),
    "missing-usage": without_usage(),
    "broken-off": machine(says("", finish_reason="error")),
    "refused-request": machine(refusal(400, "no such field"), requests=1),
    "empty": failed(says(""), StopReason.EMPTY),
    "no-content": failed(says(None), StopReason.EMPTY),
    "prose": failed(says("It is twelve."), StopReason.UNPARSABLE),
    "tools-without-end": failed(SEARCH, StopReason.TURN_LIMIT),
    "cut-off": failed(says('{"final', finish_reason="length"), StopReason.TOKEN_LIMIT),
    "refusal": failed(says(None, finish_reason="content_filter"), StopReason.REFUSED, 1),
    "context-window": failed(HttpAnswer(status=400, body=TOO_LONG), StopReason.TOKEN_LIMIT, 1),
}
