"""Whether an answer that abstains offers a value all the same.

"Not stated; Cedar's is 310" names the nearest fact and stays an abstention; "46.5 MW (not stated
for other sites)" answers. The answer is cut into clauses: a value of the kind that was asked for,
in a clause that denies nothing and is about no other entity, is offered, plainly so where the
clause is nothing but the value or names what was asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.evaluation.abstaining import abstains
from worksurface_pipeline.mmenterprise.evaluation.figures import Figure, figures_of, in_words
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.names import calls_of, named
from worksurface_pipeline.mmenterprise.evaluation.negation import denies, folded
from worksurface_pipeline.mmenterprise.evaluation.times import read_times
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion


class Offer(StrEnum):
    """How an answer holds a value of the kind that was asked for."""

    NONE = "none"
    PERHAPS = "perhaps"
    PLAIN = "plain"


_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n")
_CLAUSE = re.compile(
    r",\s+|\s*[()\[\]]\s*|\s[\u2013\u2014-]\s|"
    r"\b(?:but|and|or|although|though|while|whereas|so|yet|because|since|however|still|only)\b"
)
_WORD = re.compile(r"[^\W\d_]+")
_FILLER = (
    "a an the it is was are were be this that answer about of at for in on as by to value figure "
    "result therefore thus hence my final here person who i would say there yes has have"
)
_FILLERS = frozenset(_FILLER.split())
_MOST_BESIDE = 1  # words beside the value in a clause that is nothing but the value
_CHOSEN = re.compile(
    r"\b(?:higher|lower|highest|lowest|top|first|most|least|more|less|greater|greatest|larger|"
    r"largest|smaller|smallest|better|best|longer|longest|shorter|shortest|leads?)\b"
)
_COUNTED = re.compile(
    r"\s?(?:\w+ )?(?:records?|documents?|messages?|files?|sources?|notes?|e-?mails?|pages?|"
    r"threads?|versions?|reports?|decks?)\b"
)
_NUMBERED = re.compile(
    r"(?:version|v|page|report|deck|slide|note|record|week|no\.|number|section|table|item|"
    r"appendix|chapter|sheet|row|of|step)\s?#?\(?$"
)


def offer_of(question: MmQuestion, answer: str, words: Vocabulary) -> Offer:
    """The plainest offer that any clause of the answer makes."""
    found = [
        _of_clause(question, sentence, clause, words)
        for sentence in _SENTENCE.split(answer)
        for clause in _CLAUSE.split(sentence)
        if clause and clause.strip()
    ]
    order = tuple(Offer)
    return max(found, key=order.index, default=Offer.NONE)


def _of_clause(question: MmQuestion, sentence: str, clause: str, words: Vocabulary) -> Offer:
    values = _VALUES.get(question.answer_kind, _names)(question, clause, words)
    if not values:
        return Offer.NONE
    has_subject = _has_subject(question, clause)
    if not has_subject and _is_foreign(question, clause, words):
        return Offer.NONE
    if denies(clause) or abstains(clause):  # whose records do not say it is no answer to who
        return Offer.PERHAPS if question.answer_kind in ("number", "time") else Offer.NONE
    is_plain = _is_bare(question, clause, values) or has_subject
    if question.answer_kind in ("choice", "name"):
        is_plain = _is_bare(question, clause, values) or bool(_CHOSEN.search(folded(clause)))
    is_elsewhere = not has_subject and _is_foreign(question, sentence, words)
    return Offer.PLAIN if is_plain and not is_elsewhere else Offer.PERHAPS


def _figures(question: MmQuestion, clause: str, _words: Vocabulary) -> tuple[str, ...]:
    asked = {abs(item.value) for item in figures_of(question.question)}
    found = tuple(
        str(item.value)
        for item in figures_of(clause)
        if abs(item.value) not in asked and not _is_beside(item)
    )
    units = _WORD.findall(folded(question.unit))
    is_spelt = in_words(clause) and any(has_token(folded(clause), unit) for unit in units)
    return found or ((clause,) if is_spelt else ())


def _is_beside(item: Figure) -> bool:
    """Whether a figure counts or numbers records instead of answering."""
    return bool(_COUNTED.match(folded(item.after)) or _NUMBERED.search(folded(item.before)))


def _times(question: MmQuestion, clause: str, words: Vocabulary) -> tuple[str, ...]:
    asked = {item.day for item in read_times(question.question)}
    found = tuple(str(item) for item in read_times(clause) if item.day not in asked)
    return found or _names(question, clause, words)


def _people(question: MmQuestion, clause: str, words: Vocabulary) -> tuple[str, ...]:
    calls = calls_of(words.people)
    asked = named(question.question, words.people, calls)
    return tuple(sorted(named(clause, words.people, calls) - asked))


def _names(question: MmQuestion, clause: str, words: Vocabulary) -> tuple[str, ...]:
    """Of names to choose from, those of the question; of other values, all but those."""
    found = named(clause, words.names, {})
    asked = named(question.question, words.names, {})
    is_choice = question.answer_kind in ("name", "list")
    return tuple(sorted(found & asked if is_choice and asked else found - asked))


def _has_subject(question: MmQuestion, clause: str) -> bool:
    """Whether a clause names what was asked about, whose absence is the gold."""
    if _rejects_premise(question):
        return False
    subject = folded(question.query.argument.partition("|")[0]).strip()
    return bool(subject) and has_token(folded(clause), subject)


def _is_foreign(question: MmQuestion, text: str, words: Vocabulary) -> bool:
    """Whether a text is about an entity that the question does not name."""
    if question.answer_kind in ("choice", "name", "list"):
        return False
    return bool(named(text, words.names, {}) - named(question.question, words.names, {}))


def _is_bare(question: MmQuestion, clause: str, values: Sequence[str]) -> bool:
    """Whether a clause holds hardly more than the value."""
    beside = {part for value in values for part in folded(value).split()}
    beside |= set(_WORD.findall(folded(question.unit)))
    rest = [word for word in _WORD.findall(folded(clause)) if word not in _FILLERS | beside]
    return len(rest) <= (0 if _rejects_premise(question) else _MOST_BESIDE)


def _rejects_premise(question: MmQuestion) -> bool:
    """Whether a good answer denies what the question supposes and may well tell what is so."""
    return question.absence is Absence.PREMISE_CONTRADICTED


_Reader = Callable[[MmQuestion, str, Vocabulary], tuple[str, ...]]
_VALUES: Mapping[str, _Reader] = {"number": _figures, "time": _times, "person": _people}
