"""A figure of a rubric that was found in a document, and what its siblings ask for."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.gaps import percent_title
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.places import Place


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure that was found in a document: the rubric's claim, the figure, and its place."""

    claim: Claim
    figure: Figure
    place: Place

    @property
    def key(self) -> tuple[str, int]:
        """Document and offset of the figure."""
        place = self.place
        return place.document.id, place.segment.start + place.mention.start

    @property
    def unit(self) -> str:
        """The unit, by the rubric, the document's figure, or the header above it."""
        mention = self.place.mention
        if not self.figure.is_literal and percent_title(self.place.segment, mention):
            return "percent"
        return self.figure.mention.unit or mention.unit

    @property
    def is_guessed(self) -> bool:
        """Whether the figure needs no document to be guessed."""
        return not self.figure.is_literal and is_guess(self.place.mention.number, self.unit)


@dataclass(frozen=True, slots=True)
class Siblings:
    """What other tasks of the source task ask for: places, and values by rubric."""

    places: frozenset[tuple[str, int]]
    values: frozenset[tuple[int, Decimal]]

    def has(self, rubric: int, document: str, start: int, mention: NumberMention) -> bool:
        """Whether a figure of a segment at `start` is what another task asks for."""
        is_value = (rubric, mention.number) in self.values
        return is_value or (document, start + mention.start) in self.places
