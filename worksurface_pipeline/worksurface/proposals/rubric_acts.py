"""What a rubric asks of what: its subject, its act, and its wording as a step of a procedure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from worksurface_pipeline.worksurface.proposals.procedure_words import (
    ACTS,
    ASKING,
    JOINING,
    POINTING,
    WEAK,
)
from worksurface_pipeline.worksurface.proposals.rubric_forms import (
    DETAIL,
    FIGURE,
    FILE,
    SLOTS,
    Form,
)
from worksurface_pipeline.worksurface.tasks.words import stem

_LOOKED_AT = 9  # words of a rubric in which its act is looked for
_SHORTEST = 4  # letters of a word that says what is asked for
_LONGEST_STEP = 14  # words of a step
_PHRASE = 3  # words behind the one that is shared, to the end of its phrase
_ASKED = frozenset(map(stem, ASKING))
VALUE = "come to"
"""The act of a rubric that only gives a figure."""
RESULT, FILE_SUBJECT = "result", "output file"
"""Subjects that no noun names: the work as a whole, and a file by its name."""


@dataclass(frozen=True, slots=True)
class Read:
    """A rubric's form, its subject and act, and where the act ends."""

    form: Form
    subject: str
    act: str
    end: int

    def asked(self) -> Iterator[int]:
        """Places of the words that say what is asked for: behind the act, or before a figure."""
        keys = self.form.keys
        span = range(self.end) if self.act == VALUE else range(self.end + 1, len(keys))
        for place in span:
            key = keys[place]
            is_plain = _is_noun(key) and key not in ACTS
            if is_plain and len(key) >= _SHORTEST and key not in WEAK:
                yield place


def read_form(form: Form) -> Read | None:
    """The subject and act of a rubric, None where it has neither an act nor a figure."""
    keys = form.keys
    for place in range(1, min(len(keys), _LOOKED_AT)):
        if keys[place] in ACTS:
            return Read(form, _subject(form, place), ACTS[keys[place]], place)
    place = keys.index(FIGURE, 1) if FIGURE in keys[1:] else 0
    subject = _subject(form, place) if place else RESULT
    return None if subject == RESULT else Read(form, subject, VALUE, place)


def _subject(form: Form, end: int) -> str:
    """The noun that the words before the act end with, in their first phrase."""
    keys, said = form.keys[:end], form.said[:end]
    if not keys or next((key for key in keys if key), "") in POINTING:
        return RESULT
    first = next((at for at, word in enumerate(said) if word in JOINING), end)
    nouns = [word for word, key in zip(said[:first], keys[:first], strict=True) if _is_noun(key)]
    if FILE in keys[:first] or nouns[-1:] in (["file"], ["files"], ["output"]):
        return FILE_SUBJECT
    return nouns[-1] if nouns else RESULT


def _is_noun(key: str) -> bool:
    return bool(key) and key not in SLOTS and key not in JOINING and key not in _ASKED


def wording(read: Read, word: str, shared: frozenset[str]) -> str:
    """The rubric up to the phrase of the word that it shares, or up to its act; as a question."""
    form = read.form
    places = [place for place in read.asked() if form.keys[place] == word]
    is_value = read.act == VALUE
    behind = places[0] if places and not is_value else read.end
    end = behind + 1 if is_value else _phrase_end(form, behind)
    words = [_slotted(form, place, shared) for place in range(end)]
    if len(words) > _LONGEST_STEP and behind > read.end:
        words = [*words[: read.end + 1], DETAIL, *words[behind:]]
    if end == read.end + 1 and not is_value:
        words.append(DETAIL)  # the act alone asks nothing
    once = [said for said, _ in groupby(words)]  # one slot for neighbours
    asking = form.asking or "whether"
    return f"{asking.capitalize()} {' '.join(once)}?"


def _slotted(form: Form, place: int, shared: frozenset[str]) -> str:
    key = form.keys[place]
    is_plain = not _is_noun(key) or key in ACTS or key in shared
    return form.said[place] if is_plain else DETAIL


def _phrase_end(form: Form, start: int) -> int:
    """Behind the phrase that the word at `start` stands in: to a word that joins, at most three."""
    rest = form.said[start + 1 : start + 1 + _PHRASE]
    stop = next(
        (at for at, word in enumerate(rest) if word in JOINING or word in ASKING), len(rest)
    )
    return start + 1 + stop
