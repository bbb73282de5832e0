"""Questions and proofs that part: sound tasks as own questions, with one half of them changed.

The query or quotation stays sound in itself and its gold agrees with it: nothing but the wording
tells that it answers another question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.mutants import (
    Mutant,
    Mutants,
    Mutators,
    Stage,
    literal,
    requeried,
    respanned,
    span_proof,
    table_proof,
)
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.values import values_of

_MOST = 4  # mutants of one class from one task
_AGGREGATE = re.compile(r"\b(SUM|AVG|MIN|MAX)\(")
_EQUALS = re.compile(r"\"((?:[^\"]|\"\")+)\" = '((?:[^']|'')*)'")
_PLAIN_WHERE = re.compile(r" WHERE (?!\"[^\"]+\" IS NOT NULL GROUP)[^()]+?(?= GROUP| ORDER|$)")
_OTHER_UNITS = ("USD", "EUR", "kg", "hours")


def _as_own(task: AtomicTask) -> AtomicTask:
    return task.model_copy(update={"derivation": Derivation.OWN_QUESTION})


def _queries(kind: str, task: AtomicTask, stage: Stage, queries: Iterator[str]) -> Mutants:
    for query, _ in zip(queries, range(_MOST), strict=False):
        made = requeried(task, stage, query)
        if made is not None:
            yield Mutant(kind, _as_own(made), stage.context)


def other_aggregate(task: AtomicTask, stage: Stage) -> Mutants:
    """The largest for the mean, the total for the lowest."""
    proof = table_proof(task)
    match = _AGGREGATE.search(proof[0].query) if proof else None
    if proof and match:
        others = (name for name in ("SUM", "AVG", "MIN", "MAX") if name != match[1])
        queries = (_AGGREGATE.sub(f"{name}(", proof[0].query) for name in others)
        yield from _queries("another aggregate", task, stage, queries)


def other_order(task: AtomicTask, stage: Stage) -> Mutants:
    """The last of an order for the first."""
    proof = table_proof(task)
    if proof and " DESC" in proof[0].query:
        query = proof[0].query.replace(" DESC", " ASC", 1)
        yield from _queries("the other end of an order", task, stage, iter([query]))


def denied(task: AtomicTask, stage: Stage) -> Mutants:
    """All others for those that are asked for."""
    proof = table_proof(task)
    if proof:
        query = _EQUALS.sub(lambda match: match[0].replace(" = ", " <> "), proof[0].query, 1)
        yield from _queries("denied condition", task, stage, iter([query]))


def other_value(task: AtomicTask, stage: Stage) -> Mutants:
    """A condition on another value than the question names."""
    proof = table_proof(task)
    match = _EQUALS.search(proof[0].query) if proof else None
    if not proof or not match:
        return
    item = proof[0]
    values = values_of(item.table, stage.context).get(match[1], ())
    others = (value for value in values if value != match[2].replace("''", "'"))
    made = (item.query.replace(literal(match[2]), literal(value)) for value in others)
    yield from _queries("another value", task, stage, made)


def lost_condition(task: AtomicTask, stage: Stage) -> Mutants:
    """No condition where the question has one."""
    proof = table_proof(task)
    if proof:
        query = _PLAIN_WHERE.sub("", proof[0].query)
        yield from _queries("lost condition", task, stage, iter([query]))


def added_condition(task: AtomicTask, stage: Stage) -> Mutants:
    """A condition that the question has not."""
    proof = table_proof(task)
    if not proof or " WHERE " in proof[0].query or "GROUP" in proof[0].query:
        return
    item = proof[0]
    columns = values_of(item.table, stage.context)
    pairs = ((name, value) for name, values in columns.items() for value in values)
    added = (
        f'{item.query} WHERE "{name}" = {literal(value)}'
        for name, value in pairs
        if value.casefold() not in task.question.casefold()
    )
    yield from _queries("added condition", task, stage, added)


def constant(task: AtomicTask, stage: Stage) -> Mutants:
    """A figure added to what is asked for."""
    proof = table_proof(task)
    match = re.match(r"SELECT (.+?) AS answer FROM ", proof[0].query) if proof else None
    if proof and match and not match[1].startswith('"'):
        made = (proof[0].query.replace(match[1], f"{match[1]} + {n}", 1) for n in (5, 17))
        yield from _queries("added constant", task, stage, made)


def equal_values(task: AtomicTask, stage: Stage) -> Mutants:
    """Each value once, where all are added up."""
    proof = table_proof(task)
    match = re.search(r"\b(?:SUM|AVG)\((?=\")", proof[0].query) if proof else None
    if proof and match:
        query = proof[0].query.replace(match[0], f"{match[0]}DISTINCT ", 1)
        yield from _queries("equal values left out", task, stage, iter([query]))


def cut(task: AtomicTask, stage: Stage) -> Mutants:
    """Only the first rows, of all that are asked for."""
    proof = table_proof(task)
    if proof:
        table = f'"{proof[0].table}"'
        query = proof[0].query.replace(table, f"(SELECT * FROM {table} LIMIT 7)")
        yield from _queries("cut before it computes", task, stage, iter([query]))


def other_unit(task: AtomicTask, stage: Stage) -> Mutants:
    """Another unit than that of the column."""
    proof = table_proof(task)
    if not proof or not task.answer_unit or task.answer_unit == "percent":
        return
    for unit in _OTHER_UNITS:
        if unit.lower() != task.answer_unit.lower() and unit[:-1] != task.answer_unit:
            made = task.model_copy(update={"answer_unit": unit})
            yield Mutant("another unit", _as_own(made), stage.context)


def other_sentence(task: AtomicTask, stage: Stage) -> Mutants:
    """The figure of another sentence of the document."""
    item = span_proof(task)
    if item is None:
        return
    document = stage.replayer.documents[item.file]
    for line in re.finditer(r"[^.\n]{20,}", document.text):
        figures = list(find_numbers(line[0]))
        is_own = line.start() <= item.start < line.end()
        if not is_own and len(figures) == 1:
            made = respanned(task, document, line.start(), line.end())
            value = figures[0].number
            gold = {"gold_answer": float(value) if value % 1 else int(value)}
            as_number = {**gold, "answer_type": "number", "answer_unit": figures[0].unit}
            yield Mutant(
                "another sentence", _as_own(made.model_copy(update=as_number)), stage.context
            )


def other_task(task: AtomicTask, stage: Stage) -> Mutants:
    """The question of another source task."""
    item = task.gold_evidence[0]
    if len(task.gold_evidence) == 1 and isinstance(item, GraphSetEvidence):
        own = task.source.task_id
        said = re.sub(rf"\bTask {re.escape(own)}\b", f"Task {own}9", task.question)
        made = task.model_copy(update={"question": said})
        yield Mutant("another source task", _as_own(made), stage.context)


ASKED: Mutators = {
    "another aggregate": (other_aggregate, frozenset({"asked_aggregate"})),
    "the other end of an order": (other_order, frozenset({"asked_aggregate"})),
    "denied condition": (denied, frozenset({"asked_comparison"})),
    "another value": (other_value, frozenset({"asked_constants", "asked_named"})),
    "lost condition": (lost_condition, frozenset({"asked_named"})),
    "added condition": (added_condition, frozenset({"asked_constants"})),
    "added constant": (constant, frozenset({"asked_constants"})),
    "equal values left out": (equal_values, frozenset({"asked_exact"})),
    "cut before it computes": (cut, frozenset({"asked_shape"})),
    "another unit": (other_unit, frozenset({"asked_unit"})),
    "another sentence": (other_sentence, frozenset({"asked_quote", "asked_unit"})),
    "another source task": (other_task, frozenset({"asked_relation", "asked_place"})),
}
"""Classes of own questions that ask for something else than their proof does."""
