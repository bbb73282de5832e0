"""What calls are going to take, measured or at most, and on what that rests.

The texts of most requests are known before they are sent, so that only two things are guessed: how
many tokens a text takes, and how long a reply is. What a picture takes is the provider's alone to
say: pictures are counted, and their tokens stay unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.settings import Price, cost_of
from worksurface_pipeline.harness.llm.types import ModelRequest, Usage, tokens_of_bytes
from worksurface_pipeline.kernel.model import Frozen

_FEWEST = 5  # fewer measured calls say less than the bound does
BOUND = "a bound: two bytes a token, and the longest reply"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it counts: bytes of its texts, how many pictures, and the longest reply."""

    size: int
    pictures: int
    most_tokens: int


def sent(request: ModelRequest) -> Sent:
    """What of a request counts."""
    size = sum(len(one.as_sent.encode("utf-8", "replace")) for one in request.messages)
    pictures = sum(len(one.images) for one in request.messages)
    return Sent(size, pictures, request.sampling.max_tokens)


@dataclass(frozen=True, slots=True)
class Rate:
    """Measured: tokens of a byte of text, and tokens of a reply; `calls` of them were looked at."""

    per_byte: float
    per_reply: float
    calls: int


def rate_of(measured: Iterable[tuple[Sent, Usage]]) -> Rate | None:
    """What calls without pictures took that reported it; None where they are too few."""
    texts = [
        (one.size, usage.prompt_tokens, usage.completion_tokens)
        for one, usage in measured
        if not one.pictures and usage.total is not None
    ]
    size = sum(size for size, _, _ in texts)
    if len(texts) < _FEWEST or not size:
        return None
    prompt = sum(tokens or 0 for _, tokens, _ in texts)
    replies = sum(tokens or 0 for _, _, tokens in texts)
    return Rate(prompt / size, replies / len(texts), len(texts))


class Need(Frozen):
    """What calls of one model for one purpose are going to take.

    `wanted` replies are wanted, `done` more are there, and of those wanted `kept` lie in the cache:
    `calls` are left to be made. Tokens are those of the texts of these calls, of what they cost
    the part for texts; with `pictures` both lack what these take. `cost` is None without a price.
    """

    model: str
    what: str
    wanted: int
    done: int
    kept: int
    calls: int
    pictures: int
    prompt_tokens: float
    completion_tokens: float
    cost: float | None
    basis: str
    is_bound: bool

    @property
    def is_part(self) -> bool:
        """Whether pictures take more than is told."""
        return self.pictures > 0

    @property
    def tokens(self) -> float:
        """Tokens of texts and replies."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Purpose:
    """Whose calls these are and what for, at which price, by which measure."""

    model: str
    what: str
    price: Price | None
    rate: Rate | None = None
    about: str = ""
    is_bound: bool = False


def need(purpose: Purpose, calls: Sequence[Sent], done: int = 0, kept: int = 0) -> Need:
    """What these calls take, with so many replies there already, in journals or in the cache."""
    prompt, completion = _tokens(purpose.rate, calls)
    usage = Usage(prompt_tokens=round(prompt), completion_tokens=round(completion))
    return Need(
        model=purpose.model,
        what=purpose.what,
        wanted=len(calls) + kept,
        done=done,
        kept=kept,
        calls=len(calls),
        pictures=sum(call.pictures for call in calls),
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost=cost_of(usage, purpose.price),
        basis=_basis(purpose),
        is_bound=purpose.is_bound or purpose.rate is None,
    )


def _tokens(rate: Rate | None, calls: Sequence[Sent]) -> tuple[float, float]:
    if rate is not None:
        size = sum(call.size for call in calls)
        return rate.per_byte * size, rate.per_reply * len(calls)
    prompt = sum(tokens_of_bytes(call.size) for call in calls)
    return float(prompt), float(sum(call.most_tokens for call in calls))


def _basis(purpose: Purpose) -> str:
    rate = purpose.rate
    measured = f"as {rate.calls} calls of this model without pictures took" if rate else BOUND
    return "; ".join(filter(None, (measured, purpose.about)))
