"""Whether the document bears a proposed claim out: figures, names, unit and place.

Of a claim nothing is believed. The figures stand in one sentence of the page that is named, the
names and the words of the label in that sentence too, the unit beside the figure; where a sentence
has several figures, the entity stands in the part of it that the figure alone has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedDocument, SeedFact
from worksurface_pipeline.mmenterprise.seeds.check import Witness
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.parts import FigurePart
from worksurface_pipeline.mmenterprise.seeds.readable import (
    as_attribute,
    as_entity,
    is_attribute,
    is_entity,
    label,
)
from worksurface_pipeline.mmenterprise.seeds.settling import names_document, subject_of
from worksurface_pipeline.mmenterprise.sourcing.contract import WrittenClaim
from worksurface_pipeline.mmenterprise.sourcing.figure_claims import marked
from worksurface_pipeline.mmenterprise.sourcing.sentences import Told, sentence_of, told
from worksurface_pipeline.mmenterprise.sourcing.stretches import Stretch
from worksurface_pipeline.mmenterprise.writing.cleaning import improper, one_line

_LONGEST_NAME = 96
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = 3  # shorter words join others and say nothing of their own
_DIGIT = re.compile(r"\d")
_PERCENT = ("percent", "per cent")


@dataclass(frozen=True)
class ClaimChecks:
    """The checks of one document; `known` are facts that are read from it already.

    `figures` are those of each page, by the names of their pictures.
    """

    document: SeedDocument
    witness: Witness
    known: Sequence[SeedFact]
    figures: Mapping[int, Mapping[str, FigurePart]] = field(default_factory=dict)

    def draft(self, claim: WrittenClaim, stretch: Stretch, beside: Sequence[Draft]) -> Draft | str:
        """The draft of a claim that is borne out, or why it is not."""
        page = next((one for one in stretch.pages if one.page == claim.page), None)
        if page is None:
            return f"page {claim.page} is none of these pages"
        if not claim.numbers:
            return "it has no number"
        if claim.kind == "figure":
            return self._figure(claim, beside)
        sentence = sentence_of(page.text, claim.quote)
        if not sentence:
            return f"its quote does not stand in one sentence of the text of page {claim.page}"
        found = told(sentence, claim.numbers[0])
        if isinstance(found, str):
            return found
        strange = next((one for one in claim.numbers if not has_token(sentence, one)), None)
        if strange is not None:
            return f"{strange!r} does not stand in its sentence"
        unit = _unit(claim, found)
        draft = Draft(
            kind=FactKind(claim.kind),
            entity=as_entity(one_line(claim.entity)),
            attribute=as_attribute(one_line(claim.label)),
            value=found.value.text,
            unit=unit or "",
            quote=sentence,
            page=claim.page,
        )
        fault = "" if unit is not None else f"the unit {claim.unit!r} does not stand beside it"
        return (
            fault
            or self._names(draft, found.clause, sentence)
            or self._standing(draft, beside)
            or draft
        )

    def _figure(self, claim: WrittenClaim, beside: Sequence[Draft]) -> Draft | str:
        """The draft of a figure's value, or why it is none."""
        found = marked(claim, self.figures.get(claim.page, {}))
        if isinstance(found, str):
            return found
        fault = self._names(found.draft, found.words, found.words)
        return fault or self._standing(found.draft, beside) or found.draft

    def _names(self, draft: Draft, clause: str, sentence: str) -> str:
        """What is wrong with the names of a claim, "" for nothing."""
        entity, attribute = draft.entity, draft.attribute
        for what, text in (("entity", entity), ("label", attribute)):
            improperly = next(improper(text, _LONGEST_NAME), "")
            if improperly:
                return f"{what}: {improperly}"
        if not is_entity(entity) or names_document(entity, self.document.title):
            return f"entity: {entity!r} is no readable name of a thing, or the document's title"
        if not has_token(normalise(clause), normalise(entity)):
            return f"entity: {entity!r} does not stand beside the figure"
        if set(normalise(draft.unit).split()) & set(normalise(attribute).split()):
            return f"label: {attribute!r} holds its unit"
        return _label_fault(attribute, entity, sentence)

    def _standing(self, draft: Draft, beside: Sequence[Draft]) -> str:
        """Whether a claim is new, agrees with what is known, and stands by the second reading."""
        others: list[Draft | SeedFact] = [*self.known, *beside]
        for other in others:
            is_same = other.page == draft.page and other.value == draft.value
            if subject_of(other) == subject_of(draft) and other.value != draft.value:
                return f"its entity and label have the value {other.value!r} already"
            if subject_of(other) == subject_of(draft) or (is_same and other.quote == draft.quote):
                return "it is known already"
        fact = SeedFact(
            id="proposed", seed=self.document.id, numbers=(draft.value,), **draft.model_dump()
        )
        fault = self.witness.fault(fact)
        return fault.value if fault else ""


def _label_fault(attribute: str, entity: str, sentence: str) -> str:
    """What is wrong with a label, "" for nothing."""
    if not is_attribute(attribute) or label(attribute).unit:
        return f"label: {attribute!r} is no readable name of a measure, or holds a unit"
    if _DIGIT.search(attribute):
        return f"label: {attribute!r} holds a digit"
    strange = _strange(attribute, sentence)
    if strange:
        return f"label: {strange!r} does not stand in its sentence"
    return "" if normalise(attribute) != normalise(entity) else "label: it is the entity again"


def _unit(claim: WrittenClaim, found: Told) -> str | None:
    """The unit as printed beside the value; None where the claim's is another."""
    printed = found.value.unit
    stated = one_line(claim.unit)
    if normalise(stated) in _PERCENT and printed in ("%", *_PERCENT):
        return printed
    words = set(normalise(printed).split())
    if set(normalise(stated).split()) <= words:
        return printed
    behind = normalise(found.sentence[found.value.end :])
    of_unit = normalise(stated)
    if _DIGIT.search(of_unit) or not has_token(behind[: len(of_unit) + 1], of_unit):
        return None
    return " ".join(filter(None, [printed, stated])) if behind.startswith(of_unit) else None


def _strange(attribute: str, sentence: str) -> str:
    """The first telling word of a label that its sentence lacks, "" where it has all."""
    present = {_singular(word) for word in _WORD.findall(normalise(sentence))}
    telling = (word for word in _WORD.findall(normalise(attribute)) if len(word) >= _LETTERS)
    return next((word for word in telling if _singular(word) not in present), "")


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > _LETTERS else word
