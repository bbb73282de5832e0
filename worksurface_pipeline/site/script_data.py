"""Records as script files: data that a page can load where it was opened from a file.

A page may not read other files there, but it may run them; so every shard is one call that hands a
JSON literal over. In it nothing can end the script, open a tag, or be taken for a line break, and
half a character is written as its escape: the file is UTF-8 whatever the texts are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

_NAME = re.compile(r"[a-z0-9_-]+(?:/[a-z0-9_-]+)*")
_UNSAFE = (
    (b"<", rb"\u003c"),
    ("\u2028".encode(), rb"\u2028"),
    ("\u2029".encode(), rb"\u2029"),
)


def record_json(record: BaseModel) -> bytes:
    """A record as JSON that may stand in a script; fields at their defaults are left out."""
    try:
        data: bytes = record.__pydantic_serializer__.to_json(record, exclude_defaults=True)
    except PydanticSerializationError:  # half a character, as in a name that is no UTF-8
        data = _escaped(record.model_dump(mode="python", exclude_defaults=True))
    return _inert(data)


def array_json(records: Iterable[bytes]) -> bytes:
    """An array of what `record_json` gave."""
    return b"[" + b",".join(records) + b"]"


def shard(name: str, data: bytes) -> tuple[str, bytes]:
    """File name and text of the shard `name`. Raises ValueError for a name that is no plain path.

    `data` is what `record_json` or `array_json` gave.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a shard")
    return f"data/{name}.js", b'SITE.put("' + name.encode() + b'",' + data + b");\n"


def _escaped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()


def _inert(data: bytes) -> bytes:
    for sign, safe in _UNSAFE:
        data = data.replace(sign, safe)
    return data
