"""The package that annotators get: evidence to read, a workbook each, and nothing of the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from worksurface_pipeline.review.layout import choice_lines, evidence_name, workbook_name
from worksurface_pipeline.review.page import item_page
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.review.workbook import workbook_bytes
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.table import to_csv


def package_files(
    plan: AuditPlan, pictures: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, bytes]]:
    """Names and contents, all relative. The plan itself, which is the key, is not among them.

    `pictures` are those that proofs name; they stand within the pages.
    """
    yield "index.html", _index(plan).encode()
    for entry in plan.entries:
        yield evidence_name(entry.code), item_page(entry.code, entry.item, pictures).encode()
    for annotator in plan.annotators:
        yield workbook_name(annotator), workbook_bytes(plan, annotator)


def key_files(plan: AuditPlan) -> Iterator[tuple[str, bytes]]:
    """The key, for whoever may know it: the plan, and a table that tells what each item is."""
    yield from plan.to_files()
    columns = ("item", "kind", "origin", "fault", "id", "question", "reason")
    rows = (
        (
            *(entry.code, entry.item.stratum, entry.origin.value, entry.fault),
            *(entry.item.id, entry.item.question, entry.item.reason),
        )
        for entry in plan.entries
    )
    yield "key.csv", to_csv(columns, rows).encode("utf-8", "replace")


def _index(plan: AuditPlan) -> str:
    links: list[Markup | str] = [
        pieces.link(f"{entry.code}: {entry.item.question}", evidence_name(entry.code))
        for entry in plan.entries
    ]
    guide = " ".join(choice_lines(plan, "in your workbook, item by item"))
    criteria = [f"{one.name}: {one.question}" for one in plan.criteria]
    return pieces.page_html(
        f"Audit {plan.id}",
        (),
        pieces.paragraph(guide),
        pieces.bullets(criteria),
        pieces.bullets(links),
    )
