"""What a model replies about a stretch, and what of it passes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.sourcing.checks import ClaimChecks
from worksurface_pipeline.mmenterprise.sourcing.contract import Reply
from worksurface_pipeline.mmenterprise.sourcing.stretches import Stretch
from worksurface_pipeline.mmenterprise.writing.asking import Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import improper, one_line

_LONGEST_LINE, _LONGEST_NAME = 240, 60
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Read:
    """What of a reply passed: drafts of facts, and what the stretch is about."""

    drafts: tuple[Draft, ...] = ()
    summary: str = ""
    components: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


def checked_reply(
    fields: Mapping[str, JsonValue], stretch: Stretch, checks: ClaimChecks, most: int
) -> Checked[Read]:
    """The parts of a reply that pass, and the faults of the others."""
    reply = of_fields(dict(fields), Reply)
    if isinstance(reply, str):
        return Checked(None, (reply,))
    faults = [fault for fault in (_too_many(reply, most),) if fault]
    drafts: list[Draft] = []
    for number, claim in enumerate(reply.claims[:most], 1):
        found = checks.draft(claim, stretch, drafts)
        if isinstance(found, Draft):
            drafts.append(found)
        else:
            faults.append(f"claim {number} ({claim.entity[:40]}: {claim.label[:40]}): {found}")
    summary, steps = one_line(reply.summary), tuple(map(one_line, reply.steps))
    wrong = {text: fault for text in (summary, *steps) if text and (fault := _line_fault(text))}
    components = tuple(dict.fromkeys(map(one_line, reply.components)))
    wrong |= {name: fault for name in components if (fault := _name_fault(name, stretch))}
    faults += [f"{text[:_LONGEST_NAME]!r}: {fault}" for text, fault in wrong.items()]
    read = Read(
        drafts=tuple(drafts),
        summary="" if summary in wrong else summary,
        components=tuple(name for name in components if name not in wrong),
        steps=tuple(step for step in steps if step and step not in wrong),
    )
    return Checked(read, tuple(faults), len(drafts))


def _too_many(reply: Reply, most: int) -> str:
    extra = len(reply.claims) - most
    return f"claims: {extra} more than the {most} that were asked for" if extra > 0 else ""


def _line_fault(text: str) -> str:
    """What is wrong with a line about the work, "" for nothing."""
    found = list(improper(text, _LONGEST_LINE))
    if not found and _DIGIT.search(text):
        found = ["it holds a digit"]
    return found[0] if found else ""


def _name_fault(name: str, stretch: Stretch) -> str:
    """What is wrong with a component, "" for nothing."""
    found = list(improper(name, _LONGEST_NAME))
    if not found and not has_token(normalise(stretch.text), normalise(name)):
        found = ["it does not stand in these pages"]
    return found[0] if found else ""
