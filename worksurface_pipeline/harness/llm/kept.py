"""Replies that are kept: an equal request to an equal model is not paid for twice.

The key is the digest of the whole request (messages, tools, sampling, prompt version, epoch) and of
the model's identity (id, route, endpoint, sampling). One file a reply, written whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.ledger import OK, BookkeepingError, CallRecord, Ledger
from worksurface_pipeline.harness.llm.settings import ModelIdentity
from worksurface_pipeline.harness.llm.types import ModelClient, ModelReply, ModelRequest
from worksurface_pipeline.kernel.blobs import Blobs, sealed, unsealed
from worksurface_pipeline.kernel.errors import LakeError


def key_of(identity: ModelIdentity, request: ModelRequest) -> str:
    """The key under which the reply to a request is kept."""
    return request.digest(identity)


class KeptReplies:
    """A `ModelClient` that asks `client` only what it was not asked before.

    A reply that was kept is noted in the ledger as such: its tokens count, nothing is billed.
    Without `is_read` everything is asked anew, and kept. `damaged` counts the replies that could
    not be read any more and were asked again.
    """

    def __init__(
        self,
        client: ModelClient,
        store: Blobs,
        identity: ModelIdentity,
        *,
        ledger: Ledger | None = None,
        is_read: bool = True,
    ) -> None:
        self._client = client
        self._store = store
        self._identity = identity
        self._ledger = ledger
        self._is_read = is_read
        self.damaged = 0
        self._failed: LakeError | None = None

    def complete(self, request: ModelRequest) -> ModelReply:
        """The kept reply, marked as such, else a new one.

        Raises what the client raises, and BookkeepingError where replies cannot be kept; one that
        was paid for and cannot be booked is kept all the same.
        """
        key = key_of(self._identity, request)
        known = self._kept(key) if self._is_read else None
        if known is not None:
            self._note(request, known)
            return known
        if self._failed is not None:
            raise _unkept(self._failed)
        try:
            reply = self._client.complete(request)
        except BookkeepingError as error:
            if error.reply is not None:
                self._keep(key, error.reply)
            raise
        self._keep(key, reply)
        return reply

    def _keep(self, key: str, reply: ModelReply) -> None:
        with self._bookkeeping():
            self._store.put(key, sealed(reply.model_dump_json().encode()))

    def _kept(self, key: str) -> ModelReply | None:
        with self._bookkeeping():
            data = self._store.get(key)
        if data is None:
            return None
        reply = _parsed(data)
        if reply is None:
            self.damaged += 1
            return None
        return reply.model_copy(update={"is_cached": True})

    def _note(self, request: ModelRequest, reply: ModelReply) -> None:
        if self._ledger is None:
            return
        record = CallRecord(
            model=request.model,
            request=request.digest(),
            result=OK,
            attempts=0,
            seconds=0.0,
            is_cached=True,
            usage=reply.usage,
            finish_reason=reply.finish_reason,
            model_returned=reply.model_returned,
        )
        self._ledger.add(record)

    @contextmanager
    def _bookkeeping(self) -> Iterator[None]:
        """A store that fails would lose every further reply: none is asked for any more."""
        try:
            yield
        except LakeError as error:
            self._failed = error
            raise _unkept(error) from error


def _unkept(error: LakeError) -> BookkeepingError:
    return BookkeepingError(error.what, where=error.where, remedy=error.remedy)


def _parsed(data: bytes) -> ModelReply | None:
    """The reply in a file; None when it is damaged, or written by another version of ours."""
    whole = unsealed(data)
    try:
        return None if whole is None else ModelReply.model_validate_json(whole)
    except ValidationError:
        return None
