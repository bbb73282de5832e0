"""The answer stands in the question, a tool text or, unless a file is asked for, in a name.

Taught by ws_lite_159_xrt_0020 (the answer is the end of a document id in the question),
pool_r_0149 ("10" completes a title of partner_agreement_10.md) and field report 5 (answers in
provenance comments and tool texts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
    Scalar,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    paths_of,
    sets_of,
    spans_of,
)
from worksurface_pipeline.worksurface.tasks.golds import elements
from worksurface_pipeline.worksurface.tasks.leaks import holds_answer, is_number, split_elements
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs

NAME = "leak"
IN_QUESTION = "answer stands in the question"
IN_FILE_NAME = "answer stands in the file name"
IN_NAME = "answer stands in an id or a title"
IN_TOOL = "answer stands in a tool description"
_FILE = re.compile(r"[\w().\-]+\.[A-Za-z]{2,5}\b")
_PARTS = re.compile(r"[^\W_]+")
_SHORT = 3
# Digits from which on a rounded number gives the answer away.
_TELLING = 3
# "One" and "two" are said in many questions that give nothing away.
_WORDS = dict(enumerate(("three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=3))
# A text of so many digits is a code, and no chance meeting in a title.
_CODE = 4
_TOOLS = " ".join(
    f"{spec.signature} {spec.description}" for spec in tool_specs(ToolSettings(), tuple(Surface))
).lower()


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds answers that can be read without looking."""
    golds = tuple(_golds(task))
    if _in_question(task, golds):
        detail = "the answer stands in the question"
        return finding(NAME, IN_QUESTION, detail, context, Checked.RECORD)
    for gold in golds:
        reason = _in_names(task, str(gold), context)
        if reason:
            return finding(NAME, reason, f"{gold!r}: {reason}", context, Checked.RECORD)
    return None


def _golds(task: AtomicTask) -> Iterator[Scalar]:
    for element in elements(task):
        is_composite = isinstance(element, str) and ";" in element and len(task.gold_evidence) > 1
        yield from split_elements(str(element)) if is_composite else (element,)


def _in_question(task: AtomicTask, golds: tuple[Scalar, ...]) -> bool:
    question = task.question
    if task.answer_type is AnswerType.ABSTAIN:
        return normalise(str(task.gold_answer)) in normalise(question)
    if any(_is_told(question, gold) for gold in golds):
        return True
    joined = [str(gold) for gold in golds if not is_number(str(gold)) and "." in str(gold)]
    return holds_answer(question, golds) or any(f"__{gold}" in question for gold in joined)


def _is_told(question: str, gold: Scalar) -> bool:
    """Whether a number stands in the question rounded, or as a word."""
    if isinstance(gold, bool) or not isinstance(gold, (int, float)):
        return False
    if isinstance(gold, int):
        return gold in _WORDS and has_token(question.lower(), _WORDS[gold])
    for mention in find_numbers(question):
        digits = len(mention.value.strip("-0").replace(".", ""))
        half = Decimal(10) ** -mention.digits / 2
        if digits >= _TELLING and abs(Decimal(str(gold)) - mention.number) <= half:
            return True
    return False


def _in_names(task: AtomicTask, gold: str, context: Context) -> str:
    if any(spans_of(task)) and is_number(gold):
        named = {part for name in _FILE.findall(task.question) for part in _PARTS.findall(name)}
        if gold in named:
            return IN_FILE_NAME
    if not isinstance(task.gold_answer, (str, tuple)) or (is_number(gold) and len(gold) < _CODE):
        return ""
    if len(gold) >= _SHORT and has_token(_TOOLS, gold.lower()):
        return IN_TOOL
    if any(paths_of(task)) or any(sets_of(task)):
        return ""  # a file is asked for
    names = [name.replace("_", " ") for name in _names(task, context)]
    said = gold.replace("_", " ")
    if len(gold) >= _SHORT:
        names, said = list(map(normalise, names)), normalise(said)
    return IN_NAME if any(has_token(name, said) for name in names) else ""


def _names(task: AtomicTask, context: Context) -> Iterator[str]:
    """Ids and titles of what the proofs read."""
    for item in task.gold_evidence:
        if isinstance(item, TableEvidence):
            yield from (item.table, item.source_file, item.source_sheet)
            record = context.views.get(item.table)
            yield from record.layout.titles if record else ()
        if isinstance(item, RagEvidence):
            yield item.file
            document = context.documents.get(item.file)
            yield from (document.filename, document.title) if document else ()
