"""Exact matching of an answer with a gold, a rule for each kind of answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation

from worksurface_pipeline.kernel.number_forms import NumberReading, read_numbers
from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.names import calls_of, named, places_of
from worksurface_pipeline.mmenterprise.evaluation.times import read_times, without_times
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

SEVERAL = "several"
"""How the rule begins where an answer gives the gold and more of its kind."""
_PERCENT = "percent"
_PERCENTS = frozenset({"%", "percent", "per cent", "pp", "percentage points"})
_SHORT = 8  # words; a longer answer may hold the gold in words that no rule knows
_VERDICTS = ("not established", "contradicted", "supported")


def matched(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    """What the rule of the answer's kind says."""
    return _RULES[question.answer_kind](question, answer, words)


def _number(question: MmQuestion, answer: str, _words: Vocabulary) -> Judgement:
    golds = _golds(question)
    if not golds:
        return undecided("the gold is no figure")
    stated = _stated(question, answer)
    if not stated:
        return wrong("no figure") if _is_short(answer) else undecided("no figure in a long answer")
    fits = [any(_is_figure(question, gold, item) for gold in golds) for item in stated]
    if all(fits):
        return correct("the figure")
    return (
        undecided(f"{SEVERAL} figures, the gold among them")
        if any(fits)
        else wrong("other figures")
    )


def _golds(question: MmQuestion) -> tuple[NumberReading, ...]:
    """The gold as a figure; where its unit is a scale word ("million"), scaled by it as well."""
    bare = _sole(str(question.gold))
    if bare is None:
        return ()
    whole = _sole(f"{question.gold} {question.unit}") or bare
    return NumberReading(bare.value, whole.unit), whole


def _stated(question: MmQuestion, answer: str) -> tuple[NumberReading, ...]:
    """The figures of an answer; dates do not count, nor what it repeats of the question."""
    found = read_numbers(without_times(answer))
    asked = {item.value for item in read_numbers(question.question)}
    fresh = tuple(item for item in found if item.value not in asked)
    return fresh or found


def _is_figure(question: MmQuestion, gold: NumberReading, stated: NumberReading) -> bool:
    """Equal as figures; what was divided may be rounded farther out than asked for."""
    if stated.unit == _PERCENT and question.unit and question.unit not in _PERCENTS:
        return False
    if stated.unit and gold.unit and stated.unit != gold.unit:
        return False
    if stated.value == gold.value:
        return True
    return question.query.operation == "ratio" and _rounds_to(stated.value, gold.value)


def _rounds_to(value: Decimal, gold: Decimal) -> bool:
    ways = (ROUND_HALF_EVEN, ROUND_HALF_UP)
    try:
        return any(value.quantize(gold, rounding=way) == gold for way in ways)
    except InvalidOperation:  # a figure too long to be rounded is no answer
        return False


def _sole(text: str) -> NumberReading | None:
    found = read_numbers(text)
    return found[0] if len(found) == 1 else None


def _time(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    golds = read_times(str(question.gold))
    if len(golds) != 1:
        return _name(question, answer, words)
    stated = read_times(answer)
    if not stated:
        return wrong("no time") if _is_short(answer) else undecided("no time in a long answer")
    fits = [golds[0].fits(item) for item in stated]
    if all(fits):
        return correct("the time")
    return undecided(f"{SEVERAL} times, the gold among them") if any(fits) else wrong("other times")


def _person(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    return _among(str(question.gold), answer, words.people, calls_of(words.people))


def _name(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    gold = str(question.gold)
    asked = question.query.operation == "ranking"
    known = words.names if asked else _not_asked(question, words.names, gold)
    return _among(gold, answer, known, {})


def _not_asked(question: MmQuestion, names: Sequence[str], gold: str) -> tuple[str, ...]:
    """Names but for those of the question: an answer may well repeat what it is about."""
    text = normalise(question.question)
    return tuple(name for name in names if name == gold or normalise(name) not in text)


def _among(gold: str, answer: str, known: Iterable[str], calls: Mapping[str, str]) -> Judgement:
    given = named(answer, {gold, *known}, calls)
    if given == {gold}:
        return correct("the name")
    if gold in given:
        return undecided(f"{SEVERAL} names, the gold among them")
    if given:
        return wrong("other names")
    return wrong("no name that is known") if _is_short(answer) else undecided("no name is known")


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
    order = sorted(gold, key=lambda item: places[item])
    return correct("the list in order") if tuple(order) == gold else wrong("another order")


def _verdict(question: MmQuestion, answer: str, _words: Vocabulary) -> Judgement:
    text = normalise(answer.replace("_", " "))
    found = [item for item in _VERDICTS if has_token(text, item)]
    if len(found) != 1 or has_token(text, f"not {found[0]}"):
        return undecided("no single verdict")
    gold = normalise(str(question.gold).replace("_", " "))
    return correct("the verdict") if found[0] == gold else wrong("another verdict")


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
