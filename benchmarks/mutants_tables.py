"""Faults of table gold, injected into sound tasks."""

from __future__ import annotations

import re

import polars as pl

from benchmarks.mutants import (
    Mutant,
    Mutants,
    Mutators,
    Stage,
    literal,
    quoted,
    requeried,
    table_proof,
)
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_NUMERIC = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY)
_MOST = 4  # mutants of one class from one task
_AGGREGATE = re.compile(r"\b(SUM|AVG|MIN|MAX)\((\"(?:[^\"]|\"\")+\")\)")
_EQUALS = re.compile(r"(\"(?:[^\"]|\"\")+\") = ('(?:[^']|'')*')")
_FILTERED = re.compile(r"COUNT\(\*\) FILTER \(WHERE (.+?)\) / COUNT\(\*\)")


def _queries(kind: str, task: AtomicTask, stage: Stage, queries: list[str]) -> Mutants:
    for query in queries[:_MOST]:
        made = requeried(task, stage, query)
        if made is not None:
            yield Mutant(kind, made, stage.context)


def wrong_column(task: AtomicTask, stage: Stage) -> Mutants:
    """Another column of the same kind is measured."""
    proof = table_proof(task)
    if proof is None:
        return
    item, shape = proof
    record = stage.replayer.views[item.table]
    types = {one.name: one.type for one in record.columns}
    measured = [name for one in shape.measures for name in one.columns] or list(shape.labels)
    for name in dict.fromkeys(measured):
        same = [
            one.name
            for one in record.columns
            if one.name not in shape.columns and _kind(one.type) == _kind(types[name])
        ]
        queries = [item.query.replace(quoted(name), quoted(other)) for other in same]
        yield from _queries("wrong column", task, stage, queries)


def _kind(kind: ColumnType) -> str:
    return "number" if kind in _NUMERIC else kind.value


def vacuous_filter(task: AtomicTask, stage: Stage) -> Mutants:
    """A value that no cell holds, or a condition that every row meets."""
    proof = table_proof(task)
    found = _EQUALS.search(proof[0].query) if proof else None
    if proof is None or found is None:
        return
    query = proof[0].query
    value = found[2][1:-1]
    typo = query.replace(found[0], f"{found[1]} = {literal(value[:-1] + '~')}")
    lower = query.replace(found[0], f"{found[1]} = {literal(value.swapcase())}")
    every = query.replace(found[0], f"{found[1]} <> {literal(value + '~')}")
    blank = query.replace(found[0], f"{found[1]} = {literal(value + ' ')}")
    yield from _queries("vacuous filter", task, stage, [typo, lower, every, blank])


def one_row(task: AtomicTask, stage: Stage) -> Mutants:
    """An aggregate of a single row."""
    proof = table_proof(task)
    if proof is None or not _AGGREGATE.search(proof[0].query) or "GROUP BY" in proof[0].query:
        return
    item = proof[0]
    if "FILTER" in item.query or " WHERE " in item.query:
        return
    frame = stage.surfaces.tables.data[item.table].frame
    texts = [name for name in frame.columns if frame[name].dtype == pl.String]
    keys = [
        name for name in texts if frame[name].is_not_null().all() and frame[name].is_unique().all()
    ]
    queries = [
        f"{item.query} WHERE {quoted(keys[0])} = {literal(frame[keys[0]][at])}"
        for at in (range(0, frame.height, max(1, frame.height // _MOST)) if keys else ())
    ]
    yield from _queries("aggregate over one row", task, stage, queries)


def else_branch(task: AtomicTask, stage: Stage) -> Mutants:
    """COUNT of a CASE with an ELSE: it counts every row."""
    proof = table_proof(task)
    if proof is None:
        return
    query = proof[0].query
    found = re.search(r"COUNT\(\*\) AS answer FROM (\"[^\"]+\") WHERE (.+)$", query)
    if found is not None:
        whole = f"COUNT(CASE WHEN {found[2]} THEN 1 ELSE 0 END) AS answer FROM {found[1]}"
        yield from _queries("ELSE branch", task, stage, [f"SELECT {whole}"])
    share = _FILTERED.search(query)
    if share is not None:
        case = f"COUNT(CASE WHEN {share[1]} THEN 1 ELSE 0 END) / COUNT(*)"
        yield from _queries("ELSE branch", task, stage, [query.replace(share[0], case)])
    mean = re.search(r"\b(AVG|SUM|MIN)\((\"[^\"]+\")\)", query)
    if mean is not None:
        case = f"{mean[1]}(CASE WHEN {mean[2]} > 0 THEN {mean[2]} ELSE 3 END)"
        yield from _queries("ELSE branch", task, stage, [query.replace(mean[0], case)])
        case = f"{mean[1]}(CASE WHEN {mean[2]} > 9 THEN 1 ELSE 2 END)"
        yield from _queries("ELSE branch", task, stage, [query.replace(mean[0], case)])


def text_order(task: AtomicTask, stage: Stage) -> Mutants:
    """An extreme or a ranking of numbers as texts."""
    proof = table_proof(task)
    if proof is None:
        return
    item, shape = proof
    query = item.query
    names = [
        n for one in shape.measures if one.function in ("min", "max", "avg") for n in one.columns
    ]
    queries = []
    for name in names:
        for function in ("MAX", "MIN"):
            value = f"{function}(CAST({quoted(name)} AS VARCHAR))"
            made = _AGGREGATE.sub(f"CAST({value} AS DOUBLE)".replace("\\", r"\\"), query)
            queries.append(made)
    if "ORDER BY" in query:
        queries.append(re.sub(r"ORDER BY (\w+) ", r"ORDER BY CAST(\1 AS VARCHAR) ", query))
        queries.append(re.sub(r"ORDER BY (\w+) DESC", r"ORDER BY CAST(\1 AS VARCHAR) ASC", query))
    yield from _queries("order of texts", task, stage, queries)


def tie(task: AtomicTask, stage: Stage) -> Mutants:
    """A ranking by a column whose first values are met equally often."""
    proof = table_proof(task)
    if proof is None:
        return
    item = proof[0]
    record = stage.replayer.views[item.table]
    for column in record.columns:
        name = quoted(column.name)
        grouped = (
            f"SELECT {name} AS answer, COUNT(*) AS n FROM {quoted(item.table)}"
            f" WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY n DESC, answer LIMIT"
        )
        rows = stage.rows(f"{grouped} 2")
        if column.type is ColumnType.TEXT and len(rows) == 2 and rows[0][1] == rows[1][1]:
            asked = f"For Task {task.source.task_id}, which {column.name.replace('_', ' ')} occurs"
            question = f"{asked} most often in {item.source_file}?"
            made = requeried(task, stage, f"{grouped} 1")
            if made is not None:
                update = {"question": question, "answer_type": "string", "answer_unit": "",
                          "answer_digits": None}  # fmt: skip
                value = made.model_dump() | update
                yield Mutant("tie at the cut", AtomicTask.model_validate(value), stage.context)


def percent(task: AtomicTask, stage: Stage) -> Mutants:
    """A fraction where percent is asked for."""
    proof = table_proof(task)
    if proof is None or task.answer_unit != "percent" or "100.0 * " not in proof[0].query:
        return
    yield from _queries(
        "percent against fraction", task, stage, [proof[0].query.replace("100.0 * ", "")]
    )
    made = requeried(task, stage, proof[0].query.replace("100.0 * ", ""))
    if made is not None:
        made = made.model_copy(update={"answer_unit": "", "answer_digits": 3})
        yield Mutant("percent against fraction", made, stage.context)


def rounded(task: AtomicTask, stage: Stage) -> Mutants:
    """A gold with fewer digits than its proof."""
    if not isinstance(task.gold_answer, float) or table_proof(task) is None:
        return
    for digits in (0, 1, 2, 3):
        gold = round(task.gold_answer, digits)
        if gold != task.gold_answer:
            yield Mutant(
                "rounded gold", task.model_copy(update={"gold_answer": gold}), stage.context
            )


def other_gold(task: AtomicTask, stage: Stage) -> Mutants:
    """A gold that its proof does not give."""
    gold = task.gold_answer
    if isinstance(gold, bool) or not isinstance(gold, (int, float)):
        return
    for other in (gold + 1, gold * 10):
        if other != gold:
            yield Mutant(
                "gold is not the result",
                task.model_copy(update={"gold_answer": other}),
                stage.context,
            )


def no_place(task: AtomicTask, stage: Stage) -> Mutants:
    """A question that no longer says which table is meant."""
    proof = table_proof(task)
    if proof is None:
        return
    item = proof[0]
    if item.source_sheet and f"“{item.source_sheet}”" in task.question:
        said = task.question.replace(f"the sheet “{item.source_sheet}” of ", "")
        made = task.model_copy(update={"question": said})
        yield Mutant("sibling tables", made, stage.context)
    if item.source_file in task.question:
        said = task.question.replace(item.source_file, "the file")
        made = task.model_copy(update={"question": said})
        yield Mutant("sibling tables", made, stage.context)


TABLES: Mutators = {
    "wrong column": (wrong_column, frozenset({"columns"})),
    "vacuous filter": (vacuous_filter, frozenset({"filters"})),
    "aggregate over one row": (one_row, frozenset({"one_row"})),
    "ELSE branch": (else_branch, frozenset({"else_branch"})),
    "order of texts": (text_order, frozenset({"text_order"})),
    "tie at the cut": (tie, frozenset({"ties"})),
    "percent against fraction": (percent, frozenset({"percent"})),
    "rounded gold": (rounded, frozenset({"rounding"})),
    "gold is not the result": (other_gold, frozenset({"gold_match"})),
    "sibling tables": (no_place, frozenset({"siblings"})),
}
"""Classes of table faults."""
