"""The auditor of form: question, gold and labels of one task alone."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.screening.lint_world import LintWorld, elements, proven

_WORDS = (5, 90)  # of a question
_UNFILLED = re.compile(r"\{\w*\}|<\w+>|\bNone\b|\bnan\b")
_DOUBLED = re.compile(r"\b([a-z]{2,}) \1\b")
_SURFACE_WORDS = re.compile(
    r"\b(?:sql|duckdb|knowledge graph|graph node|table view|passage|kb_search|table_query|"
    r"graph_neighbors|rag)\b",
    re.IGNORECASE,
)
_SECOND = re.compile(r"\band,? (?:also|what|how many|which|who|when)\b", re.IGNORECASE)
_TYPES: dict[AnswerType, type | tuple[type, ...]] = {
    AnswerType.NUMBER: (int, float),
    AnswerType.BOOLEAN: bool,
    AnswerType.LIST: tuple,
    AnswerType.STRING: str,
    AnswerType.ABSTAIN: str,
}


def _answerable(task: AtomicTask, _: LintWorld) -> str:
    if _UNFILLED.search(task.question):
        return "a place of the wording is not filled"
    return "" if task.question.rstrip().endswith(("?", ".")) else "the question does not end"


def _gold_correct(task: AtomicTask, _: LintWorld) -> str:
    gold = task.gold_answer
    if not isinstance(gold, _TYPES[task.answer_type]):
        return "the gold is not of the answer type"
    if isinstance(gold, bool) != (task.answer_type is AnswerType.BOOLEAN):
        return "a truth value stands for a number"
    if isinstance(gold, tuple) and (not gold or len(set(gold)) < len(gold)):
        return "the list is empty or holds an item twice"
    return "" if str(gold).strip() else "the gold is empty"


def _natural(task: AtomicTask, _: LintWorld) -> str:
    count = len(task.question.split())
    if not _WORDS[0] <= count <= _WORDS[1]:
        return f"the question has {count} words"
    if _DOUBLED.search(task.question):
        return "a word stands twice"
    first = task.question.split()[0]
    is_name = "." in first.rstrip(".,") or "_" in first  # a file's name is written as it is
    return "it begins in lower case" if first[0].islower() and not is_name else ""


def _atomic(task: AtomicTask, _: LintWorld) -> str:
    if task.question.count("?") > max(1, len(task.gold_evidence)):
        return "several question marks"
    is_single = task.answer_type in {AnswerType.NUMBER, AnswerType.BOOLEAN}
    return "a second question for a single value" if is_single and _asks_twice(task) else ""


def _asks_twice(task: AtomicTask) -> bool:
    return _SECOND.search(task.question) is not None


def _necessary(task: AtomicTask, _: LintWorld) -> str:
    declared: frozenset[Surface] = frozenset(task.required_surfaces)
    stood = proven(task.gold_evidence)
    # What is absent was searched for on all surfaces; the question asks for some of them.
    is_same = declared <= stood if task.answer_type is AnswerType.ABSTAIN else declared == stood
    if not is_same:
        return "declared surfaces are not those of the proof"
    return "" if declared else "no surface is declared"


def _no_leak(task: AtomicTask, _: LintWorld) -> str:
    if _SURFACE_WORDS.search(task.question):
        return "a word of the question names a surface"
    if task.answer_type in {AnswerType.BOOLEAN, AnswerType.ABSTAIN}:
        return ""
    said = normalise(task.question)
    figures = {mention.number for mention in find_numbers(task.question)}
    for part in elements(task):
        number = next(find_numbers(part), None)
        is_figure = number is not None and number.raw == part
        if (is_figure and number is not None and number.number in figures) or (
            not is_figure and has_token(said, normalise(part))
        ):
            return "the answer stands in the question"
    return ""


FORM_RULES = {
    "answerable": _answerable,
    "gold_correct": _gold_correct,
    "natural": _natural,
    "atomic": _atomic,
    "surfaces_necessary": _necessary,
    "no_leak": _no_leak,
}
