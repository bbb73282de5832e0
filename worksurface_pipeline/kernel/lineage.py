"""What a stored result was made from, and why it is stale: our digests decide, nobody's clock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from worksurface_pipeline.kernel.hashing import canonical_json, digest_json, short
from worksurface_pipeline.kernel.model import Frozen

NEVER_BUILT = "never built"
_SHOWN_CHARS = 60  # of a setting's value, enough to know it again


class InputDigest(Frozen):
    """Digest of one input, named like `documents[operations_manager]`."""

    name: str
    digest: str


class Basis(Frozen):
    """All that a step's result depends on. `parameters` are (name, JSON text) pairs, sorted."""

    step: str
    version: int
    parameters: tuple[tuple[str, str], ...] = ()
    inputs: tuple[InputDigest, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Digest of the whole basis, 64 hex digits."""
        return digest_json(self)


def explain(old: Basis | None, new: Basis) -> tuple[str, ...]:
    """Why a result made from `old` is no longer current; empty when it is."""
    if old is None:
        return (NEVER_BUILT,)
    reasons: list[str] = []
    if old.version != new.version:
        reasons.append(f"{new.step} went from version {old.version} to {new.version}")
    reasons += _settings(dict(_keys(old)), dict(_keys(new)))
    reasons += [line for _, line in _differences("input", _by_name(old), _by_name(new))]
    return tuple(reasons)


def _settings(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """What differs, with both values of a key that has two."""
    for name, line in _differences("setting", old, new):
        has_both = name in old and name in new
        yield f"{line}: {_shown(old[name])} → {_shown(new[name])}" if has_both else line


def _by_name(basis: Basis) -> dict[str, str]:
    return {item.name: short(item.digest, 12) for item in basis.inputs}


def _keys(basis: Basis) -> Iterator[tuple[str, str]]:
    """Every single key of the settings with its value as JSON, a group's as `group.key`."""
    for name, text in basis.parameters:
        yield from _leaves(name, json.loads(text))


def _leaves(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _leaves(f"{name}.{key}", part)
    else:
        yield name, canonical_json(value)


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"


def _differences(
    kind: str, old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Names that differ, each with a sentence."""
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            yield name, f"{kind} {name} is new"
        elif name not in new:
            yield name, f"{kind} {name} is gone"
        elif old[name] != new[name]:
            yield name, f"{kind} {name} changed"
