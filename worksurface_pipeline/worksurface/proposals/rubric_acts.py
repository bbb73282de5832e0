"""What a rubric asks of what: its subject, its act, and its wording as a step of a procedure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from worksurface_pipeline.worksurface.proposals.procedure_words import (
    ACTS,
    ARTICLES,
    ASKING,
    BEING,
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
_SHORTEST_PHRASE = 3  # words: a subject, what is said of it, a detail
_FORMAL = ASKING | ARTICLES | JOINING
_OPEN = SLOTS | _FORMAL
_ASKED = frozenset(map(stem, ASKING))
_GIVEN = "given"  # "is the share given as": what is given stands before it
VALUE = "come to"
"""The act of a rubric that only gives a figure."""
EXIST = "exist"
"""The act of a rubric that only asks whether something was made."""
FILE_SUBJECT = "output file"
"""The subject of a rubric that names a file."""


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
    """The subject and act of a rubric; None where no noun is its subject, or nothing is asked."""
    keys = form.keys
    for place in range(1, min(len(keys), _LOOKED_AT)):
        is_noun = not keys[place - 1]  # behind an article: "the list", "the generated table"
        if keys[place] in ACTS and not is_noun:
            return _read(form, ACTS[keys[place]], place)
    return _read(form, VALUE, keys.index(FIGURE, 1)) if FIGURE in keys[1:] else None


def _read(form: Form, act: str, end: int) -> Read | None:
    subject = _subject(form, end)
    return Read(form, subject, act, end) if subject else None


def _subject(form: Form, end: int) -> str:
    """The noun that the words before the act end with, in their first phrase; "" of none."""
    keys, said = form.keys[:end], form.said[:end]
    if not keys or next((key for key in keys if key), "") in POINTING:
        return ""
    first = next((at for at, word in enumerate(said) if word in JOINING), end)
    nouns = [
        word
        for word, key in zip(said[:first], keys[:first], strict=True)
        if _is_noun(key) and word != _GIVEN
    ]
    if FILE in keys[:first] or nouns[-1:] in (["file"], ["files"], ["output"]):
        return FILE_SUBJECT
    return nouns[-1] if nouns else ""


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
    once = [said for at, said in enumerate(once) if [*once[at - 1 : at], said] != [FILE, "file"]]
    asking = form.asking or "whether"
    return f"{asking.capitalize()} {' '.join(_closed(once, asking))}?"


def is_telling(step: str, word: str) -> bool:
    """Whether a step has more words of its own than details that it leaves open.

    Without a `word` that its rubrics share it must leave none open.
    """
    words = step.rstrip("?").lower().split()
    said = [word for word in words if word not in SLOTS and word not in _FORMAL]
    return words.count(DETAIL) < (len(said) if word else 1)


def _closed(words: list[str], asking: str) -> list[str]:
    """Without a detail behind a phrase that is whole: "the table [detail]", "was made [detail]"."""
    if words[-1:] != [DETAIL] or len(words) < _SHORTEST_PHRASE:
        return words
    last = words[-2]
    if last.endswith("ed"):
        is_whole = asking in BEING
    else:
        is_whole = ACTS.get(stem(last), EXIST) == EXIST and last not in _OPEN
    return words[:-1] if is_whole else words


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
