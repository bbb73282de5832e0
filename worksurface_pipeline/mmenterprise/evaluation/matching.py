"""Exact matching of an answer with a gold, where the whole answer is understood."""

from __future__ import annotations

import re

from worksurface_pipeline.mmenterprise.evaluation.figures import Fit
from worksurface_pipeline.mmenterprise.evaluation.grammar import is_understood
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    Vocabulary,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.plain import VALUE
from worksurface_pipeline.mmenterprise.evaluation.reading import Reading, reading_of
from worksurface_pipeline.mmenterprise.evaluation.verdicts import judged
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

SEVERAL = "several"
"""How the rule begins where an answer gives the gold and more of its kind."""
_OF_KIND = {"number": "figure", "time": "time"}
_SEPARATOR = r"(?:, then|[,;]| then| ->|\u2192)"
_ZERO = re.compile(r"(?<![\d.,])0+(?:[.,]0+)?(?![\d.,]|\d)")
_COUNTED = re.compile(rf"(?:(?<=^)|(?<= ))(\d{{1,2}})[.)] (?={VALUE})")
_MOST = 20  # names of a list


def matched(question: MmQuestion, answer: str, words: Vocabulary) -> Judgement:
    """Right or wrong for a plain value, undecided for all else."""
    if question.answer_kind == "verdict":
        return judged(str(question.gold), answer)
    read = reading_of(question, answer, words)
    if question.answer_kind == "list":
        return _list(question, read)
    kind = _OF_KIND.get(question.answer_kind, "name")
    if not read.fits:
        return undecided(f"no {kind} that is known")
    if len(read.fits) > 1:
        is_among = Fit.OTHER in read.fits and {Fit.SAME, Fit.BARE} & set(read.fits)
        return undecided(f"{SEVERAL} {kind}s, the gold among them" if is_among else f"{kind}s")
    if not is_understood(read.rest, question):
        return undecided(f"more than a {kind}")
    return _of_fit(read.fits[0], kind)


def gives(question: MmQuestion, answer: str, words: Vocabulary) -> bool:
    """Whether the gold is what an answer gives, whatever it says about it.

    It tells where an answer comes from that is known to be wrong; it never makes one right.
    """
    read = reading_of(question, answer, words)
    if question.answer_kind == "list":
        return read.values == _golds(question)
    return bool(read.fits) and set(read.fits) <= {Fit.SAME, Fit.BARE, Fit.EXTRA}


def is_plain_value(question: MmQuestion, answer: str, words: Vocabulary) -> bool:
    """Whether an answer is a value and nothing else, of whatever kind."""
    own = question.answer_kind
    kinds = dict.fromkeys((own, "number", "time", "person", "choice"))
    return any(_is_plain(question, answer, words, kind) for kind in kinds)


def _is_plain(question: MmQuestion, answer: str, words: Vocabulary, kind: str) -> bool:
    asked = question.model_copy(update={"answer_kind": kind})
    read = reading_of(asked, answer, words)
    if kind == "number" and _ZERO.search(answer):
        return False  # none at all may be said of what never was
    if kind == "list" and len(read.fits) > 1:
        return _order_of(read.rest, falls=True, value_count=len(read.fits))
    return len(read.fits) == 1 and is_understood(read.rest, asked)


def _of_fit(fit: Fit, kind: str) -> Judgement:
    if fit is Fit.SAME:
        return correct(f"the {kind}")
    if fit is Fit.OTHER:
        return wrong(f"other {kind}s")
    return undecided(
        f"the {kind} without its unit" if fit is Fit.BARE else f"a {kind} that may be the gold"
    )


def _list(question: MmQuestion, read: Reading) -> Judgement:
    """All items in the order of the gold and none besides."""
    gold = _golds(question)
    falls = question.query.argument == "descending"
    if not read.values or not _order_of(read.rest, falls=falls, value_count=len(read.values)):
        return undecided("no plain list")
    if read.values == gold:
        return correct("the list in order")
    if len(set(read.values)) < len(read.values) or set(read.values) - set(gold):
        return undecided("other names than asked for")
    return wrong("another order" if set(read.values) == set(gold) else "items missing")


def _order_of(rest: str, *, falls: bool, value_count: int) -> bool:
    """Whether names stand in a plain row, numbered from the first to the last if at all."""
    numbers = _COUNTED.findall(rest)
    if numbers and numbers != [str(place) for place in range(1, value_count + 1)]:
        return False
    row, gap = _COUNTED.sub("", rest), rf"(?:{_SEPARATOR}| >)" if falls else _SEPARATOR
    lead = r"(?:(?:the )?(?:order|answer)(?: is|:) |it is )?"
    between = rf"(?:{gap} | )" if numbers else f"{gap} "
    last = rf"(?:,? and {VALUE})?"
    pattern = rf"{lead}{VALUE}(?:{between}{VALUE}){{0,{_MOST}}}{last}\.?"
    return re.fullmatch(pattern, row.strip(), re.IGNORECASE) is not None


def _golds(question: MmQuestion) -> tuple[str, ...]:
    return (question.gold,) if isinstance(question.gold, str) else question.gold
