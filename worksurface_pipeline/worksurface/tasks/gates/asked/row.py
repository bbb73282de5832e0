"""A row or a group that is chosen by another column than the question says.

Taught by own questions: the votes of "the earliest request" by the order of the votes, "the last
request" by MAX of its latency, "the most delayed shipments" by the sum of their weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked, clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import unit_of
from worksurface_pipeline.worksurface.tasks.gates.asked.values import core_of, literals_of
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, columns_in, dicts
from worksurface_pipeline.worksurface.tasks.lexicon import INHERENT_MEASURE, word_set
from worksurface_pipeline.worksurface.tasks.spoken import split_unit
from worksurface_pipeline.worksurface.tasks.words import name_parts, stem, synonyms

NAME = "asked_row"
REASON = "row or group chosen by another column than the question says"
_IN_TIME = re.compile(
    r"\b(?:earliest|latest|oldest|newest|most recent(?:ly)?|(?<!comes )(?<!come )(?<!ranks )first"
    r"|last)\b(?! (?:half|quarter|aid))",
    re.IGNORECASE,
)
# Beside one of these, "first" may say when a largest value was reached.
_BY_SIZE = re.compile(
    r"\b(?:highest|largest|greatest|biggest|most(?! recent)|lowest|smallest|fewest|least)\b",
    re.IGNORECASE,
)
# A column with one of these words tells an order in time or a sequence; in the plural, as
# in "leave days", they are amounts.
_SEQUENCE = word_set(
    "date day week month quarter year age born birth start since version step number no id index "
    "sequence position rank founded created updated logged received commissioned hired joined "
    "timestamp at"
)
_TEMPORAL = frozenset({ColumnType.DATE, ColumnType.DATETIME, ColumnType.TIME})
_ENDS = {
    **dict.fromkeys(("max", "arg_max", "max_by"), True),
    **dict.fromkeys(("min", "arg_min", "min_by"), False),
}
_LAST = re.compile(r"\b(?:latest|newest|most recent(?:ly)?|last)\b", re.IGNORECASE)
_WEIGHED = frozenset({"sum", "avg", "mean", "median"})
_RANKED = re.compile(r"\b(?:most|least|fewest)(?: ([^\W\d_]+))?", re.IGNORECASE)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds rankings by a column that the question does not name, or that is none of time."""
    if not is_worded_elsewhere(task):
        return None
    for item, shape in tables_of(task):
        record = context.views.get(item.table)
        if record is None or not is_own(task, item, context):
            continue
        asked = clause_of(task, item, context)
        problem = next(_problems(shape, record, asked), "")
        if problem:
            return finding(NAME, REASON, f"{item.table}: {problem}", context, Checked.STORED)
    return None


def _problems(shape: QueryShape, record: TableRecord, asked: Asked) -> Iterator[str]:
    read = [split_unit(name)[0] for name in shape.columns]
    text = asked.without([*literals_of(shape), *read]).text
    said = None if _BY_SIZE.search(text) else _IN_TIME.search(text)
    chosen = _keys(shape.tree)
    keys = sorted({name for name, _ in chosen})
    known = {one.name: one for one in record.columns}
    if said and keys and not any(_is_sequence(known, name) for name in keys):
        yield f"the question says “{said[0]}”, the query chooses by {' and '.join(keys)}"
    if said and len(_IN_TIME.findall(text)) == 1:
        yield from _other_end(said[0], chosen, known)
    ranked = _RANKED.search(asked.text)
    for name in sorted(_weighed(shape.tree)) if ranked else ():
        if ranked and not _is_measure_said(name, asked):
            yield f"the question says “{ranked[0]}”, the query ranks by {name}"


def _other_end(said: str, chosen: set[tuple[str, bool]], known: dict[str, Column]) -> Iterator[str]:
    """The first date for "the latest", or the last for "the earliest"."""
    is_last = _LAST.match(said) is not None
    for name, is_end in sorted(chosen):
        column = known.get(name)
        if column is not None and column.type in _TEMPORAL and is_end is not is_last:
            yield f"the question says “{said}”, the query takes the other end of {name}"


def _keys(tree: Tree) -> set[tuple[str, bool]]:
    """The columns that choose rows or values, each with whether the last of them is taken."""
    aliases = {str(one.get("alias")): one for one in tree.get("select_list", ())}
    found: set[tuple[str, bool]] = set()
    for node in dicts(tree):
        for order in node.get("orders", ()):
            meant = [order, *(aliases[name] for name in columns_in(order) if name in aliases)]
            is_last = order.get("type") == "DESCENDING"
            found |= {(name, is_last) for name in set(columns_in(meant)) - aliases.keys()}
        is_end = _ENDS.get(str(node.get("function_name", "")))
        if is_end is not None:
            found |= {(name, is_end) for name in columns_in(node)}
    return found


def _is_sequence(known: dict[str, Column], name: str) -> bool:
    column = known.get(name)
    is_date = column is not None and column.type in _TEMPORAL
    return is_date or bool(_SEQUENCE & set(name.lower().replace("_", " ").split()))


def _weighed(tree: Tree) -> set[str]:
    """The columns whose totals or means rank the groups, where the query has an order."""
    if not any(one["type"] == "LIMIT_MODIFIER" for one in tree.get("modifiers", ())):
        return set()
    aliases = {str(one.get("alias")): one for one in tree.get("select_list", ())}
    found: set[str] = set()
    for node in dicts(tree.get("modifiers", ())):
        for order in node.get("orders", ())[:1]:
            meant = [order, *(aliases.get(name, {}) for name in columns_in(order))]
            inner = (one for one in dicts(meant) if one.get("function_name") in _WEIGHED)
            found |= {name for one in inner for name in columns_in(one.get("arguments"))}
    return found


def _is_measure_said(name: str, asked: Asked) -> bool:
    if any(asked.states([part]) for part in core_of(name)):
        return True
    unit = unit_of(split_unit(name)[1])
    if unit and any(unit_of(word.text) == unit for word in asked.words):
        return True
    meant = (INHERENT_MEASURE.get(word.text.lower(), ()) for word in asked.words)
    stems = {other for words in meant for word in words for other in synonyms(stem(word))}
    return bool(stems & set(name_parts(name)))
