"""Digest of a package's own code: no stored result outlives the code that computed it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json


@cache
def code_digest(*packages: str) -> str:
    """Digest of the modules of the named packages, without their subpackages."""
    return digest_json([_modules(package) for package in packages])


def _modules(package: str) -> list[list[str]]:
    found = sorted(
        (item.name, digest_bytes(item.read_bytes()))
        for item in files(package).iterdir()
        if item.name.endswith(".py")
    )
    return [list(pair) for pair in found]
