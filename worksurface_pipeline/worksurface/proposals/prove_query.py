"""Running a proposed query: one view, one column, and a gold of its result."""

from __future__ import annotations

from dataclasses import dataclass

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.proposals.model import ProposedQuery
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import Evidence, Scalar, TableEvidence
from worksurface_pipeline.worksurface.tasks.build import Gold, rounded
from worksurface_pipeline.worksurface.tasks.replay import Replayer

# Decimals that a question asks for where a query's result is no whole number.
_DECIMALS = 2
_MOST_ROWS = 20  # a longer list is no answer that one could give
_SHARES = ("percent", "fraction")


@dataclass(frozen=True, slots=True)
class Proven:
    """The evidence of one proof, and the answer that it holds."""

    evidence: Evidence
    gold: Gold


def run_query(item: ProposedQuery, task: SourceTask, unit: str, replayer: Replayer) -> Proven | str:
    """The evidence and gold of a query, or why it has none."""
    try:
        result = replayer.session.query(item.sql)
    except QueryError as error:
        return f"the query fails: {error}"
    if len(result.views_read) != 1:
        return f"the query reads {len(result.views_read)} views, not one"
    record = replayer.views[result.views_read[0]]
    if record.task_id != task.task_id:
        return f"the view {record.id} belongs to another source task"
    if not result.rows or all(value is None for row in result.rows for value in row):
        return "the query has an empty result"
    if len(result.columns) != 1 or result.is_truncated or len(result.rows) > _MOST_ROWS:
        return f"the result has {len(result.columns)} columns and {len(result.rows)} rows"
    columns = _columns(item.sql, record)
    gold = _query_gold([row[0] for row in result.rows], columns, record, unit)
    if isinstance(gold, str):
        return gold
    evidence = TableEvidence(
        table=record.id,
        columns=columns,
        query=item.sql,
        verified_result=result.rows,
        table_digest=record.digest,
        source_file=record.filename,
        source_sheet=record.sheet,
    )
    return Proven(evidence, gold)


def _columns(sql: str, record: TableRecord) -> tuple[str, ...]:
    return tuple(one.name for one in record.columns if has_token(sql, one.name))


def _query_gold(
    values: list[Scalar], columns: tuple[str, ...], record: TableRecord, unit: str
) -> Gold | str:
    if any(value is None for value in values):
        return "the result holds an empty value"
    if len(values) > 1:
        texts = [str(value) for value in values]
        if len(set(texts)) < len(texts):
            return "the result holds a value twice"
        return Gold(tuple(sorted(texts)), AnswerType.LIST)
    value = values[0]
    if isinstance(value, bool):
        return Gold(value, AnswerType.BOOLEAN)
    if isinstance(value, (int, float)):
        return _figure(value, columns, record, unit)
    return Gold(str(value), AnswerType.STRING)


def _figure(value: float, columns: tuple[str, ...], record: TableRecord, unit: str) -> Gold | str:
    if value == 0:
        return "the result is 0: the condition matches nothing, or nothing is asked"
    used = [one for one in record.columns if one.name in columns]
    is_share = any(one.type is ColumnType.PERCENT for one in used)
    if is_share and isinstance(value, float) and unit not in _SHARES:
        return "a share is asked for without the unit percent or fraction"
    if isinstance(value, float):
        return Gold(rounded(value), AnswerType.NUMBER, unit, _DECIMALS)
    return Gold(value, AnswerType.NUMBER, unit, 0)
