"""A sheet restricted by what a document says: the document's line is shown with a gap.

What fills the gap is a value of the sheet's column ("the site left out in “Most late runs left
from […]”"), so that the document must be read before the sheet can be asked. With a link in place
of the sheet's name all three surfaces are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphPathEvidence
from worksurface_pipeline.worksurface.tasks.amounts import is_measure, ops_of
from worksurface_pipeline.worksurface.tasks.build import (
    Draft,
    Gold,
    leaks,
    span_evidence,
    table_evidence,
)
from worksurface_pipeline.worksurface.tasks.contested import (
    differing,
    hidden,
    rivals_of,
)
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.linked_tables import TableScope
from worksurface_pipeline.worksurface.tasks.links import links_to
from worksurface_pipeline.worksurface.tasks.places import place_alone
from worksurface_pipeline.worksurface.tasks.questions import table_core
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.sole_figures import PROSE
from worksurface_pipeline.worksurface.tasks.spans import unique_span
from worksurface_pipeline.worksurface.tasks.spoken import spoken
from worksurface_pipeline.worksurface.tasks.table_alone import gold_of, is_category
from worksurface_pipeline.worksurface.tasks.table_tasks import ending, markers_of, place_in
from worksurface_pipeline.worksurface.tasks.told_names import Told, told_of
from worksurface_pipeline.worksurface.tasks.values import compute

_MEASURES = 2
# Stands for the value while the phrase is made; no cell holds it.
_UNSAID = "\u241f"
_FORMS = (
    "In {file} of Task {task}, one line reads “{said}”. Take the {column} that is left out there:"
    " {core}? {tail}",
    "{file} of Task {task} says “{said}”. For the {column} missing in that line, {core}? {tail}",
    "Please look up in {file} of Task {task} which {column} belongs in “{said}”. With that one,"
    " {core}? {tail}",
)


def document_filters(
    scope: TableScope, parsed: Sequence[Parsed], documents: Mapping[str, Document], limit: int
) -> tuple[tuple[Draft, ...], tuple[Draft, ...]]:
    """At most `limit` drafts that name the sheet's file, and as many that lead to it by a link."""
    told = [item for one in parsed for item in _told(scope, one)]
    told.sort(key=lambda item: (hash_unit(scope.seed, item.said + item.column.name), item.said))
    named: dict[tuple[str, str], Draft] = {}
    linked: dict[tuple[str, str], Draft] = {}
    for item in told:
        key = (item.document.id, item.value)
        if key not in linked and len(linked) < limit:
            linked.update(islice(((key, draft) for draft in _linked(scope, item, documents)), 1))
        if key not in named and key not in linked and len(named) < limit:
            named.update(islice(((key, draft) for draft in _named(scope, item, documents)), 1))
    return tuple(named.values()), tuple(linked.values())


def _told(scope: TableScope, parsed: Parsed) -> Iterator[Told]:
    if parsed.document.kind not in PROSE:
        return
    for view in scope.rubrics.views:
        for column in view.columns:
            if view.record.filename in scope.single and is_category(column, view):
                yield from told_of(parsed, view, column)


def _expressions(scope: TableScope, told: Told) -> Iterator[Expression]:
    """Aggregates of the entries with that value, then their number."""
    condition = Condition(told.column.name, Kind.EQUALS, told.value)
    measures = [item for item in told.view.columns if is_measure(item)]
    measures.sort(key=lambda item: (hash_unit(scope.seed, told.said + item.name), item.name))
    count = Expression(told.view.id, Op.COUNT, where=(condition,))
    sums = [
        Expression(told.view.id, op, item.name, where=(condition,))
        for item in measures[:_MEASURES]
        for op in ops_of(item)[:2]
        if item.unit != "percent"
    ]
    every = [*sums, count]
    yield from sorted(every, key=lambda item: hash_unit(scope.seed, told.said + item.sql()))


def _named(scope: TableScope, told: Told, documents: Mapping[str, Document]) -> Iterator[Draft]:
    place = place_in(scope.rubrics, told.view.id)
    for expression in _expressions(scope, told):
        draft = _draft(scope, told, documents, expression, place)
        if draft is not None:
            yield draft


def _linked(scope: TableScope, told: Told, documents: Mapping[str, Document]) -> Iterator[Draft]:
    """Drafts that lead to the sheet by a link, those that most sheets contest first."""
    made = list(_led(scope, told, documents))
    yield from sorted(made, key=lambda draft: -draft.rivals)


def _led(scope: TableScope, told: Told, documents: Mapping[str, Document]) -> Iterator[Draft]:
    rubrics = scope.rubrics
    for link in hidden(links_to(scope.task, scope.lineage, told.view.record.filename)):
        if link.start == told.document.filename:
            continue  # the line's own file is the one that would be followed
        for expression in _expressions(scope, told):
            draft = _draft(scope, told, documents, expression, link.phrase)
            if draft is not None and told.view.record.filename not in draft.question:
                rag, table = draft.evidence
                path = GraphPathEvidence(graph_path=link.path)
                answer = draft.gold.answer if isinstance(draft.gold.answer, (int, float)) else None
                others = differing(rubrics.engine, rubrics.views, expression, answer)
                yield replace(
                    draft,
                    derivation=Derivation.LINKED_FILTER,
                    evidence=(rag, path, table),
                    surfaces=(Surface.RAG, Surface.TABLE, Surface.GRAPH),
                    rivals=rivals_of(link, others),
                )


def _draft(
    scope: TableScope,
    told: Told,
    documents: Mapping[str, Document],
    expression: Expression,
    place: str,
) -> Draft | None:
    computed = compute(scope.rubrics.engine, expression)
    gold = gold_of(told.view, expression, computed)
    span = unique_span(place_alone(told.document, told.segment, told.mention), documents)
    if gold is None or gold.type is not AnswerType.NUMBER or span is None:
        return None
    draft = Draft(
        derivation=Derivation.DOCUMENT_FILTER,
        question=_question(scope, told, expression, place, gold),
        core="",
        gold=gold,
        evidence=(
            span_evidence(told.document, *span),
            table_evidence(told.view, expression, computed),
        ),
        surfaces=(Surface.RAG, Surface.TABLE),
    )
    is_said = has_token(draft.question.lower(), told.value.lower())
    return None if is_said or leaks(draft) else draft


def _question(scope: TableScope, told: Told, expression: Expression, place: str, gold: Gold) -> str:
    unsaid = replace(expression, where=(Condition(told.column.name, Kind.EQUALS, _UNSAID),))
    core = table_core(scope.seed, unsaid, place, markers_of(told.view))
    core = core.replace(f"“{_UNSAID}”", "it")
    form = choose(scope.seed, f"filter {told.said} {core}", _FORMS)
    return form.format(
        file=told.document.filename,
        task=scope.task.task_id,
        said=told.said,
        column=spoken(told.column.name).removeprefix("the "),
        core=core,
        tail=ending(gold),
    ).rstrip()
