"""Abstain tasks: an answerable question with one target changed to one that exists nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.kernel.sampling import choose, first_by_hash
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, Derivation
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.questions import ask, table_core
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex

GOLD = "INSUFFICIENT_EVIDENCE"
# Measures, names and topics that could stand in any office's files; only those whose every word
# is missing from the whole scope are used.
MEASURES = (
    "overtime premium",
    "carbon offset",
    "parking allowance",
    "insurance deductible",
    "royalty",
    "demurrage",
    "breakage",
    "tuition subsidy",
    "moisture",
    "viscosity",
    "commuting mileage",
    "catering surcharge",
)
NAMES = (
    "Halcyon Brook",
    "Larkspur Quay",
    "Tamarind Fold",
    "Veridian Marsh",
    "Oleander Pike",
    "Brambling Moor",
    "Quillon Ferry",
    "Zephyrine Lodge",
)
TOPICS = (
    "noise ceiling",
    "parking surcharge",
    "radiation dose",
    "vaccination quota",
    "ventilation interval",
    "uniform allowance",
    "catering budget",
    "lightning clearance",
    "subsidy threshold",
)
YEARS = tuple(str(year) for year in range(2031, 2061))
_EMPTY_MEASURES = (Op.MEAN, Op.MIN, Op.MAX)


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed phrase, the terms that must not exist, and what stays as in the original.

    Ending, answer type and surfaces are the original's, so that the form gives nothing away.
    """

    core: str
    terms: tuple[str, ...]
    surfaces: tuple[Surface, ...]
    tail: str = ""
    asked: AnswerType = AnswerType.NUMBER


@dataclass(frozen=True, slots=True)
class Answerable:
    """An answerable table question: its expression, the place it names, and how it ends."""

    expression: Expression
    place: str
    tail: str
    rubrics: tuple[int, ...]


def absent_tasks(
    seed: int,
    task_id: str,
    tables: Sequence[Answerable],
    documents: Sequence[Draft],
    index: ScopeIndex,
    digest: str,
    limit: int,
) -> tuple[Draft, ...]:
    """At most `limit` drafts, sheet and document in turn where both can be changed."""
    changed = {
        item.core: item
        for item in (*_of_tables(seed, tables, index), *_of_documents(seed, documents, index))
    }
    keys = first_by_hash(seed, changed, limit)
    return tuple(_draft(seed, task_id, changed[key], digest) for key in keys)


def _draft(seed: int, task_id: str, changed: Changed, digest: str) -> Draft:
    """G is where the target would stand; the proof is a search of everything."""
    return Draft(
        derivation=Derivation.ABSENT_TARGET,
        question=ask(seed, task_id, changed.core, changed.tail),
        core=changed.core,
        tail=changed.tail,
        asked=changed.asked,
        gold=Gold(GOLD, AnswerType.ABSTAIN),
        evidence=(
            AbsenceEvidence(
                terms=changed.terms,
                searched=(Surface.RAG, Surface.TABLE, Surface.GRAPH),
                scope_digest=digest,
            ),
        ),
        surfaces=changed.surfaces,
    )


def _of_tables(seed: int, tables: Sequence[Answerable], index: ScopeIndex) -> Iterator[Changed]:
    for item in tables:
        expression = item.expression
        for changed, term in _changes(seed, expression, index):
            core = table_core(seed, changed, item.place)
            yield Changed(core, (term,), (Surface.TABLE,), item.tail)


def _changes(
    seed: int, expression: Expression, index: ScopeIndex
) -> Iterator[tuple[Expression, str]]:
    """One change each of column, period and entity. A count of nothing is 0, never unknown."""
    if expression.op not in (Op.SUM, *_EMPTY_MEASURES):
        return
    key = expression.sql()
    measure = _missing(seed, f"column {key}", MEASURES, index)
    if measure:
        yield replace(expression, measure=measure), measure
    year = _missing(seed, f"period {key}", YEARS, index)
    spoken = [part for part in expression.measure.split() if part.isdigit() and len(part) == 4]
    if year and len(spoken) == 1:
        yield replace(expression, measure=expression.measure.replace(spoken[0], year)), year
    name = _missing(seed, f"entity {key}", NAMES, index)
    first = expression.where[0] if expression.where else None
    if name and first and _is_name(first) and expression.op in _EMPTY_MEASURES:
        other = Condition(first.column, Kind.EQUALS, name)
        yield replace(expression, where=(other, *expression.where[1:])), name


def _is_name(condition: Condition) -> bool:
    """Whether the value is a proper name, which another name can stand for."""
    return condition.kind is Kind.EQUALS and condition.value.istitle()


def _of_documents(seed: int, documents: Sequence[Draft], index: ScopeIndex) -> Iterator[Changed]:
    for draft in documents:
        head, according, place = draft.core.partition(" according to ")
        if not head.startswith(("what is ", "what are ")) or not according:
            continue
        topic = _missing(seed, f"topic {draft.core}", TOPICS, index)
        if topic:
            core = f"what is the {topic} according to {place}"
            yield Changed(core, (topic,), draft.surfaces, draft.tail, draft.gold.type)


def _missing(seed: int, key: str, options: Sequence[str], index: ScopeIndex) -> str:
    """One option, by hash, of those no word of which stands in the scope; "" if there is none."""
    free = [option for option in options if index.lacks_all(option)]
    return choose(seed, key, free) if free else ""
