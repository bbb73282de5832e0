"""What the question names and the query leaves aside: a value, a figure, a month, a column.

Taught by own questions: "delayed shipments … carried by Rauvik Freight" counted by the status
alone, "went to Norrmark" with a condition on another region, "more than 150 kg" with none.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import is_in
from worksurface_pipeline.worksurface.tasks.gates.asked.values import (
    core_of,
    literals_of,
    values_of,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import dicts
from worksurface_pipeline.worksurface.tasks.lexicon import FRAME, STOP
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import name_parts, stem, words_of

NAME = "asked_named"
REASON = "question names what the query leaves aside"
_SHORT = 3  # a value this short is only met in its own letters
_YEARS = (1900, 2100)
_COUNTED = ("how many", "number of", "count of")


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds values, figures, months and flags of the question that no part of the query uses."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        record = context.views.get(item.table)
        if record is None or not is_own(task, item, context):
            continue
        asked = clause_of(task, item, context)
        problem = next(_problems(item, shape, record, asked, context), "")
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.STORED)
    return None


def _problems(
    item: TableEvidence, shape: QueryShape, record: TableRecord, asked: Asked, context: Context
) -> Iterator[str]:
    read = [split_unit(name)[0] for name in shape.columns]
    rest = asked.without([*literals_of(shape), *read])
    yield from _named_values(item.table, shape, record, rest, context)
    yield from _named_numbers(shape, rest)
    yield from _named_columns(shape, record, rest)
    yield from _counted(item, shape, record, asked, context)


def _named_values(
    view: str, shape: QueryShape, record: TableRecord, rest: Asked, context: Context
) -> Iterator[str]:
    used = " ".join(literals_of(shape)).casefold()
    empty = _name_words(record)
    for column, values in values_of(view, context).items():
        for value in values:
            if value.casefold() not in used and _is_said(value, rest, empty):
                yield f"the question names '{value}', a value of {column}, which no condition uses"
        yield from _part_of_name(column, values, used, rest)


def _name_words(record: TableRecord) -> frozenset[str]:
    """Words of the names of columns, file and sheet: in a question they are no value."""
    names = [one.name for one in record.columns] + [record.filename, record.sheet]
    return frozenset(
        word.text.lower() for name in names for word in words_of(name.replace("_", " "))
    )


def _is_said(value: str, rest: Asked, empty: frozenset[str]) -> bool:
    words = words_of(value)
    if not words or all(word.text.lower() in STOP | FRAME for word in words):
        return False
    if all(word.text.isdigit() or word.text.lower() in empty for word in words):
        return False
    if len(value) <= _SHORT:
        return any(word.text == value for word in rest.words)
    said = [word.stem for word in rest.words]
    stems = [word.stem for word in words]
    return any(said[at : at + len(stems)] == stems for at in range(len(said) - len(stems) + 1))


def _part_of_name(column: str, values: tuple[str, ...], used: str, rest: Asked) -> Iterator[str]:
    """A capitalised word within the question that is a part of names: "carried by Rauvik"."""
    for word in rest.words[1:]:
        is_name = word.text[:1].isupper() and len(word.text) > _SHORT
        if not is_name or word.text.casefold() in used:
            continue
        holders = [value for value in values if word.text in (one.text for one in words_of(value))]
        if holders and len(holders) < len(values):
            yield f"the question names “{word.text}”, as in '{holders[0]}' of {column}," + (
                " which no condition uses"
            )


def _named_numbers(shape: QueryShape, rest: Asked) -> Iterator[str]:
    texts = " ".join((*shape.numbers, *literals_of(shape)))
    used = {mention.number for mention in find_numbers(texts)}
    used |= {number * 100 for number in used}
    for mention in find_numbers(rest.text):
        is_year = mention.digits == 0 and _YEARS[0] < mention.number < _YEARS[1]
        is_used = mention.number in used or mention.raw in texts or (is_year and _dates(shape))
        if not is_used and not _is_in_date(mention.raw, rest, shape):
            yield f"the question names the figure {mention.raw}, which the query does not use"
    months = rest.months
    if months and not _dates(shape) and not shape.comparisons and months[0] not in texts:
        yield f"the question names {months[0]}, which no condition uses"


def _dates(shape: QueryShape) -> bool:
    """Whether a condition is put to a date."""
    return any(len(text) >= len("2024-01") and text[:4].isdigit() for text in literals_of(shape))


def _is_in_date(raw: str, rest: Asked, shape: QueryShape) -> bool:
    return bool(rest.months) and any(raw.zfill(2) in text for text in literals_of(shape))


def _named_columns(shape: QueryShape, record: TableRecord, rest: Asked) -> Iterator[str]:
    """A flag by its name, another column by a name of several words."""
    for column in record.columns:
        core = core_of(column.name)
        is_flag = column.type is ColumnType.BOOLEAN
        is_row = column.type is ColumnType.IDENTIFIER and shape.measures  # "of all cost centres"
        if column.name in shape.columns or is_row or not (is_flag or len(core) > 1):
            continue
        said = [word.stem for word in rest.words]
        places = range(len(said) - len(core) + 1)
        if any(tuple(said[at : at + len(core)]) == core for at in places):
            yield f"the question names {column.name}, which the query does not read"


def _counted(
    item: TableEvidence, shape: QueryShape, record: TableRecord, asked: Asked, context: Context
) -> Iterator[str]:
    """Rows counted where the question counts something that a column holds."""
    rest = asked.without([*literals_of(shape), *(split_unit(one)[0] for one in shape.columns)])
    view = item.table
    counts = [one for one in shape.measures if one.function in ("count_star", "count")]
    if len(counts) != 1 or len(shape.measures) > 1 or shape.labels or _is_distinct(shape):
        return
    word = _noun(rest if not counts[0].columns else asked)
    noun = stem(word)
    empty = frozenset(name_parts(f"{record.filename} {record.sheet}"))
    put = set(shape.columns) - set(counts[0].columns)  # "how many downtimes of over ten minutes"
    columns = [one.name for one in record.columns]
    named = [one for one in columns if noun in core_of(one) or is_in(one, word)]
    holding = [name for name in named if name not in put]
    if not noun or noun in empty or not holding:
        return
    if not _is_key(view, holding, context):
        yield f"the question counts “{word}”, which {holding[0]} holds; the query counts rows"


def _is_distinct(shape: QueryShape) -> bool:
    return any(node.get("distinct") is True for node in dicts(shape.tree))


def _noun(rest: Asked) -> str:
    """The last word behind "how many" before a function word."""
    lowered = rest.text.lower()
    start = next((lowered.find(cue) + len(cue) for cue in _COUNTED if cue in lowered), -1)
    found = ""
    for word in rest.words if start >= 0 else ():
        if word.start < start:
            continue
        if word.text.lower() in STOP:
            break
        found = word.text
    return found


def _is_key(view: str, columns: list[str], context: Context) -> bool:
    """Whether one of the columns has a value of its own in every row."""
    data = context.cells(view)
    return data is None or any(data.frame[name].n_unique() == data.frame.height for name in columns)
