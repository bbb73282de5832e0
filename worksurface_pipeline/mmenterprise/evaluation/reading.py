"""What an answer gives of the kind that is asked for: its values, and the text around them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.evaluation.figures import (
    Fit,
    figures_of,
    fit_of,
    in_digits,
)
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.names import Named, people_in, things_in
from worksurface_pipeline.mmenterprise.evaluation.plain import (
    ASKED,
    LONGEST,
    VALUE,
    plain,
    with_asked,
)
from worksurface_pipeline.mmenterprise.evaluation.times import (
    When,
    is_weekday,
    read_times,
    weekday_of,
    whole_times,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of an answer in order, how each compares with the gold, and the rest masked.

    `values` are names where names are read, so that their order can be told; `rest` is "" for an
    answer that is too long to be understood.
    """

    fits: tuple[Fit, ...]
    rest: str
    values: tuple[str, ...] = ()


def reading_of(question: MmQuestion, answer: str, words: Vocabulary, kind: str = "") -> Reading:
    """An answer read for values of the question's kind, or of another one."""
    text = plain(answer)
    read = _READERS.get(kind or question.answer_kind, _names)
    found = read(question, text, words)
    return found if len(text) <= LONGEST else Reading(found.fits, "", found.values)


def _numbers(question: MmQuestion, text: str, _words: Vocabulary) -> Reading:
    """Figures; those that belong to a day which the question names are none."""
    masked = in_digits(_asked(question, text))
    figures = tuple(figures_of(masked, question))
    fits = tuple(fit_of(question, item) for item in figures)
    return Reading(fits, _masked(masked, [(item.start, item.end) for item in figures]))


def _asked(question: MmQuestion, text: str) -> str:
    """The text with what it repeats of the question masked, first of all its days."""
    asked = {item.day for item in read_times(question.question)}
    spans = [
        (start, end)
        for when, start, end in whole_times(text)
        if when is not None and when.day in asked and when.clock is None
    ]
    return with_asked(_masked(text, spans, mark=ASKED), question.question, question.unit)


def _times(question: MmQuestion, text: str, words: Vocabulary) -> Reading:
    golds = read_times(str(question.gold))
    if question.gold and len(golds) != 1:
        return _names(question, text, words)
    masked = with_asked(text, question.question)
    found = tuple(whole_times(masked))
    weekday = weekday_of(str(question.gold))
    fits = tuple(
        _time_fit(golds, when, weekday_of(masked[start:end]), weekday, words.years)
        for when, start, end in found
    )
    return Reading(fits, _masked(masked, [item[1:] for item in found]))


def _time_fit(
    golds: Sequence[When], when: When | None, given: str, weekday: str, years: Collection[int]
) -> Fit:
    if when is None:
        return Fit.OPEN
    if not golds:
        return Fit.OTHER
    gold, read = golds[0], [item for item in when.readings if item.is_in(years)]
    if not any(gold.fits(item) for item in read):
        return Fit.OTHER
    is_sure = gold.fits(when) and (gold.clock is None) == (when.clock is None)
    fits_day = (given == weekday) if given and weekday else is_weekday(when, given, years)
    return Fit.SAME if is_sure and fits_day else Fit.OPEN


def _people(question: MmQuestion, text: str, words: Vocabulary) -> Reading:
    gold = str(question.gold)
    masked = with_asked(text, question.question) if gold else text
    people = {*words.people, gold} - {""}
    return _of_names(question, masked, tuple(people_in(masked, people)))


def _names(question: MmQuestion, text: str, words: Vocabulary) -> Reading:
    """Names; but for those to choose from, what the question names is its subject."""
    golds = _golds(question)
    is_choice = question.answer_kind == "list" or question.query.operation == "ranking"
    is_choice = is_choice or (not question.gold and question.answer_kind == "name")
    known = set(words.names)
    if not is_choice:
        asked = things_in(plain(question.question), known)
        known -= {name for item in asked for name in item.owners} - golds
    found = tuple(things_in(text, known | golds))
    read = _of_names(question, text, found)
    return Reading(read.fits, with_asked(read.rest, question.question), read.values)


def _golds(question: MmQuestion) -> set[str]:
    gold = question.gold
    return ({gold} if isinstance(gold, str) else set(gold)) - {""}


def _of_names(question: MmQuestion, text: str, found: Sequence[Named]) -> Reading:
    golds = _golds(question)
    fits = tuple(
        Fit.SAME if item.owners <= golds else (Fit.OPEN if item.owners & golds else Fit.OTHER)
        for item in found
    )
    values = tuple(min(item.owners) for item in found)
    return Reading(fits, _masked(text, [(item.start, item.end) for item in found]), values)


def _masked(text: str, spans: Sequence[Span], mark: str = VALUE) -> str:
    for start, end in reversed(spans):
        text = text[:start] + mark + text[end:]
    return text


_Reader = Callable[[MmQuestion, str, Vocabulary], Reading]
_READERS: Mapping[str, _Reader] = {"number": _numbers, "time": _times, "person": _people}
