"""A question as the asked_* gates read it: without names, lead and ending, and by its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Evidence
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import MONTHS, NUMBER_WORDS
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.words import Word, synonyms, words_of

_ENDING = re.compile(
    r"\b(?:give|round|answer|state|express)\b(?: (?:it|them|the \w+|your answer))?"
    r"(?: in percent,?)?(?: rounded)?(?: to)?(?: an?)? ?(?:whole number|\w+ decimals?|\w+ digits?)"
    r"[^.?]*[.?]?|\banswer as “?\"?[^.\"”]*[\"”.]*|\(?\b\w+ decimals?(?: places)?\b\)?"
    r"|\bgive it as [^.?]*|\brounded to [^.,?]*"
    r"|\bin (?:percent|per cent|%)(?!\w)|\bas a percentage\b",
    re.IGNORECASE,
)
_TASK = re.compile(r"\btask (?:no\.? |number )?#?(\w*\d\w*)\b", re.IGNORECASE)
# Where the next clause of a question with several answers begins.
_NEXT = re.compile(
    r"(?:[,;.?]\s*(?:and\s+)?|\s+and\s+)(?:(?:first|second|third)(?:ly)?[,:]?\s+)?"
    r"(?=(?:in |from |by |on |of )?(?:how|what|which|who|when|where)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:how|what|which|who|when|where)\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, or a clause of it: the text without names, its words and their stems."""

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]

    def states(self, stems: Iterable[str]) -> bool:
        """Whether every stem, or general English for it, is said."""
        return all(synonyms(stem) & self.stems for stem in stems)

    @property
    def numbers(self) -> frozenset[Decimal]:
        """The figures said, in digits and words; a month is its number, 5 % is 0.05 as well."""
        found: set[Decimal] = set()
        for mention in find_numbers(_DAY.sub(r"\1", self.text.replace("-", " "))):
            found |= {mention.number, mention.number / 100}
        found |= {mention.number for mention in find_numbers(self.text)}
        said = (word.text.lower() for word in self.words)
        found |= {Decimal(NUMBER_WORDS[word]) for word in said if word in NUMBER_WORDS}
        return frozenset(found | {Decimal(MONTHS[name]) for name in self.months})

    @property
    def months(self) -> tuple[str, ...]:
        """Names of months."""
        return tuple(_MONTH.findall(self.text))

    def without(self, pieces: Iterable[str]) -> Asked:
        """The same without some texts, the longest first."""
        text = self.text
        for piece in sorted(set(pieces), key=lambda one: (-len(one), one)):
            pattern = r"[\s_-]+".join(re.escape(part) for part in re.split(r"[\s_-]+", piece))
            text = re.sub(rf"(?<!\w){pattern}(?!\w)", " ", text, flags=re.IGNORECASE)
        return asked_of(text)


def asked_of(text: str) -> Asked:
    """A text as it is read."""
    words = words_of(text)
    return Asked(text, words, frozenset(word.stem for word in words))


def question_of(task: AtomicTask, context: Context) -> Asked:
    """The question without names of files, sheets and source tasks, and without its ending."""
    key = f"{task.id} {task.question}"
    return context.last("asked", key, lambda: _stripped(task, context))


def _stripped(task: AtomicTask, context: Context) -> Asked:
    text = _ENDING.sub(" ", task.question)
    for name in sorted(names_in(task, context), key=lambda one: (-len(one), one)):
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    return asked_of(_TASK.sub(" ", text))


def names_in(task: AtomicTask, context: Context) -> frozenset[str]:
    """Names of the source task's files, and of its sheets behind "sheet", that the question has."""
    said = task.question.casefold()
    return frozenset(name for name in _names(task, context) if name.casefold() in said)


def _names(task: AtomicTask, context: Context) -> frozenset[str]:
    surfaces = context.surfaces
    if surfaces is None:
        return frozenset()
    source = task.source.task_id
    files = {one.filename for one in surfaces.documents.documents if one.task_id == source}
    files |= {one.filename for one in surfaces.tables.records if one.task_id == source}
    kinds = ("input", "output")
    nodes = surfaces.graph.nodes
    files |= {one.label for one in nodes if one.kind in kinds and one.task_id == source}
    sheets = {one.sheet for one in surfaces.tables.records if one.task_id == source and one.sheet}
    for sheet in sheets:
        files |= {
            f"“{sheet}”",
            f"sheet {sheet}",
            f'"{sheet}"',
            f"{sheet} sheet",
            f"'{sheet}'",
            f"({sheet})",
        }
    return frozenset(files)


def source_tasks_in(question: str) -> frozenset[str]:
    """Ids of the source tasks that a question names: "Task 7"."""
    return frozenset(match[1] for match in _TASK.finditer(question))


def clause_of(task: AtomicTask, item: Evidence, context: Context) -> Asked:
    """The clause that a proof answers; the whole question where it cannot be split so."""
    whole = question_of(task, context)
    if len(task.gold_evidence) == 1:
        return whole
    clauses = list(_clauses(whole.text))
    if len(clauses) != len(task.gold_evidence):
        return whole
    return asked_of(clauses[task.gold_evidence.index(item)])


def _clauses(text: str) -> Iterator[str]:
    """Clauses that ask; what stands before the first belongs to it."""
    before = ""
    for piece in _NEXT.split(text):
        if _ASKS.search(piece):
            yield f"{before} {piece}"
            before = ""
        else:
            before += f" {piece}"


def is_own(task: AtomicTask, item: Evidence, context: Context) -> bool:
    """Whether a proof has its clause for itself: what that clause states, it must do."""
    is_alone = len(task.gold_evidence) == 1
    return is_alone or clause_of(task, item, context) is not question_of(task, context)
