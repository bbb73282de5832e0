"""Faults of document and graph gold, and leaks, injected into sound tasks."""

from __future__ import annotations

import re

from benchmarks.mutants import Mutant, Mutants, Mutators, Stage, respanned, span_proof
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    GraphSetEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context

_MOST = 4  # mutants of one class from one task
_WORDS = dict(enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")))
_LISTED = re.compile(r"^\s*(\d{1,3})[.)] +\S", re.MULTILINE)
_TITLED = re.compile(r"^#{1,6} +(?:(\d{1,2})[.)]? +\S.*|[^\n\d:]*\b(\d{1,3}))$", re.MULTILINE)
_ROW = re.compile(r"^\|([^|\n]{3,40})\|.*\n\|[ :|-]+\|$", re.MULTILINE)
_SENTENCE = re.compile(r"[A-Z][^.\n|#]{90,240}\.")


def span_inside(task: AtomicTask, stage: Stage) -> Mutants:
    """A part of the figure: digits of a longer number, letters of a longer word."""
    item = span_proof(task)
    if item is None:
        return
    document = stage.replayer.documents[item.file]
    for match in list(re.finditer(r"\d[\d,.]*\d", item.span))[:_MOST]:
        start, end = item.start + match.start(), item.start + match.end()
        for first, last in ((start, end - 1), (start + 1, end)):
            if document.text[first:last].strip(",.") == document.text[first:last]:
                made = respanned(task, document, first, last)
                yield Mutant("span inside a token", made, stage.context)
    word = re.search(r"[A-Za-z]{6,}", item.span)
    if word is not None:
        first = item.start + word.start()
        made = respanned(task, document, first + 1, first + len(word[0]) - 1)
        yield Mutant("span inside a token", made, stage.context)


def span_elsewhere(task: AtomicTask, stage: Stage) -> Mutants:
    """The bare figure, which stands in other places too."""
    item = span_proof(task)
    if item is None:
        return
    document = stage.replayer.documents[item.file]
    pieces = list(re.finditer(r"\d[\d,.]*\d|\d|[A-Za-z]{4,}", item.span))
    for match in pieces:
        start, end = item.start + match.start(), item.start + match.end()
        if start in set(find_token(document.text, match[0])) and _count(match[0], stage) > 1:
            made = respanned(task, document, start, end)
            yield Mutant("span elsewhere", made, stage.context)


def _count(span: str, stage: Stage) -> int:
    return sum(
        1
        for one in stage.replayer.documents.values()
        if span in one.text
        for _ in find_token(one.text, span)
    )


def numbering(task: AtomicTask, stage: Stage) -> Mutants:
    """A number that numbers a list item or a title."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    for pattern in (_LISTED, _TITLED):
        for match in list(pattern.finditer(own.text))[:_MOST]:
            group = next(at for at in range(1, len(match.groups()) + 1) if match[at])
            made = respanned(task, own, match.start(group), match.end(group))
            yield Mutant("numbering as content", made, stage.context)
    number = 40 + len(item.span)
    for line in (f"{number}. Keep the room tidy.", f"## Clause {number}", f"### {number}. Rooms"):
        made, context = _appended(task, stage, own, line, str(number))
        yield Mutant("numbering as content", made, context)


def furniture(task: AtomicTask, stage: Stage) -> Mutants:
    """A page number, or what a provenance comment or front matter says."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    number = 700 + len(item.span)
    for line in (
        f"Page {number}",
        f"{number}",
        f"<!-- source_page: {number} -->",
        f"- {number} -",
        f"Page {number} of 900",
    ):
        made, context = _appended(task, stage, own, line, str(number))
        yield Mutant("page furniture or provenance", made, context)


def _appended(
    task: AtomicTask, stage: Stage, own: Document, line: str, span: str
) -> tuple[AtomicTask, Context]:
    """The task with its span in a line that is put below its document."""
    start = len(own.text) + 1 + line.index(span)
    text = f"{own.text}\n{line}\n"
    page = own.model_copy(update={"text": text, "digest": digest_text(text)})
    return respanned(task, page, start, start + len(span)), stage.with_documents([page])


def duplicate(task: AtomicTask, stage: Stage) -> Mutants:
    """The same text under another name."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    for other, text in (("copy", own.text), ("copy (1)", own.text + "\n"), ("c", f" {own.text}")):
        page = own.model_copy(
            update={
                "id": f"{own.id.removesuffix('.md')}_{other}.md",
                "filename": f"{other} of {own.filename}",
                "text": text,
                "digest": digest_text(text),
            }
        )
        yield Mutant("duplicate document", task, stage.with_documents([page]))


def header_cell(task: AtomicTask, stage: Stage) -> Mutants:
    """The header of a table in a document, or of the view, as the answer."""
    item = span_proof(task)
    for own in stage.replayer.documents.values() if item else ():
        for match in list(_ROW.finditer(own.text))[:_MOST]:
            name = match[1].strip()
            start = own.text.index(name, match.start())
            made = respanned(task, own, start, start + len(name))
            yield Mutant("header cell as value", made, stage.context)
    proof = task.gold_evidence[0]
    if isinstance(proof, TableEvidence) and task.answer_type is AnswerType.STRING:
        for name in proof.columns:
            row = ((name, *proof.verified_result[0][1:]),)
            item_ = proof.model_copy(update={"verified_result": row})
            update = {"gold_answer": name, "gold_evidence": (item_, *task.gold_evidence[1:])}
            yield Mutant("header cell as value", task.model_copy(update=update), stage.context)


def long_span(task: AtomicTask, stage: Stage) -> Mutants:
    """A whole sentence as the answer."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    for match in list(_SENTENCE.finditer(own.text))[:_MOST]:
        made = respanned(task, own, match.start(), match.end())
        yield Mutant("long span as answer", made, stage.context)


def personal(task: AtomicTask, stage: Stage) -> Mutants:
    """An address or number of a person as the answer."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    for text in (
        "jane.doe@example.com",
        "+49 30 1234567",
        "(212) 555-0182",
        "13912345678",
        "11010519491231002X",
        "4111 1111 1111 1111",
        "DE89 3704 0044 0532 0130 00",
        "212-555-0182 ext. 4",
    ):
        made, context = _appended(task, stage, own, f"Contact: {text}", text)
        kind = {"gold_answer": text, "answer_type": AnswerType.STRING}
        yield Mutant("personal data", made.model_copy(update=kind), context)


def in_question(task: AtomicTask, stage: Stage) -> Mutants:
    """The answer told in the question, in one form or another."""
    gold = task.gold_answer
    if isinstance(gold, (bool, tuple)) or task.answer_type is AnswerType.ABSTAIN:
        return
    forms = [str(gold)]
    if isinstance(gold, int):
        forms += [f"{gold:,}", f"${gold}", f"{gold}.0"]
        forms += [_WORDS[gold]] if gold in _WORDS else []
    if isinstance(gold, float):
        digits = task.answer_digits or 0
        forms = [f"{gold}", f"{gold:.{digits}f}", f"{gold:.{digits}f}%", f"{gold:.{digits + 1}f}"]
    if isinstance(gold, str):
        forms = [gold, gold.upper(), gold.replace(";", " and")]
    for form in dict.fromkeys(forms):
        said = f"{task.question} Somebody said it is {form}, is that so?"
        yield Mutant(
            "answer in the question", task.model_copy(update={"question": said}), stage.context
        )


def in_title(task: AtomicTask, stage: Stage) -> Mutants:
    """The answer in the title of the table or document that holds it."""
    proof = task.gold_evidence[0]
    is_text = isinstance(task.gold_answer, str) and len(task.gold_evidence) == 1
    if not is_text:
        return
    gold = str(task.gold_answer)
    if isinstance(proof, TableEvidence):
        record = stage.replayer.views[proof.table]
        layout = record.layout.model_copy(update={"titles": (f"Overview: {gold}",)})
        changed = record.model_copy(update={"layout": layout})
        yield Mutant("answer in a title", task, stage.with_record(changed))
        sheet = proof.model_copy(update={"source_sheet": f"All of {gold}"})
        named = task.model_copy(update={"gold_evidence": (sheet,)})
        yield Mutant("answer in a title", named, stage.context)
    item = span_proof(task)
    if item is not None:
        own = stage.replayer.documents[item.file]
        page = own.model_copy(update={"title": f"Notes on {gold}"})
        yield Mutant("answer in a title", task, stage.with_documents([page]))


def count_and_list(task: AtomicTask, stage: Stage) -> Mutants:
    """An output counted among the inputs, a member left out, a number off by one."""
    proof = task.gold_evidence[0]
    if not isinstance(proof, GraphSetEvidence) or len(task.gold_evidence) != 1:
        return
    members = proof.verified_complete_set
    outputs = [
        edge.target
        for edge in stage.surfaces.graph.edges
        if edge.relation == "task_produces_output"
        and edge.source == f"task_{task.source.task_id}"
        and edge.target not in members
    ]
    labels = {node.id: node.label for node in stage.surfaces.graph.nodes}
    for changed in ([*members, *outputs[:1]] if outputs else [], list(members[:-1])):
        if not changed:
            continue
        item = proof.model_copy(update={"verified_complete_set": tuple(sorted(changed))})
        gold = tuple(sorted({labels.get(one, one) for one in changed}))
        both = {"gold_evidence": (item,), "gold_answer": gold}
        yield Mutant("count against list", task.model_copy(update=both), stage.context)
        number = {**both, "gold_answer": len(changed) + 1, "answer_type": AnswerType.NUMBER}
        yield Mutant("count against list", task.model_copy(update=number), stage.context)


def edited_text(task: AtomicTask, stage: Stage) -> Mutants:
    """A document that was edited below the span after the gold was read."""
    item = span_proof(task)
    if item is not None:
        own = stage.replayer.documents[item.file]
        page = own.model_copy(update={"text": f"{own.text}\nEdited.\n"})
        yield Mutant("stale gold", task, stage.with_documents([page]))


def misread_text(task: AtomicTask, stage: Stage) -> Mutants:
    """A figure that the stored text has and the file has not: a reader's fault."""
    item = span_proof(task)
    if item is None:
        return
    own = stage.replayer.documents[item.file]
    digit = re.search(r"\d", item.span)
    if digit is None:
        return
    at = item.start + digit.start()
    other = str((int(digit[0]) + 5) % 10 or 3)
    text = own.text[:at] + other + own.text[at + 1 :]
    page = own.model_copy(update={"text": text, "digest": digest_text(text)})
    number = re.search(r"\d[\d,.]*\d|\d", text[item.start : item.end])
    if number is None or isinstance(task.gold_answer, str):
        return
    span = page.text[item.start : item.end]
    made = item.model_copy(update={"span": span, "text_digest": page.digest})
    gold = float(number[0].replace(",", ""))
    gold = int(gold) if isinstance(task.gold_answer, int) else gold
    update = {"gold_evidence": (made,), "gold_answer": gold}
    yield Mutant("misread text", task.model_copy(update=update), stage.with_documents([page]))


TEXTS: Mutators = {
    "span inside a token": (span_inside, frozenset({"span_inside"})),
    "span elsewhere": (span_elsewhere, frozenset({"span_elsewhere"})),
    "numbering as content": (numbering, frozenset({"furniture"})),
    "page furniture or provenance": (furniture, frozenset({"furniture"})),
    "duplicate document": (duplicate, frozenset({"duplicates"})),
    "header cell as value": (header_cell, frozenset({"header_cell"})),
    "long span as answer": (long_span, frozenset({"long_span"})),
    "personal data": (personal, frozenset({"personal"})),
    "answer in the question": (in_question, frozenset({"leak"})),
    "answer in a title": (in_title, frozenset({"leak"})),
    "count against list": (count_and_list, frozenset({"counts"})),
    "stale text": (edited_text, frozenset({"stale"})),
    "misread text": (misread_text, frozenset({"cross_check"})),
}
"""Classes of document, graph and leak faults."""
