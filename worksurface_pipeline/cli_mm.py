"""The command `worksurface mm`: from seed documents to questions, answers and a report."""

from __future__ import annotations

from typing import Annotated

import typer

from resources.mm_workbench import open_mm_workbench
from worksurface_pipeline.cli_mm_common import (
    MmSettingsOption,
    ProjectOption,
    SeedsOption,
    drive_mm_until,
)
from worksurface_pipeline.cli_mm_ops import MmAllFilesOption, MmDryRunOption, dry_run
from worksurface_pipeline.cli_mm_ops import register as register_ops
from worksurface_pipeline.cli_mm_people import labels, review
from worksurface_pipeline.cli_shared import ForceOption, RetryOption, console, say

AllOption = Annotated[
    bool, typer.Option("--all", help="Name every stale and waiting partition, and why.")
]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="MMEnterprise-Bench: questions over the records of projects that grow from documents.",
    pretty_exceptions_enable=False,
)
app.add_typer(review, name="review")
app.add_typer(labels, name="labels")


@app.command()
def run(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    force: ForceOption = False,
    project: ProjectOption = None,
    retry_errors: RetryOption = False,
    dry: MmDryRunOption = False,
    all_files: MmAllFilesOption = False,
) -> None:
    """Run everything that is stale, from the seed documents to the report."""
    if dry:
        dry_run(seeds, settings, force, retry_errors, all_files)
        return
    drive_mm_until(seeds, settings, "mm_reporting", force, project, retry_errors)


@app.command()
def questions(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    force: ForceOption = False,
    project: ProjectOption = None,
) -> None:
    """Workspaces, questions and the benchmark; no model under test is asked."""
    drive_mm_until(seeds, settings, "mm_assemble", force, project)


@app.command()
def status(
    seeds: SeedsOption = None, settings: MmSettingsOption = None, everything: AllOption = False
) -> None:
    """What is fresh, what is stale and why, and what waits for it."""
    from schedules.mm_status import show_mm_status

    show_mm_status(open_mm_workbench(settings, seeds), console(), everything)


@app.command()
def verify(seeds: SeedsOption = None, settings: MmSettingsOption = None) -> None:
    """Check golds, evidence and absences anew, and all stored files; nothing is written."""
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


@app.command()
def ui(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 3000,
) -> None:
    """Serve the Dagster page of these seed documents until it is interrupted."""
    from schedules.page import serve

    raise typer.Exit(serve(open_mm_workbench(settings, seeds), port))


register_ops(app)
