"""Whether a model's wording asks for what its query answers: all of it, and nothing besides.

The gold is the query's answer. So a wording that leaves a condition out, or adds one, would have a
gold that is right for another question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.questions.ambiguity import words
from worksurface_pipeline.mmenterprise.questions.division import divides
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.writing.cleaning import improper

LONGEST = 300
_ID = re.compile(r"\bu[0-9a-f]{12}\b|\b[es]\d{2,3}\b")
_NAMED = ("who", "when", "day", "doc", "version", "earlier", "value")
_SHIFT = r"how (?:much|far|large|big)|difference|differ|step|gap|apart|shift|chang"
# What a wording has to say, by the family of its query: each a pattern in folded text.
_CUES: dict[str, tuple[str, ...]] = {
    "first": (r"\bwho(?:m|se)?\b", r"\bfirst\b"),
    "first_value": (r"\bwho(?:m|se)?\b", r"\bfirst\b"),
    "corrector": (r"\bwho(?:m|se)?\b", r"correct|\bright\b|\bfix"),
    "difference": (r"how (?:much|far)|difference|differ|gap|apart",),
    "ratio": (r"divid|ratio|quotient|as a multiple of",),
    "moved": (_SHIFT,),
    "between_versions": (_SHIFT,),
    "highest": (r"\b(?:high\w*|top|more|most|larg\w*|great\w*|big\w*|long\w*|above|ahead)\b",),
    "lowest": (r"\b(?:low\w*|bottom|less|least|small\w*|short\w*|few\w*|below|behind)\b",),
    "descending": (r"\border\b|\bsort\b|\brank", r"highest first|high to low|descending|largest"),
    "claim_greater": (r"higher|above|greater|more than|exceed|larger|longer",),
    "claim_at_least": (r"at least|or more|no less than|reach",),
    "as_of": (r"\b(?:end|close|evening)\b",),
    "as_of_person": (r"\b(?:end|close|evening)\b",),
    "before": (r"before|replace|prior|preced|previous",),
    "count": (r"how (?:many|often)|number of times",),
    "applies": (r"right|correct|appl(?:y|ies)|hold|valid|current|now|go by|agree",),
    "now": (r"now|current|latest|(?:by|at) the (?:end|close)|ended|valid|after (?:all|every)",),
}
_ATTRIBUTION = frozenset({"first", "first_value", "corrector"})
_SHIFTS = frozenset({"difference", "moved", "between_versions"})
# Words that ask for one sort of answer alone, with the families that give it.
_SIGNS = (
    (r"support|contradict|establish", frozenset({"claim_greater", "claim_at_least", "claim_is"})),
    (r"\bwho(?:m|se)?\b.*\b(?:first|correct|right)", _ATTRIBUTION),
    (r"how (?:far|big|large)\b|by how much|differ|\bapart\b|\bgap\b", _SHIFTS),
    (r"how (?:many times|often)\b|number of times", frozenset({"count"})),
    (r"\bdivid|\bratio\b|\bas a multiple of\b", frozenset({"ratio"})),
    (r"\border\b|\bsort\b|\brank", frozenset({"descending"})),
)
_VERDICTS = (r"support", r"contradict", r"not? (?:being )?establish|not establish")
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)?"
    r" (?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"|\b(?:yesterday|last week|this morning)\b"
)
_VERSION = re.compile(r"\b(?:version|v)\s?\d+\b")


@dataclass(frozen=True)
class Phrasing:
    """The rules for the wordings of one project; `taken` are folded texts of other questions."""

    scene: Scene
    taken: Collection[str]

    def faults(self, draft: Draft, text: str) -> Iterator[str]:
        """All faults of a wording: sentences for the model."""
        yield from improper(text, LONGEST)
        if text.count("?") > (2 if draft.answer_kind == "verdict" else 1):
            yield "it asks more than one question"
        if _ID.search(text):
            yield "it holds an id; name things as people do"
        if normalise(text) in self.taken:
            yield "it is asked already"
        yield from self._things(draft, text)
        yield from self._conditions(draft, text)
        yield from self._besides(draft, text)

    def _things(self, draft: Draft, text: str) -> Iterator[str]:
        """Each slot is named word for word, and no other one fits the words."""
        slots = self.scene.names.slots
        asked = [slots[key] for key in draft.query.slots]
        said = words(text)
        for slot in asked:
            missing = sorted(words(slot.entity, slot.attribute) - said)
            if missing:
                yield f"{slot.entity} {slot.attribute}: it leaves out {', '.join(missing)}"
        meant = words(*(f"{slot.entity} {slot.attribute}" for slot in asked))
        for other in slots.values():
            mention = words(other.entity, other.attribute)
            if other not in asked and mention <= said and not mention <= meant:
                yield f"it names {other.entity} {other.attribute}, which the query does not ask for"

    def _conditions(self, draft: Draft, text: str) -> Iterator[str]:
        """What the query hangs on is said, and in the sense of its operation."""
        said = words(text)
        for key in _NAMED:
            missing = sorted(words(draft.fields.get(key, "")) - said)
            if missing:
                yield f"it has to say {draft.fields[key].strip()!r}"
        bare = self._bare(draft, text)
        cues = _CUES.get(draft.family, ())
        cues += _VERDICTS if draft.answer_kind == "verdict" else ()
        is_said = all(re.search(cue, bare) for cue in cues)
        is_other = any(
            draft.family not in families and re.search(sign, bare) for sign, families in _SIGNS
        )
        if is_other or not is_said:
            yield f"its words do not ask for {draft.query.operation} ({draft.family})"
        if draft.query.operation == "ratio" and not divides(text, *self._pair(draft)):
            yield "it does not say plainly to divide the first of the two by the second"

    def _pair(self, draft: Draft) -> tuple[Slot, Slot]:
        first, second = draft.query.slots
        return self.scene.names.slots[first], self.scene.names.slots[second]

    def _bare(self, draft: Draft, text: str) -> str:
        """The wording without the names of what it asks for: those ask for nothing themselves."""
        slots = [self.scene.names.slots[key] for key in draft.query.slots]
        folded = normalise(text)
        for name in {slot.entity for slot in slots} | {slot.attribute for slot in slots}:
            folded = re.sub(rf"(?<!\w){re.escape(normalise(name))}(?!\w)", " ", folded)
        return folded

    def _besides(self, draft: Draft, text: str) -> Iterator[str]:
        """No day, version or person that the query knows nothing of."""
        folded = normalise(text)
        given = " ".join(draft.fields.get(key, "") for key in ("day", "when", "value"))
        if _DAY.search(folded) and not _DAY.search(normalise(given)):
            yield "it names a day, which the query does not"
        if _VERSION.search(folded) and not draft.fields.get("version"):
            yield "it names a version, which the query does not"
        for person in self.scene.ledger.world.people:
            first = person.name.split()[0]
            named = f"{draft.fields.get('who', '')} {draft.fields.get('value', '')}"
            if has_token(folded, normalise(first)) and first not in named:
                yield f"it names {first}, whom the query does not"
