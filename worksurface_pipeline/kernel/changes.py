"""What differs between two values of JSON, each difference by the path of its key.

Of records in a list that all have an `id` the id names one, of other lists the place does. A list
of plain values is one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from worksurface_pipeline.kernel.hashing import canonical_json

_SHOWN_CHARS = 60  # of a value, enough to know it again
_BEFORE_CHARS = 20  # of what two long values share, before the place where they part


def changes(name: str, old: Any, new: Any) -> Iterator[str]:
    """A line for everything that differs, in the order of the keys."""
    before, after = canonical_json(old), canonical_json(new)
    if before == after:
        return
    parts = _parts(old, new)
    if parts is None:
        yield f"{name} changed: {_shown(before, after)} → {_shown(after, before)}"
        return
    keys = sorted(parts[0].keys() | parts[1].keys())
    lines = [line for key in keys for line in _at(name, key, *parts)]
    yield from lines or (f"{name} changed: the order",)


def lone(name: str, value: Any, what: str) -> Iterator[str]:
    """A line for a value that only one side has: of a group one for each of its keys."""
    if isinstance(value, dict) and value:
        for key in sorted(value):
            yield from lone(f"{name}.{key}", value[key], what)
    else:
        yield f"{name} is {what}"


def _at(name: str, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if key in old and key in new:
        yield from changes(f"{name}{key}", old[key], new[key])
        return
    value, what = (new[key], "new") if key in new else (old[key], "gone")
    yield from lone(f"{name}{key}", {} if key.startswith("[") else value, what)


def _parts(old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Both by the names of their parts; None for what is compared as one value."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _fields(old), _fields(new)
    if isinstance(old, list) and isinstance(new, list) and _has_parts([*old, *new]):
        has_ids = _has_ids(old) and _has_ids(new)
        return _items(old, has_ids), _items(new, has_ids)
    return None


def _fields(record: Mapping[str, Any]) -> dict[str, Any]:
    return {f".{key}": value for key, value in record.items()}


def _has_parts(items: list[Any]) -> bool:
    return any(isinstance(item, (dict, list)) for item in items)


def _has_ids(items: list[Any]) -> bool:
    ids = [item.get("id") for item in items if isinstance(item, dict)]
    return len(ids) == len(items) == len(set(map(str, ids))) and None not in ids


def _items(items: list[Any], has_ids: bool) -> dict[str, Any]:
    return {f"[{item['id'] if has_ids else at}]": item for at, item in enumerate(items)}


def _shown(text: str, other: str) -> str:
    """A value, cut to the place where it parts from the other."""
    if max(len(text), len(other)) <= _SHOWN_CHARS:
        return text
    start = max(0, _common(text, other) - _BEFORE_CHARS)
    end = start + _SHOWN_CHARS
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _common(text: str, other: str) -> int:
    """So many characters from the beginning on are the same."""
    pairs = zip(text, other, strict=False)
    shorter = min(len(text), len(other))
    return next((at for at, (one, two) in enumerate(pairs) if one != two), shorter)
