"""Rankings of groups and shares of totals: over typed columns without gaps, tables by themselves.

The first two or three groups by a total or by their entries, never with a tie at the cut; and the
part of a total that falls on one group, where no amount is below zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import Scalar
from worksurface_pipeline.worksurface.tasks.amounts import is_measure, ops_of
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, rounded, table_evidence
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.questions import ask, table_core
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.spoken import spoken
from worksurface_pipeline.worksurface.tasks.table_alone import is_category
from worksurface_pipeline.worksurface.tasks.table_tasks import ending, markers_of, place_in
from worksurface_pipeline.worksurface.tasks.values import Computed, compute

_TOPS = (2, 3)
# With fewer other groups than named ones a list of all would do.
_GROUPS_PER_NAMED = 2
_ROWS_PER_GROUP = 3  # on average; else the groups are names of rows
_COLUMNS = 3  # of each kind are looked at in a view
_FEWEST_ROWS = 8
_LONGEST_NAME = 60
_SHARE_DIGITS = 1


def rankings(
    seed: int, task_id: str, rubrics: Rubrics, tables: Sequence[TableRecord], quota: int
) -> tuple[Draft, ...]:
    """At most `quota` drafts over the views of a source task: at most one of a kind and view."""
    places = Counter((record.filename, record.sheet) for record in tables)
    made: list[Draft] = []
    for view in rubrics.views:
        place = (view.record.filename, view.record.sheet)
        if places[place] == 1 and view.rows >= _FEWEST_ROWS:
            for family in (_tops(seed, view), _shares(seed, view)):
                made += _first(seed, task_id, rubrics, view, family)
    made.sort(key=lambda draft: (hash_unit(seed, draft.question), draft.question))
    kinds: Counter[str] = Counter()
    turns = []
    for draft in made:
        turns.append((kinds[draft.derivation.value], draft))
        kinds[draft.derivation.value] += 1
    turns.sort(key=lambda item: item[0])
    return tuple(draft for _, draft in turns[:quota])


def _first(
    seed: int, task_id: str, rubrics: Rubrics, view: ViewProfile, family: Iterator[Expression]
) -> list[Draft]:
    """The first expression by hash that proves something, as a draft."""
    for expression in sorted(family, key=lambda item: (hash_unit(seed, item.sql()), item.sql())):
        computed = compute(rubrics.engine, expression)
        gold = None if computed.fault else _gold(expression, computed)
        if gold is not None:
            draft = _draft(seed, task_id, rubrics, view, expression, computed, gold)
            if not leaks(draft):
                return [draft]
    return []


def _tops(seed: int, view: ViewProfile) -> Iterator[Expression]:
    measures = [item.name for item in _some(seed, view, _summed(view))]
    for group in _some(seed, view, [item for item in view.columns if is_category(item, view)]):
        top = choose(seed, f"top {view.id} {group.name}", _TOPS)
        is_grouped = _ROWS_PER_GROUP * group.distinct <= view.rows
        if is_grouped and group.distinct > _GROUPS_PER_NAMED * top:
            for second in ("", *measures):
                yield Expression(view.id, Op.GROUP_TOP, group.name, second, top=top)


def _shares(seed: int, view: ViewProfile) -> Iterator[Expression]:
    groups = [item for item in view.columns if is_category(item, view) and _is_plain(item)]
    for group in _some(seed, view, groups):
        every = sorted(value.text for values in group.values.values() for value in values)
        texts = [text for text in every if len(text) <= _LONGEST_NAME and "?" not in text]
        if not texts:
            continue  # no value that can be named
        condition = Condition(
            group.name, Kind.EQUALS, choose(seed, f"{view.id} {group.name}", texts)
        )
        for measure in _some(seed, view, [item for item in _summed(view) if _is_plain(item)]):
            yield Expression(view.id, Op.MEASURE_SHARE, measure.name, target=(condition,))


def _summed(view: ViewProfile) -> list[ColumnProfile]:
    return [item for item in view.columns if is_measure(item) and Op.SUM in ops_of(item)]


def _is_plain(column: ColumnProfile) -> bool:
    """Whether the name is said as it is; titles and questions are no names of amounts."""
    return spoken(column.name)[:3] != "the"


def _some(seed: int, view: ViewProfile, columns: list[ColumnProfile]) -> list[ColumnProfile]:
    columns.sort(key=lambda item: (hash_unit(seed, f"{view.id} {item.name}"), item.name))
    return columns[:_COLUMNS]


def _gold(expression: Expression, computed: Computed) -> Gold | None:
    if expression.op is Op.MEASURE_SHARE:
        return _percent(computed.answer)
    names = tuple(sorted(str(row[0]) for row in computed.rows))
    is_named = all(0 < len(name.strip()) <= _LONGEST_NAME and ";" not in name for name in names)
    return Gold(names, AnswerType.LIST) if is_named else None


def _percent(value: Scalar) -> Gold | None:
    """A share that is neither nothing nor everything when it is printed."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    is_plain = round(value, _SHARE_DIGITS) in (0.0, 100.0)
    return None if is_plain else Gold(rounded(value), AnswerType.NUMBER, "percent", _SHARE_DIGITS)


def _draft(
    seed: int,
    task_id: str,
    rubrics: Rubrics,
    view: ViewProfile,
    expression: Expression,
    computed: Computed,
    gold: Gold,
) -> Draft:
    core = table_core(seed, expression, place_in(rubrics, view.id), markers_of(view))
    tail = ending(gold) if gold.type is AnswerType.NUMBER else ""
    return Draft(
        derivation=expression.derivation,
        question=ask(seed, task_id, core, tail),
        core=core,
        tail=tail,
        gold=gold,
        evidence=(table_evidence(view, expression, computed),),
        surfaces=(Surface.TABLE,),
    )
