"""Figures that stand out of their kind in a document: its one percentage, its highest days.

Asked for by that kind alone they say nothing of the document, and other documents of the scope
have such figures too: who answers has to know which document is meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.blocks import BLANK, visible
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.literals import LITERAL, find_literals
from worksurface_pipeline.worksurface.tasks.places import Place, place_alone
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.spans import is_numbering

# What a number can count or measure; a word behind a number may be anything else ("Table 3 shows").
_UNIT_WORDS = (
    "days weeks months years hours minutes seconds milliseconds metres kilometres kilograms tonnes"
    " litres degrees miles"
)
_COUNT_WORDS = (
    "people employees staff members participants respondents pallets shipments orders items pages"
    " questions sites machines units points retries requests attempts customers users tickets seats"
    " licences licenses runs samples decimals readings vehicles lanes carriers depots states"
    " domains films movies passengers flights"
)
_UNITS = frozenset(_UNIT_WORDS.split())
_NOUNS = _UNITS | frozenset(_COUNT_WORDS.split())
ALIASES = {
    "h": "hours",
    "hr": "hours",
    "hrs": "hours",
    "kg": "kilograms",
    "kilometers": "kilometres",
    "km": "kilometres",
    "min": "minutes",
    "mins": "minutes",
    "ms": "milliseconds",
    "sec": "seconds",
    "secs": "seconds",
    "yr": "years",
    "yrs": "years",
}
"""Short forms of units, by the word that a question says."""
_SPELLED = re.compile(
    r"\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|thirty)[\s-]+([a-z]+)",
    re.IGNORECASE,
)
_LEAST = 2  # none and one are guessed
_MOST = 12  # nobody looks for the highest of more
PROSE = frozenset({"markdown", "text", "pdf", "docx", "doc", "pptx", "ppt", "html"})


@dataclass(frozen=True, slots=True)
class SoleFigure:
    """A figure's place, its kind, and what it is called: "the highest number of days"."""

    place: Place
    kind: str
    name: str


class FigureKinds:
    """The kinds of figures of all documents of a scope, with their values."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._texts = {name: visible(item) for name, item in documents.items()}
        self._values: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for name, text in self._texts.items():
            for kind, mention in _kinds(text):
                self._values[kind][name].add(mention.value)

    def sole(self, parsed: Parsed) -> Iterator[SoleFigure]:
        """Figures that are the only ones, or the highest, of their kind, and not in the scope."""
        name = parsed.document.id
        text = self._texts[name]
        found: dict[str, list[NumberMention]] = defaultdict(list)
        for kind, mention in _kinds(text):
            found[kind].append(mention)
        spelled = {match[1].lower() for match in _SPELLED.finditer(text)}
        for kind, mentions in sorted(found.items()):
            is_spelled = kind in spelled or kind.removesuffix("s") in spelled
            chosen = None if is_spelled or len(mentions) > _MOST else _one(mentions)
            place = _place(parsed, chosen) if chosen is not None else None
            if place is not None and self.others(kind, name):
                yield SoleFigure(place, kind, _name(kind, is_sole=len(mentions) == 1))

    def others(self, kind: str, name: str) -> frozenset[str]:
        """The other documents that have a figure of the kind with another value."""
        values = self._values[kind]
        own = values[name]
        return frozenset(other for other in values if other != name and values[other] - own)


def _one(mentions: list[NumberMention]) -> NumberMention | None:
    """The only mention, or the highest one if no other is equal."""
    ranked = sorted(mentions, key=lambda item: -item.number)
    is_clear = len(ranked) == 1 or ranked[0].number > ranked[1].number
    return ranked[0] if is_clear and ranked[0].unit != LITERAL else None


def _kinds(text: str) -> Iterator[tuple[str, NumberMention]]:
    """Every number with a kind; the upper end of a range is one that cannot be asked for."""
    literals = list(find_literals(text))
    for mention in find_numbers(text):
        kind = kind_of_figure(text, mention)
        is_part = any(one.start < mention.end and mention.start < one.end for one in literals)
        if kind:
            yield kind, mention.model_copy(update={"unit": LITERAL}) if is_part else mention


def kind_of_figure(text: str, mention: NumberMention) -> str:
    """The unit of a number, or the noun behind it that it counts; "" for any other number."""
    if mention.unit:
        return mention.unit
    behind = re.match(r"[ \u00a0-]?([A-Za-z]+)", text[mention.end : mention.end + 30])
    noun = behind[1].lower() if behind else ""
    noun = ALIASES.get(noun, noun)
    plural = noun if noun.endswith("s") else f"{noun}s"
    return next((word for word in (noun, plural) if word in _NOUNS), "")


def _name(kind: str, *, is_sole: bool) -> str:
    first = "one" if is_sole else "highest"
    if kind == "percent":
        return f"the {first} percentage"
    noun = "figure" if kind in _NOUNS else "amount"
    if kind in _NOUNS and kind not in _UNITS:
        return f"the {first} number of {kind}"
    return f"the {first} {noun} in {kind}"


def _place(parsed: Parsed, mention: NumberMention) -> Place | None:
    """The place in a sentence or row, None in headings, numbering and where it would be guessed."""
    if is_guess(mention.number, mention.unit) or mention.number < _LEAST:
        return None
    for segment in parsed.segments:
        if segment.start <= mention.start and mention.end <= segment.end:
            text = parsed.text[segment.start : segment.end]
            local = mention.model_copy(
                update={
                    "start": mention.start - segment.start,
                    "end": mention.end - segment.start,
                }
            )
            if BLANK in text or is_numbering(text, segment, local):
                return None
            return place_alone(parsed.document, segment, local)
    return None
