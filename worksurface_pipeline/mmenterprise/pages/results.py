"""What cells made of each question, looked up by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from worksurface_pipeline.mmenterprise.pages.addresses import cell_id
from worksurface_pipeline.mmenterprise.pages.model import SiteInput
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    MACHINE_FAULT,
    Answered,
    Cell,
    Judged,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.listing import Choice
from worksurface_pipeline.site.records import Tone

RIGHT, WRONG, UNSCORED, FAILED, ABSENT = "right", "wrong", "unscored", "error", "missing"
STATES = (
    Choice(id=RIGHT, label=RIGHT, sign="✓", tone=Tone.GOOD),
    Choice(id=WRONG, label=WRONG, sign="✗", tone=Tone.BAD),
    Choice(id=UNSCORED, label=UNSCORED, sign="–", tone=Tone.PLAIN),
    Choice(id=FAILED, label=FAILED, sign="!", tone=Tone.WARN),
    Choice(id=ABSENT, label=ABSENT, sign="?", tone=Tone.WARN),
)
"""What can become of a question in a cell."""
SIGNS = ", ".join(f"{choice.sign} {choice.label}" for choice in STATES)
TONES = {choice.id: choice.tone for choice in STATES}

_Key = tuple[str, str, str]


class Results:
    """Answers and verdicts of all cells; `judges` names the model that judged a cell, if any."""

    def __init__(self, given: SiteInput) -> None:
        self._given = given

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that were run or judged, in their order."""
        answered = [one.cell for one in self._given.answers]
        judged = [one.cell for one in self._given.judgements]
        return tuple({cell.key: cell for cell in (*answered, *judged)}.values())

    @staticmethod
    def id(cell: Cell) -> str:
        """The cell in addresses."""
        return cell_id(cell)

    @cached_property
    def judges(self) -> Mapping[str, str]:
        """The judging model of each cell."""
        return {one.cell.key: one.judge_model for one in self._given.judgements}

    @cached_property
    def text_only(self) -> frozenset[str]:
        """The cells whose model saw no picture."""
        return frozenset(one.cell.key for one in self._given.answers if one.is_text_only)

    @cached_property
    def _answered(self) -> Mapping[_Key, Answered]:
        return {
            (group.cell.key, one.project, one.question): one
            for group in self._given.answers
            for one in group.answers
        }

    @cached_property
    def _judged(self) -> Mapping[_Key, Judged]:
        return {
            (group.cell.key, one.project, one.question): one
            for group in self._given.judgements
            for one in group.judged
        }

    @cached_property
    def _ranked(self) -> Mapping[tuple[str, str], Sequence[str]]:
        return {
            (group.retriever, one.question): one.units
            for group in self._given.retrieved
            for one in group.found
        }

    def answered(self, cell: Cell, item: MmQuestion) -> Answered | None:
        """The answer of a cell, None where there is none."""
        return self._answered.get((cell.key, item.project, item.id))

    def judged(self, cell: Cell, item: MmQuestion) -> Judged | None:
        """The verdict on it, None where there is none."""
        return self._judged.get((cell.key, item.project, item.id))

    def ranked(self, cell: Cell, item: MmQuestion) -> Sequence[str]:
        """What the cell's retriever found, best first, down to the cell's depth."""
        return self._ranked.get((cell.retriever, item.id), ())[: cell.k]

    def shown(self, cell: Cell, item: MmQuestion) -> Sequence[str]:
        """The records in the context of a cell, in their order; what was found where none is."""
        answered = self.answered(cell, item)
        return answered.units if answered and answered.units else self.ranked(cell, item)

    def state(self, cell: Cell, item: MmQuestion) -> str:
        """What became of a question in a cell."""
        answered, judged = self.answered(cell, item), self.judged(cell, item)
        if answered is not None and answered.outcome == MACHINE_FAULT:
            return FAILED
        if judged is not None and judged.is_right is not None:
            return RIGHT if judged.is_right else WRONG
        return ABSENT if judged is None and answered is None else UNSCORED
