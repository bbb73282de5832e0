"""A figure of a sheet that only lineage leads to: the question names a file beside it.

Asked is how many records it holds, or what other sheets of the scope could be asked as well: the
columns that are named stand in several of them, and only the link tells which is meant. Of several
such questions those come first that most other sheets of the source task answer differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphPathEvidence
from worksurface_pipeline.worksurface.surfaces.sets import TableSet
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks, table_evidence
from worksurface_pipeline.worksurface.tasks.contested import (
    differing,
    hidden,
    rivals_of,
)
from worksurface_pipeline.worksurface.tasks.expressions import Expression, Op
from worksurface_pipeline.worksurface.tasks.lineage import Lineage
from worksurface_pipeline.worksurface.tasks.links import Link, links_to
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.questions import ask, table_core
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.table_alone import gold_of, in_turn
from worksurface_pipeline.worksurface.tasks.table_tasks import ending, markers_of
from worksurface_pipeline.worksurface.tasks.values import Computed, compute

FEWEST_ROWS = 5
_LINKS = 3  # of one file that are tried
_LOOKED_AT = 40  # expressions of one view
_COMMON = 3  # of them that are tried, of columns that other views have
_SPARE_VIEWS = 3  # beyond the limit, among which the most contested questions are chosen


@dataclass(frozen=True, slots=True)
class TableScope:
    """The views of one source task, and how many views of the scope have a column's name."""

    task: SourceTask
    seed: int
    lineage: Lineage
    rubrics: Rubrics
    shared: Mapping[str, int]
    single: frozenset[str]

    def views(self) -> list[ViewProfile]:
        """Views that are all of their file, in the order of a hash."""
        own = [
            view
            for view in self.rubrics.views
            if view.record.filename in self.single and view.rows >= FEWEST_ROWS
        ]
        return sorted(own, key=lambda view: (hash_unit(self.seed, f"linked {view.id}"), view.id))

    def is_common(self, columns: Sequence[str]) -> bool:
        """Whether another view of the scope has each of the columns."""
        return all(self.shared[name.lower()] > 1 for name in columns)


def column_counts(tables: TableSet) -> Mapping[str, int]:
    """In how many views of the scope each column's name stands."""
    return Counter(
        name for view in tables.views for name in {column.name.lower() for column in view.columns}
    )


def single_files(tables: TableSet, task_id: str) -> frozenset[str]:
    """Files of a source task that are one table and nothing else."""
    own = Counter(record.filename for record in tables.records if record.task_id == task_id)
    sheets = Counter(sheet.filename for sheet in tables.sheets if sheet.task_id == task_id)
    return frozenset(name for name, count in own.items() if count == 1 and sheets[name] <= 1)


def linked_tables(scope: TableScope, limit: int) -> tuple[Draft, ...]:
    """At most `limit` drafts, from as many views as there are."""
    turns: list[tuple[int, int, Draft]] = []
    linked = (
        (view, hidden(links_to(scope.task, scope.lineage, view.record.filename)))
        for view in scope.views()
    )
    for view, links in islice((item for item in linked if item[1]), limit + _SPARE_VIEWS):
        drafts = _of_view(scope, view, links[:_LINKS])
        turns += [(-item.rivals, turn, item) for turn, item in enumerate(drafts)]
    turns.sort(key=lambda item: item[:2])
    return tuple(draft for _, _, draft in turns[:limit])


def _of_view(scope: TableScope, view: ViewProfile, links: Sequence[Link]) -> Iterator[Draft]:
    """A figure of columns that other sheets have, then the number of records."""
    every = islice(in_turn(scope.seed, view), _LOOKED_AT)
    common = islice((item for item in every if scope.is_common(item.columns)), _COMMON)
    for expressions in (common, (Expression(view.id, Op.COUNT),)):
        drafts = list(_drafts(scope, view, expressions, links))
        if drafts:
            yield max(drafts, key=lambda draft: draft.rivals)  # the first of equals


def _drafts(
    scope: TableScope, view: ViewProfile, expressions: Iterable[Expression], links: Sequence[Link]
) -> Iterator[Draft]:
    """Drafts of each expression over each link that are worth something as gold."""
    for expression in expressions:
        computed = compute(scope.rubrics.engine, expression)
        gold = gold_of(view, expression, computed)
        if gold is None or gold.type is not AnswerType.NUMBER:
            continue  # worth nothing as gold: a tie, one row, a guess
        views = scope.rubrics.views
        others = differing(scope.rubrics.engine, views, expression, computed.answer)
        for link in links:
            draft = _draft(scope, view, expression, computed, gold, link)
            if not leaks(draft):
                yield replace(draft, rivals=rivals_of(link, others))


def _draft(
    scope: TableScope,
    view: ViewProfile,
    expression: Expression,
    computed: Computed,
    gold: Gold,
    link: Link,
) -> Draft:
    core = table_core(scope.seed, expression, link.phrase, markers_of(view))
    tail = ending(gold)
    return Draft(
        derivation=Derivation.LINKED_TABLE,
        question=ask(scope.seed, scope.task.task_id, core, tail),
        core=core,
        tail=tail,
        gold=gold,
        evidence=(
            GraphPathEvidence(graph_path=link.path),
            table_evidence(view, expression, computed),
        ),
        surfaces=(Surface.TABLE, Surface.GRAPH),
    )
