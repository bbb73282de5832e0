"""The auditor of the pool: a task beside the other candidates of its persona, and its scope."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from worksurface_pipeline.kernel.text import identifier, normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.screening.lint_world import LintWorld, elements

_LETTERS = 0.5  # of the characters of a question, at least
_SENTENCES = 4
_SENTENCE_END = re.compile(r"[.?!](?:\s|$)")
_AFTERTHOUGHT = re.compile(r"\?\s.*\b(?:also|besides|what about)\b", re.IGNORECASE)
_TOOL_WORDS = re.compile(
    r"\b(?:tool|query|sql|view|graph|retrieval|kb|vector|index search|schema)\b", re.IGNORECASE
)
_FIGURE = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_MOST_ELEMENTS = 60  # of an answer that a person would still read


def _answerable(task: AtomicTask, world: LintWorld) -> str:
    """A question must name its scope: the source task, or a file or entity of a proof."""
    if re.search(rf"\b{re.escape(task.source.task_id)}\b", task.question):
        return ""
    said = identifier(task.question)
    names = [item.source_file for item in task.gold_evidence if isinstance(item, TableEvidence)]
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence) and item.file in world.sources.documents:
            names.append(world.sources.documents[item.file].filename)
    is_named = any(identifier(name) in said for name in names)
    return "" if is_named else "the question names neither its task nor a file"


def _gold_correct(task: AtomicTask, world: LintWorld) -> str:
    same = world.by_question[normalise(task.question)]
    if any(other.gold_answer != task.gold_answer for other in same):
        return "the same question has another gold elsewhere"
    if len(elements(task)) > _MOST_ELEMENTS:
        return "nobody would read so long an answer"
    return _unlike(task)


def _unlike(task: AtomicTask) -> str:
    """Whether size or value of the gold is unlike its proof, as floats and counts."""
    gold = task.gold_answer
    sizes = [
        len(item.verified_complete_set)
        for item in task.gold_evidence
        if isinstance(item, GraphSetEvidence)
    ]
    if isinstance(gold, tuple) and sizes and len(gold) not in sizes:
        return f"{len(gold)} items against {sizes[0]} of the proof"
    if isinstance(gold, bool) or not isinstance(gold, (int, float)):
        return ""
    digits = task.answer_digits
    near = [*_figures(task), *map(float, sizes)]
    is_like = not near or any(_is_close(gold, value, digits) for value in near)
    return "" if is_like else "no figure of the proof is close to the gold"


def _figures(task: AtomicTask) -> Iterator[float]:
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence):
            cells = (value for row in item.verified_result for value in row)
            yield from (float(value) for value in cells if isinstance(value, (int, float)))
        if isinstance(item, RagEvidence):
            found = _FIGURE.findall(item.span)
            yield from (float(text.replace(",", "")) for text in found)


def _is_close(gold: float, value: float, digits: int | None) -> bool:
    slack = 0.5 * 10**-digits if digits is not None else 0.0
    return any(
        math.isclose(gold, one, rel_tol=1e-6, abs_tol=slack * (1 + 1e-9))
        for one in (value, value * 100, value / 100)
    )


def _natural(task: AtomicTask, _: LintWorld) -> str:
    letters = sum(char.isalpha() for char in task.question)
    return "" if letters >= len(task.question) * _LETTERS else "it is made of signs, not words"


def _atomic(task: AtomicTask, world: LintWorld) -> str:
    if len(world.by_question[normalise(task.question)]) > 1:
        return "another candidate asks the same"
    if _AFTERTHOUGHT.search(task.question):
        return "a further question follows the first"
    ends = len(_SENTENCE_END.findall(task.question))
    most = _SENTENCES + max(0, len(task.gold_evidence) - 1)  # a composite asks one by one
    return "" if ends <= most else f"it takes {ends} sentences"


def _necessary(task: AtomicTask, world: LintWorld) -> str:
    """A document that is a rendering of the very sheet of another proof adds no surface."""
    sheets = {item.source_file for item in task.gold_evidence if isinstance(item, TableEvidence)}
    for item in task.gold_evidence:
        document = world.sources.documents.get(item.file) if item.surface == "rag" else None
        if document and document.sheet and document.filename in sheets:
            return "document and table are one sheet"
    declared = task.required_surfaces
    return "a surface is declared twice" if len(set(declared)) < len(declared) else ""


def _no_leak(task: AtomicTask, world: LintWorld) -> str:
    """The answer spelt in any way, the name of a tool, or a file's name nobody asked for."""
    if _TOOL_WORDS.search(task.question):
        return "a tool is named"
    said = f"_{identifier(task.question)}_"
    has_own = task.answer_type not in {AnswerType.ABSTAIN, AnswerType.BOOLEAN}
    if has_own and any(f"_{identifier(part)}_" in said for part in elements(task)):
        return "the answer can be read off the question"
    is_graph = Surface.GRAPH in task.required_surfaces
    if is_graph or task.answer_type is not AnswerType.STRING:
        return ""
    names = {normalise(document.filename) for document in world.sources.documents.values()}
    leaked = [part for part in elements(task) if normalise(part) in names]
    return "the answer is a file's name" if leaked else ""


POOL_RULES = {
    "answerable": _answerable,
    "gold_correct": _gold_correct,
    "natural": _natural,
    "atomic": _atomic,
    "surfaces_necessary": _necessary,
    "no_leak": _no_leak,
}
