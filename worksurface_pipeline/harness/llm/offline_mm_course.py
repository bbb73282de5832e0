"""The course of a value: what held when, by claims in order of time.

A correction replaces what it names; what was replaced may be repeated later and does not come back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from worksurface_pipeline.harness.llm.offline_mm_claims import Claim
from worksurface_pipeline.harness.llm.offline_mm_values import Value


@dataclass(frozen=True, slots=True)
class Step:
    """A value that begins to hold, what it replaced, and who said so."""

    at: datetime
    author: str
    value: Value
    before: Value | None
    is_correction: bool


def course(claims: Iterable[Claim]) -> list[Step]:
    """The steps of a value; claims that repeat, or repeat what was replaced, are none."""
    steps: list[Step] = []
    replaced: set[str] = set()
    for claim in claims:
        if claim.value is None:
            continue  # a record that only takes something back does not say what holds
        held = steps[-1].value if steps else None
        if claim.past is not None:
            replaced.add(claim.past.key)
        replaced.discard(claim.value.key if claim.past is not None else "")
        is_same = held is not None and held.key == claim.value.key
        if is_same or claim.value.key in replaced:
            continue
        if held is not None:
            replaced.add(held.key)
        before = claim.past or held
        steps.append(Step(claim.at, claim.author, claim.value, before, claim.past is not None))
    return steps


def current(claims: Iterable[Claim]) -> Value | None:
    """What holds after all claims; None where there are none."""
    steps = course(claims)
    return steps[-1].value if steps else None
