"""Records of a scan: kinds, findings, what was let pass and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen


class Kind(StrEnum):
    """What a stretch of text looks like."""

    EMAIL = "email"
    PHONE = "phone"
    IBAN = "iban"
    CARD = "card"
    NATIONAL_ID = "national_id"
    PRIVATE_KEY = "private_key"
    API_KEY = "api_key"
    SECRET = "secret"


class Hit(NamedTuple):
    """A stretch of a text that looks like something, and where it begins."""

    kind: Kind
    start: int
    value: str


Finder = Callable[[str], Iterator[Hit]]
"""Finds what looks like one thing in a text."""


class Finding(Frozen):
    """One place of a release where something stands; the value is masked, it is not to spread."""

    kind: Kind
    file: str
    place: str
    masked: str


class Allowance(Frozen):
    """What may pass: a kind, in files of a pattern such as `package/*`, for a reason."""

    kind: Kind
    file: str = Field(default="*", min_length=1)
    reason: str = Field(min_length=1)


class Passed(Frozen):
    """Findings that an allowance let pass: what the card says of them."""

    allowance: Allowance
    places: int
    files: int


class ScanReport(Frozen):
    """What a scan found: `findings` refuse the release, `passed` stand in its card."""

    files: int
    findings: tuple[Finding, ...] = ()
    passed: tuple[Passed, ...] = ()


_ENDS = 2  # characters of a value that are shown at either end
_LONG = 8  # a shorter value shows nothing but its length


def masked(value: str) -> str:
    """A value so that its owner knows it again and nobody else learns it."""
    shown = (value[:_ENDS], value[-_ENDS:]) if len(value) >= _LONG else ("", "")
    return f"{shown[0]}…{shown[1]} ({len(value)} characters)"
