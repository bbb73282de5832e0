"""Digests. All are lower-case hex SHA-256; JSON is canonical (sorted keys, no spaces, UTF-8)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

_BLOCK = 1 << 20


def digest_bytes(data: bytes) -> str:
    """SHA-256 of `data`, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def digest_text(text: str) -> str:
    """SHA-256 of the UTF-8 bytes of `text` (lone surrogates are kept as such)."""
    return digest_bytes(text.encode("utf-8", "surrogatepass"))


def digest_file(path: Path) -> str:
    """SHA-256 of a file's content, read in blocks of 1 MiB."""
    state = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            state.update(block)
    return state.hexdigest()


def canonical_json(value: Any) -> str:
    """`value` as canonical JSON; records are dumped by field, NaN is refused."""
    return _CANONICAL.encode(value)


def digest_json(value: Any) -> str:
    """Digest of the canonical JSON of `value`."""
    return digest_text(canonical_json(value))


def digest_record(record: BaseModel) -> str:
    """Digest of a record's JSON, its fields in their order: for records by the ten thousand.

    Another digest than `digest_json` gives; a text that is no UTF-8 counts by its canonical form.
    """
    try:
        return digest_bytes(record.__pydantic_serializer__.to_json(record))
    except PydanticSerializationError:
        return digest_json(record)


def digest_all(digests: Iterable[str]) -> str:
    """Digest of an unordered collection of digests."""
    return digest_text("\n".join(sorted(digests)))


def short(digest: str, length: int = 8) -> str:
    """The first `length` digits of a digest, for ids and display."""
    return digest.removeprefix("sha256:")[:length]


def _plain(value: Any) -> Any:
    """What JSON does not know: records by field, sets in the order of their members' JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=canonical_json)
    raise TypeError(f"a {type(value).__name__} has no canonical JSON")


_CANONICAL = json.JSONEncoder(
    default=_plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
)
