"""How many entries of a sheet lie above or below a figure that a document states.

The figure is asked for in the document's own line with a gap, or, in a document that only lineage
leads to, as the only or the highest of its kind; then all three surfaces are needed. A column is
compared only with a figure of its own unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, Evidence, GraphPathEvidence
from worksurface_pipeline.worksurface.tasks.blocks import BLANK
from worksurface_pipeline.worksurface.tasks.build import (
    Draft,
    Gold,
    leaks,
    span_evidence,
    table_evidence,
)
from worksurface_pipeline.worksurface.tasks.contested import hidden
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.gaps import quotation
from worksurface_pipeline.worksurface.tasks.leaks import holds_answer
from worksurface_pipeline.worksurface.tasks.linked_documents import LinkedScope
from worksurface_pipeline.worksurface.tasks.linked_tables import TableScope
from worksurface_pipeline.worksurface.tasks.links import Link, links_to
from worksurface_pipeline.worksurface.tasks.measures import is_fraction
from worksurface_pipeline.worksurface.tasks.places import Place, place_alone
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.sole_figures import ALIASES, PROSE, kind_of_figure
from worksurface_pipeline.worksurface.tasks.spans import is_numbering, unique_span
from worksurface_pipeline.worksurface.tasks.spoken import spoken
from worksurface_pipeline.worksurface.tasks.table_alone import gold_of
from worksurface_pipeline.worksurface.tasks.table_tasks import place_in
from worksurface_pipeline.worksurface.tasks.values import Computed, compute
from worksurface_pipeline.worksurface.tasks.words import is_content, stem

_SAID = (
    "{file} of Task {task} says “{said}”. How many entries in {place} have a value of {column}"
    " {way} the figure that is left out there?",
    "Look up the missing figure in “{said}” ({file}, Task {task}). In how many entries of {place}"
    " is the value of {column} {way} it?",
    "In {file} of Task {task} one line reads “{said}”. Compared with the figure that belongs in"
    " the gap, how many entries of {place} have a value of {column} {way} it?",
)
_STATED = (
    "For Task {task}, take {name} given in {link}. How many entries in {place} have a value of"
    " {column} {way} it?",
    "Task {task}: look up {name} given in {link}. In how many entries of {place} is the value of"
    " {column} {way} that figure?",
    "How many entries in {place} of Task {task} have a value of {column} {way} {name} given in"
    " {link}?",
)
_WAYS = {Kind.ABOVE: "above", Kind.BELOW: "below"}
_LINKS = 2


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure of a document with its kind, and the forms that ask for it.

    `rivals` counts the other documents that the links fit and that have another such figure.
    """

    place: Place
    kind: str
    said: str = ""
    name: str = ""
    links: tuple[Link, ...] = ()
    rivals: int = 0


def thresholds(
    scope: TableScope, linked: LinkedScope, limit: int
) -> tuple[tuple[Draft, ...], tuple[Draft, ...]]:
    """At most `limit` drafts that name the document, and as many that lead to it by a link."""
    views = [view for view in scope.rubrics.views if view.record.filename in scope.single]
    found: dict[bool, dict[str, Draft]] = {False: {}, True: {}}
    limits = sorted(_limits(scope, linked), key=lambda item: _key(scope.seed, item))
    for item in limits:
        made = found[bool(item.links)]
        draft = next(_drafts(scope, linked, views, item), None) if len(made) < limit else None
        if draft is not None:
            made.setdefault(item.place.document.id, draft)
    return tuple(found[False].values()), tuple(found[True].values())


def _key(seed: int, item: Limit) -> tuple[int, float, str]:
    key = f"{item.place.document.id} {item.said} {item.name}"
    return -item.rivals, hash_unit(seed, key), key


def _limits(scope: TableScope, linked: LinkedScope) -> Iterator[Limit]:
    for parsed in linked.parsed:
        if parsed.document.kind not in PROSE:
            continue  # no prose: code and data have no sentence to quote
        yield from _said_limits(parsed)
        name = parsed.document.filename
        is_whole = sum(item.document.filename == name for item in linked.parsed) == 1
        links = hidden(links_to(scope.task, scope.lineage, name))[:_LINKS] if is_whole else ()
        for sole in linked.kinds.sole(parsed) if links else ():
            others = linked.kinds.others(sole.kind, parsed.document.id)
            counts = {link: linked.rivals_of(link, others) for link in links}
            most = max(counts.values())
            chosen = tuple(link for link in links if counts[link] == most)
            yield Limit(sole.place, sole.kind, name=sole.name, links=chosen, rivals=most)


def _said_limits(parsed: Parsed) -> Iterator[Limit]:
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        mentions = list(find_numbers(text))
        if segment.cells or BLANK in text or len(mentions) != 1:
            continue  # rows and lines with several figures are not quoted with one gap
        kind = kind_of_figure(text, mentions[0])
        if kind and not is_numbering(text, segment, mentions[0]):
            said = quotation(parsed.text, segment, mentions[0], ())
            if said:
                place = place_alone(parsed.document, segment, mentions[0])
                yield Limit(place, kind, said=said)


def _drafts(
    scope: TableScope, linked: LinkedScope, views: Sequence[ViewProfile], item: Limit
) -> Iterator[Draft]:
    span = unique_span(item.place, linked.documents)
    pairs = [
        (view, column, way)
        for view in views
        for column in view.measures
        if not column.is_mixed
        if _is_of_kind(column, item.kind) and (item.links or _is_topic(item, view, column))
        for way in _WAYS
    ]
    pairs.sort(key=lambda pair: hash_unit(scope.seed, f"{pair[0].id} {pair[1].name} {pair[2]}"))
    for view, column, way in pairs if span else ():
        condition = Condition(column.name, way, _value(item.place, column))
        expression = Expression(view.id, Op.COUNT, where=(condition,))
        computed = compute(scope.rubrics.engine, expression)
        gold = gold_of(view, expression, computed)
        if gold is not None and span is not None:
            rag = span_evidence(item.place.document, *span)
            draft = _draft(scope, item, view, (column, way), gold, rag, computed, expression)
            if not leaks(draft) and not holds_answer(draft.question, (_figure(item.place),)):
                yield draft


def _draft(
    scope: TableScope,
    item: Limit,
    view: ViewProfile,
    compared: tuple[ColumnProfile, Kind],
    gold: Gold,
    rag: Evidence,
    computed: Computed,
    expression: Expression,
) -> Draft:
    column, way = compared
    key = f"limit {scope.task.task_id} {item.said}{item.name} {expression.sql()}"
    link = choose(scope.seed, key, item.links) if item.links else None
    form = choose(scope.seed, key, _STATED if link else _SAID)
    question = form.format(
        file=item.place.document.filename,
        task=scope.task.task_id,
        said=item.said,
        name=item.name,
        link=link.phrase if link else "",
        place=place_in(scope.rubrics, view.id),
        column=spoken(column.name),
        way=_WAYS[way],
    )
    table = table_evidence(view, expression, computed)
    path = (GraphPathEvidence(graph_path=link.path),) if link else ()
    surfaces = (Surface.RAG, Surface.TABLE, *((Surface.GRAPH,) if link else ()))
    return Draft(
        derivation=Derivation.LINKED_FILTER if link else Derivation.DOCUMENT_FILTER,
        question=question,
        core="",
        gold=Gold(gold.answer, AnswerType.NUMBER),
        evidence=(*path, rag, table),
        surfaces=surfaces,
        rivals=item.rivals,
    )


def _figure(place: Place) -> str:
    """The figure itself, which the question must not show."""
    return format(place.mention.number, "f")


def _is_of_kind(column: ColumnProfile, kind: str) -> bool:
    """Whether the column's unit, or a word of its name, is what the figure counts."""
    if kind == "percent":
        return column.unit == "percent"
    unit = ALIASES.get(column.unit, column.unit)
    return unit == kind or stem(kind) in column.parts


def _is_topic(item: Limit, view: ViewProfile, column: ColumnProfile) -> bool:
    """Whether the line, or what stands around it, speaks of what the sheet or column is about."""
    said = {word.stem for word in item.place.segment.words if is_content(word)}
    about = (view.names | set(column.core)) - {stem(item.kind), *map(stem, ALIASES)}
    return bool((said | item.place.segment.around) & about)


def _value(place: Place, column: ColumnProfile) -> str:
    """The figure as the column's cells are written: a share of one where they are."""
    number = place.mention.number
    is_share = place.mention.unit == "percent" and is_fraction(column)
    return format((number / 100 if is_share else Decimal(number)).normalize(), "f")
