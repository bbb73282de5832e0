"""The command `worksurface mm`: from seed documents to questions, answers and a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.mm_workbench import MmWorkbench, open_mm_workbench
from worksurface_pipeline.cli_shared import ForceOption, RetryOption, console, say

SeedsOption = Annotated[
    Path | None,
    typer.Option("--seeds", help="Folder of PDF files, or the registry in it."),
]
MmSettingsOption = Annotated[
    Path | None, typer.Option("--settings", "-s", help="A mmenterprise.toml.")
]
ProjectOption = Annotated[
    list[str] | None, typer.Option("--project", help="Only this project; may be repeated.")
]
AllOption = Annotated[
    bool, typer.Option("--all", help="Name every stale and waiting partition, and why.")
]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="MMEnterprise-Bench: questions over the records of projects that grow from documents.",
    pretty_exceptions_enable=False,
)
review = typer.Typer(no_args_is_help=True, help="Validation by people, and the page of it.")
app.add_typer(review, name="review")


def _drive(
    seeds: Path | None,
    settings: Path | None,
    until: str,
    force: bool = False,
    projects: list[str] | None = None,
    retry_errors: bool = False,
) -> None:
    """Run what is stale up to a layer; exit code 1 when something failed."""
    from schedules.mm_driver import MmOptions
    from schedules.mm_session import drive_mm

    bench: MmWorkbench = open_mm_workbench(settings, seeds)
    options = MmOptions(until, force, tuple(projects or ()), retry_errors)
    if not drive_mm(bench, options, console()):
        raise typer.Exit(1)


@app.command()
def run(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    force: ForceOption = False,
    project: ProjectOption = None,
    retry_errors: RetryOption = False,
) -> None:
    """Run everything that is stale, from the seed documents to the report."""
    _drive(seeds, settings, "mm_reporting", force, project, retry_errors)


@app.command()
def questions(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    force: ForceOption = False,
    project: ProjectOption = None,
) -> None:
    """Workspaces, questions and the benchmark; no model under test is asked."""
    _drive(seeds, settings, "mm_assemble", force, project)


@app.command()
def status(
    seeds: SeedsOption = None, settings: MmSettingsOption = None, everything: AllOption = False
) -> None:
    """What is fresh, what is stale and why, and what waits for it."""
    from schedules.mm_status import show_mm_status

    show_mm_status(open_mm_workbench(settings, seeds), console(), everything)


@app.command()
def verify(seeds: SeedsOption = None, settings: MmSettingsOption = None) -> None:
    """Derive every gold anew from the ledger, and check all stored files; nothing is written."""
    from schedules.mm_verifying import verify_mm

    found = verify_mm(open_mm_workbench(settings, seeds))
    say(*found.problems, str(found))
    if found.problems:
        raise typer.Exit(1)


@app.command()
def gc(
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Remove superseded results; journals, paid replies and the human review stay."""
    from schedules.mm_cleaning import collect_mm

    collect_mm(open_mm_workbench(settings, seeds), dry, say)


@review.command("plan")
def review_plan(seeds: SeedsOption = None, settings: MmSettingsOption = None) -> None:
    """Draw the human audit and write its package: evidence, and a workbook for each annotator."""
    from schedules.mm_reviewing import write_mm_package, write_mm_page

    _drive(seeds, settings, "mm_audit")
    bench = open_mm_workbench(settings, seeds)
    say(f"For the annotators: {write_mm_package(bench)}", f"To review: {write_mm_page(bench)}")


@review.command("import")
def review_import(
    files: Annotated[list[Path], typer.Argument(help="The workbooks that came back, all of them.")],
    audit: Annotated[
        str, typer.Option(help="Id of an audit that is no longer the valid one.")
    ] = "",
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


@app.command()
def ui(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 3000,
) -> None:
    """Serve the Dagster page of these seed documents until it is interrupted."""
    from schedules.page import serve

    raise typer.Exit(serve(open_mm_workbench(settings, seeds), port))
