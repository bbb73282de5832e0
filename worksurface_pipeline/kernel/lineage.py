"""What a stored result was made from, and why it is stale: our digests decide, nobody's clock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from worksurface_pipeline.kernel.changes import changes, lone
from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.model import Frozen

NEVER_BUILT = "never built"


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
    reasons += [f"setting {line}" for line in _settings(dict(old.parameters), dict(new.parameters))]
    reasons += _inputs(_by_name(old), _by_name(new))
    return tuple(reasons)


def _settings(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Each key that differs, in groups and lists too, with both values where it has two."""
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            yield from lone(name, json.loads(new[name]), "new")
        elif name not in new:
            yield from lone(name, json.loads(old[name]), "gone")
        elif old[name] != new[name]:
            yield from changes(name, json.loads(old[name]), json.loads(new[name]))


def _by_name(basis: Basis) -> dict[str, str]:
    return {item.name: short(item.digest, 12) for item in basis.inputs}


def _inputs(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            yield f"input {name} is new"
        elif name not in new:
            yield f"input {name} is gone"
        elif old[name] != new[name]:
            yield f"input {name} changed"
