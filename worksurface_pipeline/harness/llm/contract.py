"""Replies under a strict JSON contract: asked for, checked, and sent back with what was wrong.

A contract is a frozen record: its fields and no others, of their very types. A reply outside it
goes back to the model with the problem, a bounded number of times; then there is no value. Every
problem is kept, so that whoever asks can count them. Failed calls are the gateway's affair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import JsonValue, ValidationError

from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.harness.llm.types import Message, ModelClient, ModelRequest
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen

T = TypeVar("T", bound=Frozen)

_MOST_SHOWN = 2_000  # characters of a wrong reply that the model gets to see again
_AGAIN = (
    "Your reply is outside the format: {problem} Reply again with exactly one JSON object of the "
    "format asked for, and nothing else."
)


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """What came of asking: the `value`, None where no reply kept to the contract.

    `problems` are those of the replies outside it, in order; the last is why there is no value.
    """

    value: T | None
    problems: tuple[str, ...] = ()


def ask(
    client: ModelClient,
    request: ModelRequest,
    contract: type[T],
    attempts: int,
    check: Callable[[T], str] | None = None,
) -> Kept[T]:
    """A value of the contract within so many replies; `check` says what else is wrong, "" nothing.

    Raises ModelError as the client does.
    """
    problems: list[str] = []
    asked = request
    for _ in range(attempts):
        text = client.complete(asked).text
        found = read(text, contract)
        problem = found if isinstance(found, str) else (check(found) if check else "")
        if not isinstance(found, str) and not problem:
            return Kept(found, tuple(problems))
        problems.append(problem)
        asked = _returned(asked, text, problem)
    return Kept(None, tuple(problems))


def read(text: str, contract: type[T]) -> T | str:
    """The value that a reply holds, or a sentence on what is wrong with it."""
    found = find_object(text)
    if isinstance(found, Malformed):
        return found.problem
    return of_fields(found.fields, contract)


def of_fields(fields: dict[str, JsonValue], contract: type[T]) -> T | str:
    """The value of a JSON object's fields, or a sentence on what is wrong with them."""
    try:
        return contract.model_validate_json(canonical_json(fields), strict=True)
    except ValidationError as error:
        return _sentence(error)


def _sentence(error: ValidationError) -> str:
    """The first problem, by the field it is in."""
    first = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "the object"
    return f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}."


def _returned(request: ModelRequest, text: str, problem: str) -> ModelRequest:
    """The request with the wrong reply and what is wrong with it."""
    said = Message(role="assistant", content=text[:_MOST_SHOWN] or "(nothing)")
    told = Message(role="user", content=_AGAIN.format(problem=problem))
    return request.model_copy(update={"messages": (*request.messages, said, told)})
