"""A rubric's wording without its task's values: the words that recur, and slots for all else.

Quotations, file names, figures and names are slots, and so is every word that the rubrics of few
source tasks have. What only asks ("does", "whether it is clear that") is set apart, so that
"Does the report list …" and "Whether the report lists …" are one form.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.proposals.procedure_words import (
    ADVERBS,
    ARTICLES,
    ASKING,
    FIGURES,
    JOINING,
)
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.tasks.words import stem

FILE, FIGURE, DETAIL = "[file]", "[figure]", "[detail]"
SLOTS = frozenset({FILE, FIGURE, DETAIL})
_QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|‘[^’]*’|(?<!\w)'[^']*'(?!\w)")
_FILE_NAME = re.compile(r"[\w()&+-]+(?:\.[\w()&+-]+)*\.[A-Za-z]{2,5}\b")
_TOKEN = re.compile(r"\[file\]|\[detail\]|\S*\d\S*|\S*_\S*|[^\W\d_]+(?:-[^\W\d_]+)*|[,;:()]")
_OWNING = re.compile(r"(?<=[a-z])['’]s\b")
_STARTS = re.compile(r"(?:^|[.?!:;]\s+)(\w)")
_WORD = re.compile(r"[^\W\d_]+")
# "In the summary, is the total …": where it stands comes first, what is asked behind the comma.
_PLACE = re.compile(
    r"^(?:in|for|under|when|among|at|within|on|after|from|as|regarding)\b[^,?]*,\s+(?=(?:"
    + "|".join(sorted(ASKING))
    + r")\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Form:
    """One rubric: its source task, where it stands among its rubrics (0 to 1), and its words.

    `asking` is the word that it asks with; `said` are the other words, adverbs left out; `keys`, as
    many, are the stems and slots by which forms are compared ("" of an article).
    """

    task: SourceTask
    place: float
    asking: str
    keys: tuple[str, ...]
    said: tuple[str, ...]


def forms_of(source_tasks: Sequence[SourceTask], least: int) -> tuple[Form, ...]:
    """The forms of all rubrics; words in the rubrics of fewer than `least` tasks become slots."""
    names = proper_words(source_tasks)
    spread: dict[str, set[str]] = defaultdict(set)
    for task in source_tasks:
        for rubric in task.rubrics:
            for word in _WORD.findall(rubric.text):
                spread[stem(word)].add(task.task_id)
    common = frozenset(word for word, tasks in spread.items() if len(tasks) >= least)
    return tuple(
        _form(task, number, common, names)
        for task in source_tasks
        for number in range(len(task.rubrics))
    )


def proper_words(source_tasks: Sequence[SourceTask]) -> frozenset[str]:
    """Words written with a capital within sentences at least a quarter as often as small."""
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for text in _texts(source_tasks):
        begins = {match.start(1) for match in _STARTS.finditer(text)}
        for match in _WORD.finditer(text):
            word = match.group()
            if word != word.lower() and match.start() not in begins:
                capital[word.lower()] += 1
            elif word == word.lower():
                small[word] += 1
    return frozenset(word for word, count in capital.items() if count * 4 >= small[word])


def _texts(source_tasks: Sequence[SourceTask]) -> Iterator[str]:
    for task in source_tasks:
        yield task.instruction
        yield from (rubric.text for rubric in task.rubrics)


def _form(task: SourceTask, number: int, common: frozenset[str], names: frozenset[str]) -> Form:
    plain = _OWNING.sub("", task.rubrics[number].text)
    text = _FILE_NAME.sub(FILE, _QUOTED.sub(_quoted_slot, plain))
    tokens = _TOKEN.findall(_PLACE.sub("", text))
    asking, rest = _asked(tokens)
    said: list[str] = []
    for token in rest:
        word = _slotted(token, common, names)
        if word in said[-1:] and word in SLOTS:
            continue  # one slot for neighbours
        said += [word] if word not in ADVERBS else []
    return Form(task, number / len(task.rubrics), asking, tuple(map(_key, said)), tuple(said))


def _key(word: str) -> str:
    if word in ARTICLES:
        return ""
    return word if word in SLOTS else stem(word)


def _quoted_slot(match: re.Match[str]) -> str:
    return FILE if _FILE_NAME.search(match[0]) else DETAIL


def _asked(tokens: Sequence[str]) -> tuple[str, list[str]]:
    """The first word that asks, and what follows it."""
    first = tokens[0].lower() if tokens else ""
    if first not in ASKING:
        return "", list(tokens)
    return first, list(tokens[1:])


def _slotted(token: str, common: frozenset[str], names: frozenset[str]) -> str:
    low = token.lower()
    if token in SLOTS or not token[0].isalnum():
        return token if token in SLOTS else DETAIL
    if any(char.isdigit() for char in token) or low in FIGURES:
        return FIGURE
    if low in JOINING or low in ARTICLES or low in ADVERBS:
        return low
    is_plain = token.isascii() and "_" not in token and low not in names and stem(low) in common
    return low if is_plain else DETAIL
