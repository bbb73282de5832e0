"""Commands of wing two around people: validation of questions, and labels of answers."""

from __future__ import annotations

from typing import Annotated

import typer

from resources.mm_workbench import open_mm_workbench
from worksurface_pipeline.cli_mm_common import MmSettingsOption, SeedsOption, drive_mm_until
from worksurface_pipeline.cli_shared import AuditOption, WorkbooksArgument, say

review = typer.Typer(no_args_is_help=True, help="Validation by people, and the page of it.")
labels = typer.Typer(
    no_args_is_help=True, help="Answers that people label, to calibrate verdicts on them."
)


@review.command("plan")
def review_plan(seeds: SeedsOption = None, settings: MmSettingsOption = None) -> None:
    """Draw the human audit and write its package: evidence, and a workbook for each annotator."""
    from schedules.mm_reviewing import write_mm_package, write_mm_page

    drive_mm_until(seeds, settings, "mm_audit")
    bench = open_mm_workbench(settings, seeds)
    say(f"For the annotators: {write_mm_package(bench)}", f"To review: {write_mm_page(bench)}")


@review.command("import")
def review_import(
    files: WorkbooksArgument,
    audit: AuditOption = "",
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Check returned workbooks and say what the annotators found; the next run reports it."""
    from schedules.mm_reviewing import import_mm_workbooks, mm_result_lines, write_mm_page

    bench = open_mm_workbench(settings, seeds)
    result = import_mm_workbooks(bench, files, audit)
    say(*mm_result_lines(result), f"To review: {write_mm_page(bench)}")


@review.command("page")
def review_page(seeds: SeedsOption = None, settings: MmSettingsOption = None) -> None:
    """Write the page of what was audited, with its evidence and votes."""
    from schedules.mm_reviewing import write_mm_page

    say(f"To review: {write_mm_page(open_mm_workbench(settings, seeds))}")


@labels.command("plan")
def labels_plan(
    n: Annotated[int, typer.Option("--n", min=1, help="How many answers.")] = 120,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Who labels; may be repeated. Default: those of [audit]."),
    ] = None,
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Draw answers of the finished cells, and write a blind workbook for each person.

    No model is asked. What exact matching leaves open comes first; of either kind, types and
    verdicts are balanced. Answers that all of these people have labelled are not drawn again.
    """
    from schedules.mm_labelling import plan_label_sheets, planned_lines

    bench = open_mm_workbench(settings, seeds)
    say(*planned_lines(plan_label_sheets(bench, n, by or ())))


@labels.command("import")
def labels_import(
    files: WorkbooksArgument,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Where somebody labelled otherwise before, take the later."),
    ] = False,
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Check returned workbooks and keep their labels; the next run calibrates on them.

    Those of some people are enough, the others may follow. Everything wrong is listed at once.
    """
    from schedules.mm_labelling import import_label_sheets, imported_lines

    bench = open_mm_workbench(settings, seeds)
    say(*imported_lines(bench, import_label_sheets(bench, files, replace)))
