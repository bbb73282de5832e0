"""An endpoint for embeddings over litellm: texts and pictures in, one vector each out.

The one place beside `transport` where litellm is called. It retries as the gateway does, batch by
batch, and books its calls. Vectors are kept by a digest of what they were made from, so that none
is paid for twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from worksurface_pipeline.harness.llm.deadline import call_within
from worksurface_pipeline.harness.llm.faults import empty_response_fault, fault_of, timeout_fault
from worksurface_pipeline.harness.llm.ledger import OK, CallRecord, Ledger
from worksurface_pipeline.harness.llm.pictures import data_url
from worksurface_pipeline.harness.llm.retry import Fault, decide
from worksurface_pipeline.harness.llm.settings import ModelSettings, cost_of
from worksurface_pipeline.harness.llm.transport import access, start
from worksurface_pipeline.harness.llm.types import Picture, Usage
from worksurface_pipeline.kernel.blobs import Blobs, sealed, unsealed
from worksurface_pipeline.kernel.errors import ModelError
from worksurface_pipeline.kernel.hashing import digest_json

Floats = npt.NDArray[np.float32]
Item = str | Picture


def vector_key(model: ModelSettings, item: Item) -> str:
    """The key under which the vector of an item is kept."""
    return digest_json([model.identity, item])


@dataclass(slots=True)
class _Call:
    """What became of one batch so far."""

    key: str
    begun: float
    attempts: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Vectors:
    """One row an item, and the tokens that they took."""

    rows: Sequence[Floats]
    usage: Usage


@dataclass(frozen=True, slots=True)
class EmbeddingEndpoint:
    """Vectors of items, `batch` of them a request; those in `store` are not asked for again.

    A picture goes as its data URL in the place of a text, which is how litellm takes it for every
    provider that has embeddings of pictures.
    """

    model: ModelSettings
    batch: int
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    store: Blobs | None = None
    ledger: Ledger | None = None

    def __call__(self, items: Sequence[Item]) -> Floats:
        """One row an item, in their order.

        Raises ModelUnavailableError when the attempts are used up, ModelConfigurationError,
        ModelError when a request is refused or vectors differ in length, LakeError.
        """
        keys = [vector_key(self.model, item) for item in items]
        known = {key: self._kept(key) for key in dict.fromkeys(keys)}
        missing = [(key, item) for key, item in _distinct(keys, items) if known[key] is None]
        for begin in range(0, len(missing), self.batch):
            part = missing[begin : begin + self.batch]
            rows = self._asked([item for _, item in part], [key for key, _ in part])
            known.update(zip((key for key, _ in part), rows, strict=True))
        return _table([row for key in keys if (row := known[key]) is not None], self.model.id)

    def _kept(self, key: str) -> Floats | None:
        data = unsealed(self.store.get(key)) if self.store is not None else None
        return None if data is None else np.frombuffer(data, "<f4").astype(np.float32)

    def _keep(self, keys: Sequence[str], rows: Sequence[Floats]) -> None:
        if self.store is None:
            return
        for key, row in zip(keys, rows, strict=True):
            self.store.put(key, sealed(row.astype("<f4").tobytes()))

    def _asked(self, items: Sequence[Item], keys: Sequence[str]) -> Sequence[Floats]:
        """The vectors of one batch, with retries; what was paid for is both kept and booked.

        Whichever of the two fails: the other is done all the same.
        """
        if self.ledger is not None:
            self.ledger.check()
        texts = [data_url(item) if isinstance(item, Picture) else item for item in items]
        call = _Call(digest_json([self.model.identity, list(items)]), self.clock())
        while True:
            call.attempts += 1
            end = self._sent(texts)
            if isinstance(end, _Vectors):
                break
            call.problems.append(end.what)
            decision = decide(end, call.attempts, self.model.retry, call.key)
            if not decision.is_retry:
                break
            self.sleep(decision.wait_seconds)
        try:
            if isinstance(end, _Vectors):
                self._keep(keys, end.rows)
        finally:
            self._note(call, end)
        if isinstance(end, Fault):
            raise end.as_error(self.model.id, call.attempts)
        return end.rows

    def _note(self, call: _Call, end: _Vectors | Fault) -> None:
        if self.ledger is None:
            return
        usage = end.usage if isinstance(end, _Vectors) else Usage()
        record = CallRecord(
            model=self.model.id,
            request=call.key,
            result=OK if isinstance(end, _Vectors) else end.kind.value,
            attempts=call.attempts,
            seconds=self.clock() - call.begun,
            usage=usage,
            cost=cost_of(usage, self.model.price),
            problems=tuple(call.problems),
        )
        self.ledger.add(record)

    def _sent(self, texts: Sequence[str]) -> _Vectors | Fault:
        seconds = self.model.timeout_seconds
        try:
            return call_within(seconds, lambda: _send(texts, self.model))
        except TimeoutError:
            return timeout_fault(seconds)


def _distinct(keys: Sequence[str], items: Sequence[Item]) -> list[tuple[str, Item]]:
    return list(dict(zip(keys, items, strict=True)).items())


def _send(texts: Sequence[str], model: ModelSettings) -> _Vectors | Fault:
    """One HTTP request; both retry counts of litellm are off."""
    start()
    import litellm

    try:
        response = litellm.embedding(
            model=model.litellm_model,
            input=list(texts),
            timeout=model.timeout_seconds,
            encoding_format="float",
            num_retries=0,
            max_retries=0,
            drop_params=True,
            **access(model),
        )
    # litellm's errors have no base of their own; all derive from the openai package's.
    except (litellm.exceptions.openai.OpenAIError, OSError, ValueError, ImportError) as error:
        return fault_of(error, model)
    rows = [_row(item) for item in response.data or ()]
    is_whole = len(rows) == len(texts) and all(row.size and np.isfinite(row).all() for row in rows)
    if not is_whole:
        return empty_response_fault()
    prompt = getattr(response.usage, "prompt_tokens", None)
    return _Vectors(rows, Usage(prompt_tokens=prompt or None, completion_tokens=0))


def _row(item: Any) -> Floats:
    return np.asarray(item["embedding"], np.float32)


def _table(rows: Sequence[Floats], model: str) -> Floats:
    if len({row.size for row in rows}) > 1:
        raise ModelError(
            "The endpoint gave vectors of different lengths",
            where=f"model {model}",
            remedy="Give each model of embeddings an id of its own in the settings",
        )
    return np.stack(rows) if rows else np.empty((0, 0), np.float32)
