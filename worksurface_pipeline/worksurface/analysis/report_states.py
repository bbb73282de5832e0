"""What became of a run, in one word with its colour, and of a task in a cell over its epochs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.stats import ERROR, MISSING
from worksurface_pipeline.site.listing import Choice
from worksurface_pipeline.site.records import Tag, Tone
from worksurface_pipeline.worksurface.analysis.diagnosis import DIAGNOSES
from worksurface_pipeline.worksurface.schema.diagnosis import Diagnosis
from worksurface_pipeline.worksurface.schema.scores import Score

RIGHT, PARTIAL, WRONG, UNSCORED, FAILED, ABSENT, MIXED = (
    *("right", "partial", "wrong", "unscored"),
    *("error", "missing", "disagree"),
)
STATES = (RIGHT, PARTIAL, WRONG, UNSCORED, FAILED, ABSENT, MIXED)
"""The last one is of a cell alone: its epochs disagree."""

_LOOKS = {
    RIGHT: ("✓", Tone.GOOD),
    PARTIAL: ("◐", Tone.WARN),
    WRONG: ("✗", Tone.BAD),
    UNSCORED: ("–", Tone.PLAIN),
    FAILED: ("!", Tone.WARN),
    ABSENT: ("?", Tone.WARN),
    MIXED: ("≠", Tone.WARN),
}
STATE_CHOICES = tuple(
    Choice(
        id=name,
        label="epochs disagree" if name == MIXED else name,
        sign=_LOOKS[name][0],
        tone=_LOOKS[name][1],
    )
    for name in STATES
)
SIGNS = ", ".join(f"{choice.sign} {choice.label}" for choice in STATE_CHOICES)
"""What the signs of cells mean."""
FLIPS = (
    Choice(id="epochs", label="between epochs of a cell"),
    Choice(id="settings", label="between settings of a model"),
    Choice(id="profiles", label="between scoring profiles"),
)


def _diagnosis_choice(kind: Diagnosis) -> Choice:
    """A class in the words of the table of diagnoses."""
    head = DIAGNOSES.heads[kind]
    said = f"{head.group}, {head.label}" if head.group == RIGHT.title() else head.label
    return Choice(id=kind.value, label=said.lower())


DIAGNOSIS_CHOICES = tuple(
    _diagnosis_choice(kind) for kind in DIAGNOSES.heads if isinstance(kind, Diagnosis)
)
RIGHT_CLASSES = frozenset({Diagnosis.CORRECT_WITH_EVIDENCE, Diagnosis.CORRECT_WITHOUT_EVIDENCE})
_PLACES = {choice.id: place for place, choice in enumerate(DIAGNOSIS_CHOICES)}


def state_of(score: Score) -> str:
    """Right is a whole Answer; a part of one is partial."""
    if score.status in (ERROR, MISSING):
        return score.status
    if score.answer is None:
        return UNSCORED
    return RIGHT if score.answer == 1 else PARTIAL if score.answer > 0 else WRONG


def state_in_cell(scores: Iterable[Score]) -> int:
    """The number of the state that all epochs have, or of their disagreement; -1 without any."""
    states = {state_of(score) for score in scores}
    if not states:
        return -1
    return STATES.index(next(iter(states)) if len(states) == 1 else MIXED)


def diagnosis_place(score: Score) -> int:
    """The number of a run's class among all of them; -1 where it was not diagnosed."""
    return -1 if score.diagnosis is None else _PLACES[score.diagnosis.value]


def state_tag(score: Score) -> Tag:
    """The state as a label."""
    state = state_of(score)
    return Tag(text=state, tone=_LOOKS[state][1])


def diagnosis_tags(score: Score) -> tuple[Tag, ...]:
    """The class of a run, and whether it used surfaces beyond the required ones."""
    kind = score.diagnosis
    named = (Tag(text=DIAGNOSIS_CHOICES[diagnosis_place(score)].label),) if kind else ()
    return (*named, *((Tag(text="over-routed", tone=Tone.WARN),) if score.is_over_routed else ()))


def flips_of(scores: Iterable[Score]) -> Iterator[int]:
    """Numbers of FLIPS: between what the Answer of one task flips, right here and not there."""
    cells: dict[tuple[str, str], set[str]] = {}
    profiles = False
    for score in scores:
        cells.setdefault((score.model, score.setting), set()).add(state_of(score))
        profiles = profiles or any((one.answer == 1) != (score.answer == 1) for one in score.also)
    if any(len(states) > 1 for states in cells.values()):
        yield 0
    models: dict[str, set[bool]] = {}
    for (model, _), states in cells.items():
        if states <= {RIGHT, PARTIAL, WRONG}:
            models.setdefault(model, set()).add(states == {RIGHT})
    if any(len(found) > 1 for found in models.values()):
        yield 1
    if profiles:
        yield 2
