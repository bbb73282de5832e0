"""Replies that are kept: an equal request to an equal model is not paid for twice.

For what is asked while a benchmark is made. A sweep keeps whole trajectories instead.
"""

from __future__ import annotations

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.settings import ModelIdentity
from worksurface_pipeline.harness.llm.types import ModelClient, ModelReply, ModelRequest
from worksurface_pipeline.kernel.blobs import Blobs, sealed, unsealed
from worksurface_pipeline.kernel.hashing import digest_json


class KeptReplies:
    """A `ModelClient` that asks `client` only what it was not asked before."""

    def __init__(self, client: ModelClient, store: Blobs, identity: ModelIdentity) -> None:
        self._client = client
        self._store = store
        self._identity = identity

    def complete(self, request: ModelRequest) -> ModelReply:
        """The kept reply, marked as such, else a new one. Raises what the client raises."""
        key = digest_json([self._identity, request])
        known = self._kept(key)
        if known is not None:
            return known
        reply = self._client.complete(request)
        self._store.put(key, sealed(reply.model_dump_json().encode()))
        return reply

    def _kept(self, key: str) -> ModelReply | None:
        data = unsealed(self._store.get(key))
        if data is None:
            return None
        try:
            reply = ModelReply.model_validate_json(data)
        except ValidationError:
            return None  # written by another version of these records: asked again
        return reply.model_copy(update={"is_cached": True})
