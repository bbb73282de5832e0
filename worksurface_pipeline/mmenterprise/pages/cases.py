"""A question's page: gold, proof, evidence, what belongs to it, what each cell made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.mmenterprise.pages.addresses import case_id
from worksurface_pipeline.mmenterprise.pages.evidence import (
    LABELS,
    modality,
    parts_of,
    pieces_of,
)
from worksurface_pipeline.mmenterprise.pages.model import Checked, SiteLimits
from worksurface_pipeline.mmenterprise.pages.outcomes import HEADS, outcomes_of
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.queries import as_facts, gold_text, query_facts
from worksurface_pipeline.mmenterprise.pages.results import Results
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.site.cases import Case, Found, Hit, Related, Shown
from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Extract, Tag, Tone
from worksurface_pipeline.site.threads import Spot

Owners = Mapping[str, tuple[Project, Unit]]
"""Every unit of every project by id, with its project."""


def owners_of(projects: Sequence[Project]) -> Owners:
    """All units: what is found for a question may be of any project."""
    return {key: (project, unit) for project in projects for key, unit in project.units.items()}


def case_of(
    project: Project,
    item: MmQuestion,
    results: Results,
    checks: Sequence[Checked],
    limits: SiteLimits,
) -> Case:
    """What the page shows at once."""
    outcomes = tuple(outcomes_of(project, item, results, limits.answer))
    return Case(
        id=case_id(item),
        name=f"Question {item.id}",
        title=item.question,
        tags=tuple(_tags(project, item)),
        facts=as_facts(_facts(project, item)),
        query=as_facts(query_facts(project, item)),
        timelines=tuple(map(project.fact, _known(project, item))),
        acts=tuple(_acts(project, item)),
        pieces=tuple(pieces_of(project, item, limits.evidence)),
        sets=tuple(_sets(project, item)),
        related=tuple(_related(project, item)),
        checks=tuple(_check(one) for one in checks),
        heads=HEADS if outcomes else (),
        outcomes=outcomes,
    )


def found_of(
    project: Project, item: MmQuestion, results: Results, owners: Owners, characters: int
) -> Found:
    """What each cell was shown; a record that many cells were shown stands in it once."""
    places: dict[str, int] = {}
    cells: dict[_Context, list[str]] = {}
    for cell in results.cells:
        units = tuple(key for key in results.shown(cell, item) if key in owners)
        ranks = {key: rank for rank, key in enumerate(results.ranked(cell, item), 1)}
        hits = tuple(places.setdefault(key, len(places)) for key in units)
        known = tuple(ranks.get(key, 0) for key in units) if ranks else ()
        cells.setdefault((hits, known), []).append(results.id(cell))
    parts = parts_of(item)
    return Found(
        hits=tuple(_hit(project, *owners[key], parts.get(key, ""), characters) for key in places),
        shown=tuple(
            Shown(cells=tuple(keys), hits=hits, ranks=ranks)
            for (hits, ranks), keys in cells.items()
        ),
    )


_Context = tuple[tuple[int, ...], tuple[int, ...]]


def _hit(asked: Project, owner: Project, unit: Unit, part: str, characters: int) -> Hit:
    """A record as it was found; one of another project says so."""
    spot = owner.spot(unit)
    if owner.id != asked.id:
        spot = spot.model_copy(update={"label": f"{owner.name}: {spot.label}"})
    text, cut = bounded(owner.read(unit), characters)
    return Hit(spot=spot, text=text + (" …" if cut else ""), part=part)


def _tags(project: Project, item: MmQuestion) -> Iterator[Tag]:
    yield Tag(text=plain_label(item.type.value))
    yield Tag(text=project.name)
    yield Tag(text=LABELS[modality(project, item)])
    if item.origin:
        yield Tag(text=f"{item.origin} values")
    if item.absence is not None:
        yield Tag(text=plain_label(item.absence.value), tone=Tone.WARN)


def _facts(project: Project, item: MmQuestion) -> Iterator[tuple[str, str]]:
    yield "Gold", gold_text(item)
    yield "Kind of answer", plain_label(item.answer_kind)
    yield "Project", f"{project.name}: {project.world.product}, {project.world.company}"
    if item.evidence:
        yield "Records that prove it", str(len(item.evidence))


def _known(project: Project, item: MmQuestion) -> Iterator[str]:
    """The slots of the query that the ledger has: what nobody recorded is on no time line."""
    return (slot for slot in dict.fromkeys(item.query.slots) if slot in project.view.slots)


def _acts(project: Project, item: MmQuestion) -> Iterator[Spot]:
    """The records of the act that the query names."""
    for unit in project.by_event.get(item.query.event, ())[:1]:
        yield project.spot(unit)


def _sets(project: Project, item: MmQuestion) -> Iterator[tuple[Spot, ...]]:
    units = project.units
    for group in item.alternatives or ((item.evidence,) if item.evidence else ()):
        yield tuple(project.spot(units[key]) for key in group if key in units)


def _related(project: Project, item: MmQuestion) -> Iterator[Related]:
    if item.twin in project.questions:
        twin = project.questions[item.twin]
        yield Related(name="Changed from the answerable question", ways=(project.case(twin),))
    twins = tuple(map(project.case, (one for one in _all(project) if one.twin == item.id)))
    if twins:
        yield Related(name="Unanswerable twin", ways=twins)
    if item.triple:
        same = (one for one in _all(project) if one.triple == item.triple and one.id != item.id)
        ways = tuple(map(project.case, same))
        if ways:
            yield Related(name="The same fact at other times", ways=ways)


def _all(project: Project) -> Sequence[MmQuestion]:
    return project.given.questions


def _check(one: Checked) -> Extract:
    return Extract(label=f"{plain_label(one.step)}: {plain_label(one.outcome)}", text=one.reason)
