"""Faults of table gold that stand in the table: each mutant has a table of its own."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from benchmarks.mutants import (
    Mutant,
    Mutants,
    Mutators,
    Stage,
    quoted,
    table_proof,
)
from worksurface_pipeline.readers.measures import table_digest
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TableEvidence
from worksurface_pipeline.worksurface.surfaces.sets import TableData, TableSet
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.replay import open_replayer

_AMOUNTS = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.CURRENCY)


def unnamed_column(task: AtomicTask, stage: Stage) -> Mutants:
    """The column that is read has no name in the file."""
    proof = table_proof(task)
    if proof is None or not proof[1].columns:
        return
    item, shape = proof
    name = shape.columns[0]
    record, data = stage.replayer.views[item.table], stage.surfaces.tables.data[item.table]
    at = [one.name for one in record.columns].index(name)
    other = f"unnamed_{at + 1}"
    columns = tuple(
        one.model_copy(update={"name": other, "is_invented": True}) if one.name == name else one
        for one in record.columns
    )
    made = record.model_copy(update={"columns": columns})
    data = TableData(
        data.frame.rename({name: other}), data.texts.rename({name: other}), data.row_numbers
    )
    query = item.query.replace(quoted(name), quoted(other))
    yield from _over(
        "unnamed column", task, stage, (made, data), item.model_copy(update={"query": query})
    )


def _over(
    kind: str,
    task: AtomicTask,
    stage: Stage,
    table: tuple[TableRecord, TableData],
    item: TableEvidence,
) -> Mutants:
    """A mutant over a table of its own, with the result that its query gives there."""
    record, data = table
    digest = table_digest(record.columns, data.frame, data.texts, data.row_numbers)
    record = record.model_copy(update={"digest": digest, "row_count": data.frame.height})
    tables = TableSet(records=(record,), data={record.id: data})
    surfaces = replace(stage.surfaces, tables=tables)
    manager = open_replayer(surfaces)
    replayer = manager.__enter__()
    rows = tuple(map(tuple, replayer.session.query(item.query).rows))
    made = item.model_copy(
        update={
            "table_digest": digest,
            "verified_result": rows,
            "columns": tuple(sorted(one for one in item.columns if one in data.frame.columns)),
        }
    )
    gold = rows[0][0] if rows and not isinstance(task.gold_answer, tuple) else task.gold_answer
    gold = float(f"{gold:.12g}") if isinstance(gold, float) else gold
    faulty = task.model_copy(update={"gold_evidence": (made,), "gold_answer": gold})
    try:
        yield Mutant(kind, faulty, Context(replayer=replayer, pool=(faulty,), raw=stage.raw))
    finally:
        manager.__exit__(None, None, None)


def odd_rows(task: AtomicTask, stage: Stage) -> Mutants:
    """The sheet as the reference reads it: called after a banner, the header among the rows."""
    proof = table_proof(task)
    if proof is None or not proof[1].counts_rows:
        return
    item = proof[0]
    record, data = stage.replayer.views[item.table], stage.surfaces.tables.data[item.table]
    names = [f"unnamed_{at}" for at in range(1, len(record.columns) + 1)]
    width = len(names)
    header = tuple(one.source_name or one.name for one in record.columns)
    blank = tuple([None] * width)
    total = ("Total", *blank[1:])
    cells = list(data.texts.iter_rows())
    for top, bottom in (([header], []), ([("A banner", *blank[1:]), blank, header], []),
                        ([blank, header], []), ([], [total])):  # fmt: skip
        is_named = not top
        labels = data.texts.columns if is_named else names
        frame = pl.DataFrame(
            [*top, *cells, *bottom], schema=dict.fromkeys(labels, pl.String), orient="row"
        )
        columns = tuple(
            one.model_copy(update={"name": label, "type": ColumnType.TEXT, "null_reasons": ()})
            for one, label in zip(record.columns, labels, strict=True)
        )
        made = record.model_copy(update={"columns": columns})
        rows = tuple(range(2, frame.height + 2))
        yield from _over(
            "rows that are no data", task, stage, (made, TableData(frame, frame, rows)), item
        )


def stale_table(task: AtomicTask, stage: Stage) -> Mutants:
    """A cell that the query does not read was edited after the gold was computed."""
    proof = table_proof(task)
    if proof is None:
        return
    item, shape = proof
    record, data = stage.replayer.views[item.table], stage.surfaces.tables.data[item.table]
    unread = [
        n for n in data.frame.columns if n not in shape.columns and data.frame[n].dtype == pl.String
    ]
    for name in unread[:1]:
        frame = data.frame.with_columns(pl.lit("edited").alias(name))
        texts = data.texts.with_columns(pl.lit("edited").alias(name))
        tables = TableSet(
            records=(record,), data={record.id: TableData(frame, texts, data.row_numbers)}
        )
        with open_replayer(replace(stage.surfaces, tables=tables)) as replayer:
            context = Context(replayer=replayer, pool=(task,), raw=stage.raw)
            yield Mutant("stale gold", task, context)


def misread(task: AtomicTask, stage: Stage) -> Mutants:
    """The stored table has a value that the file does not have: a reader's fault."""
    proof = table_proof(task)
    if proof is None:
        return
    item, shape = proof
    record, data = stage.replayer.views[item.table], stage.surfaces.tables.data[item.table]
    for name in shape.columns:
        column = data.frame[name]
        if column.dtype.is_numeric():
            frame = data.frame.with_columns((pl.col(name) * 10).alias(name))
        elif column.dtype == pl.String:
            first = column.drop_nulls().first()
            frame = data.frame.with_columns(pl.lit(first).alias(name))
        else:
            continue
        rows = TableData(frame, data.texts, data.row_numbers)
        for made in _over("misread cells", task, stage, (record, rows), item):
            if made.task.gold_answer not in (task.gold_answer, None):
                yield made


def mixed_units(task: AtomicTask, stage: Stage) -> Mutants:
    """One of the rows that are taken together is shown in percent."""
    proof = table_proof(task)
    if proof is None or proof[1].filters:
        return
    item, shape = proof
    record, data = stage.replayer.views[item.table], stage.surfaces.tables.data[item.table]
    for name in [one for measure in shape.measures for one in measure.columns]:
        kind = next(one.type for one in record.columns if one.name == name)
        if kind not in _AMOUNTS or data.frame[name].drop_nulls().len() < 2:
            continue
        first = data.frame[name].is_not_null().arg_max()
        shown = [f"{text}%" if at == first else text for at, text in enumerate(data.texts[name])]
        texts = data.texts.with_columns(pl.Series(name, shown, dtype=pl.String))
        rows = TableData(data.frame, texts, data.row_numbers)
        yield from _over("rows of several units", task, stage, (record, rows), item)


CELLS: Mutators = {
    "unnamed column": (unnamed_column, frozenset({"columns"})),
    "rows that are no data": (odd_rows, frozenset({"odd_rows"})),
    "stale gold": (stale_table, frozenset({"stale"})),
    "misread cells": (misread, frozenset({"cross_check"})),
    "rows of several units": (mixed_units, frozenset({"row_units"})),
}
"""Classes of faults in cells."""
