"""Exact matching of an answer with a gold, a rule for each kind of answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.number_forms import NumberReading, read_numbers
from worksurface_pipeline.kernel.text import find_token, normalise
from worksurface_pipeline.mmenterprise.evaluation.figures import (
    Figure,
    figures_of,
    golds_of,
    in_words,
    is_gold,
)
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.names import calls_of, named, places_of
from worksurface_pipeline.mmenterprise.evaluation.negation import folded, is_denied
from worksurface_pipeline.mmenterprise.evaluation.times import has_bare_day, read_times
from worksurface_pipeline.mmenterprise.evaluation.verdicts import judged
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

SEVERAL = "several"
"""How the rule begins where an answer gives the gold and more of its kind."""
DENIED = "a denial by the gold"
_SHORT = 8  # words; a longer answer may hold the gold in words that no rule knows
_FIGURES = re.compile(r"\d[\d.,:/-]*")


def matched(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    """What the rule of the answer's kind says."""
    return _RULES[question.answer_kind](question, answer, words)


def _number(question: MmQuestion, answer: str, _words: Vocabulary) -> Judgement:
    golds = golds_of(question)
    if not golds:
        return undecided("the gold is no figure")
    stated = _stated(question, answer)
    if not stated:
        is_open = in_words(answer) or not _is_short(answer)
        return undecided("no figure in digits") if is_open else wrong("no figure")
    fits = [_fit(question, golds, item) for item in stated]
    if all(fits):
        is_denied = any(item.is_denied for item in stated)
        return undecided(DENIED) if is_denied else correct("the figure")
    if True in fits:
        return undecided(f"{SEVERAL} figures, the gold among them")
    return undecided("the figure in a unit of its own") if None in fits else wrong("other figures")


def _fit(question: MmQuestion, golds: Sequence[NumberReading], item: Figure) -> bool | None:
    found = {is_gold(question, gold, item) for gold in golds}
    return True if True in found else (None if None in found else False)


def _stated(question: MmQuestion, answer: str) -> tuple[Figure, ...]:
    """The figures of an answer; dates do not count, nor what it repeats of the question."""
    found = tuple(figures_of(answer, str(question.gold)))
    asked = {item.value for item in read_numbers(question.question)}
    fresh = tuple(item for item in found if item.value not in asked)
    return fresh or found


def _time(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    golds = read_times(str(question.gold))
    if len(golds) != 1:
        return _name(question, answer, words)
    stated = read_times(answer)
    if not stated:
        is_open = has_bare_day(answer) or not _is_short(answer)
        return undecided("no time in full") if is_open else wrong("no time")
    gold = golds[0]
    fits = [gold.fits(item) and item.is_in(words.years) for item in stated]
    if all(fits):
        return undecided(DENIED) if _denies_a_figure(answer) else correct("the time")
    if any(fits):
        return undecided(f"{SEVERAL} times, the gold among them")
    read = [item for found in stated for item in found.readings if item.is_in(words.years)]
    if any(gold.fits(item) for item in read):
        return undecided("a day in figures that can be read two ways")
    return wrong("other times")


def _denies_a_figure(answer: str) -> bool:
    """Whether a denial stands near any figure, in whatever notation it is written."""
    text = folded(answer)
    places = [match.span() for match in _FIGURES.finditer(text)]
    ends = (*places[:1], *places[-1:])
    return any(is_denied(text[:start], text[end:]) for start, end in ends)


def _person(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    gold = str(question.gold)
    calls = calls_of(words.people)
    parts = tuple(call for call, name in calls.items() if name == gold)
    return _among(gold, answer, words.people, calls, parts)


def _name(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    gold = str(question.gold)
    asked = question.query.operation == "ranking"
    known = words.names if asked else _not_asked(question, words.names, gold)
    return _among(gold, answer, known, {}, ())


def _not_asked(question: MmQuestion, names: Sequence[str], gold: str) -> tuple[str, ...]:
    """Names but for those of the question: an answer may well repeat what it is about."""
    text = normalise(question.question)
    return tuple(name for name in names if name == gold or normalise(name) not in text)


def _among(
    gold: str,
    answer: str,
    known: Iterable[str],
    calls: Mapping[str, str],
    parts: tuple[str, ...],
) -> Judgement:
    given = named(answer, {gold, *known}, calls)
    if given == {gold}:
        is_denied = _denies(answer, (gold, *parts))
        return undecided(DENIED) if is_denied else correct("the name")
    if gold in given:
        return undecided(f"{SEVERAL} names, the gold among them")
    if given:
        return wrong("other names")
    return wrong("no name that is known") if _is_short(answer) else undecided("no name is known")


def _denies(answer: str, values: Iterable[str]) -> bool:
    """Whether a denial stands near any of the values, wherever they occur."""
    text = folded(answer)
    forms = [folded(value) for value in values]
    places = ((place, len(form)) for form in forms for place in find_token(text, form))
    return any(is_denied(text[:start], text[start + size :]) for start, size in places)


def _list(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    """All items in the order of the gold and none besides."""
    gold = (question.gold,) if isinstance(question.gold, str) else question.gold
    places = places_of(normalise(answer), {*gold, *words.names})
    missing = set(gold) - set(places)
    if missing:
        has_none = len(missing) == len(gold) and not _is_short(answer)
        return undecided("none of the items") if has_none else wrong("items missing")
    if set(places) - set(gold):
        return undecided("more names than asked for")
    if _denies(answer, gold):
        return undecided(DENIED)
    order = sorted(gold, key=lambda item: places[item])
    return correct("the list in order") if tuple(order) == gold else wrong("another order")


def _verdict(question: MmQuestion, answer: str, _words: Vocabulary) -> Judgement:
    return judged(str(question.gold), answer)


def _is_short(answer: str) -> bool:
    return len(answer.split()) <= _SHORT


_Rule = Callable[[MmQuestion, str, Vocabulary], Judgement]
_RULES: Mapping[str, _Rule] = {
    "number": _number,
    "person": _person,
    "time": _time,
    "choice": _name,
    "name": _name,
    "list": _list,
    "verdict": _verdict,
}
