"""An auditor's reply as judgements: strict, item by item.

A batch's reply is one JSON object, a field for each item by its handle. What is wrong with one
item spoils that item alone; a reply that is no such object spoils them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.harness.panel.ballots import SCALE, Criterion, Judgement, Verdict
from worksurface_pipeline.kernel.text import normalise

Judged = tuple[Judgement, ...] | Malformed
_OPENING = re.compile(r"^\W*(yes|no|unsure)\b(?!\s+(?:one|other|such|\w+\s+(?:is|are)\b))")
_CLOSING = re.compile(
    r"\b(?:verdict|answer|judge?ment)\s*(?:is|:|=|should be|must be)\s*\W?(yes|no|unsure)\b(?!\s\w)"
)
_DENIED = re.compile(r"\b(?:not|no|never|nothing|isn't|without|neither|nor)\b[^.;]{0,20}$")


def parse_ballots(
    text: str, handles: Sequence[str], criteria: Sequence[Criterion]
) -> Mapping[str, Judged]:
    """Judgements by handle, or what is wrong with each."""
    found = find_object(text)
    if isinstance(found, Malformed):
        return dict.fromkeys(handles, found)
    strange = sorted(set(found.fields) - set(handles))
    if strange:
        problem = Malformed(problem=f"The reply names items that were not asked: {strange[:3]}.")
        return dict.fromkeys(handles, problem)
    return {handle: _item(found.fields.get(handle), criteria) for handle in handles}


def _item(value: JsonValue, criteria: Sequence[Criterion]) -> Judged:
    if not isinstance(value, dict):
        return Malformed(problem="The item has no object of criteria.")
    names = [one.name for one in criteria]
    if set(value) != set(names):
        missing, more = sorted(set(names) - set(value)), sorted(set(value) - set(names))
        return Malformed(problem=f"Criteria missing: {missing}; not asked: {more[:3]}.")
    judged = [_judgement(one, value[one.name]) for one in criteria]
    bad = next((item for item in judged if isinstance(item, Malformed)), None)
    return bad or tuple(item for item in judged if isinstance(item, Judgement))


def _judgement(criterion: Criterion, value: JsonValue) -> Judgement | Malformed:
    if not isinstance(value, dict) or set(value) != {"verdict", "reason"}:
        return Malformed(problem=f'"{criterion.name}" must hold "verdict" and "reason" alone.')
    verdict, reason = value["verdict"], value["reason"]
    if verdict not in tuple(SCALE):
        return Malformed(problem=f'"{criterion.name}" must be yes, no or unsure.')
    if not isinstance(reason, str) or not reason.strip():
        return Malformed(problem=f'"{criterion.name}" has no reason.')
    chosen = Verdict(str(verdict))
    return Judgement(
        criterion=criterion.name,
        verdict=chosen,
        reason=reason.strip(),
        is_contradicted=contradicts(reason, chosen, criterion),
    )


def contradicts(reason: str, verdict: Verdict, criterion: Criterion) -> bool:
    """Whether a reason states another verdict, or holds a phrase that speaks against a yes."""
    text = normalise(reason)
    stated = [match[1] for match in (_OPENING.match(text), *_CLOSING.finditer(text)) if match]
    if any(word != verdict for word in stated):
        return True
    return verdict is Verdict.YES and any(_asserts(text, phrase) for phrase in criterion.contrary)


def _asserts(text: str, phrase: str) -> bool:
    """Whether the phrase stands in the text, at least once without a denial right before it."""
    wanted = normalise(phrase)
    start = text.find(wanted)
    while start >= 0:
        if not _DENIED.search(text[:start]):
            return True
        start = text.find(wanted, start + 1)
    return False
