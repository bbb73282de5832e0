"""The pages of the validation by people: the annotators' package, and the page with the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.validation.people import KINDS, decision_on
from worksurface_pipeline.mmenterprise.validation.people_evidence import (
    in_order,
    source_page,
    title_of,
)
from worksurface_pipeline.review.package import package_files
from worksurface_pipeline.review.page import review_page, votes_by_item
from worksurface_pipeline.review.records import AuditPlan, ItemVote
from worksurface_pipeline.site import pieces


def people_files(
    plan: AuditPlan, units: Mapping[str, Unit], pictures: Mapping[str, Mapping[str, bytes]]
) -> Iterator[tuple[str, bytes]]:
    """The package for annotators: items, workbooks, and all records of each project to search.

    `pictures` are the files of each project by `Unit.image`.
    """
    shown = _shown(plan, pictures)
    yield from package_files(plan, shown)
    for project in sorted({entry.item.cluster for entry in plan.entries}):
        own = sorted((unit for unit in units.values() if unit.project == project), key=in_order)
        yield source_page(project), _browser(project, own, pictures.get(project, {})).encode()


def people_page(
    plan: AuditPlan,
    pictures: Mapping[str, Mapping[str, bytes]],
    votes: Sequence[ItemVote] = (),
) -> str:
    """The review page of the audit, for whoever may know the key: decisions, reasons, votes."""
    groups = {
        kind: [entry.item for entry in plan.entries if decision_on(entry) == kind] for kind in KINDS
    }
    by_item = votes_by_item(plan, votes)
    filled = {kind: items for kind, items in groups.items() if items}
    return review_page(f"Validation by people {plan.id}", filled, by_item, _shown(plan, pictures))


def _shown(plan: AuditPlan, pictures: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """The pictures that the items of a plan name."""
    wanted = {proof.picture for entry in plan.entries for proof in entry.item.proofs}
    return {
        f"{project}/{name}": data
        for project, files in pictures.items()
        for name, data in files.items()
        if f"{project}/{name}" in wanted
    }


def _browser(project: str, units: Sequence[Unit], pictures: Mapping[str, bytes]) -> str:
    """All records of a project in order of time, to be searched with the browser's own search."""
    parts = []
    for unit in units:
        body = [pieces.block(unit.text)]
        if unit.image in pictures:
            body.append(pieces.inline_picture(pictures[unit.image], title_of(unit)))
        parts.append(pieces.details(title_of(unit), *body, is_open=True))
    return pieces.page_html(f"Everything on record: {project}", (), *parts)
