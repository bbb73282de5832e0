"""Commands of wing two about money, health and what is left over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.mm_workbench import open_mm_workbench
from worksurface_pipeline.cli_mm_common import MmSettingsOption, SeedsOption
from worksurface_pipeline.cli_shared import console, say
from worksurface_pipeline.kernel.errors import SettingsError

MmDryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Only say what would be asked, cost, and leave for where."),
]
MmAllFilesOption = Annotated[
    bool, typer.Option("--all-files", help="With --dry-run: name every file that may leave.")
]


def dry_run(
    seeds: Path | None,
    settings: Path | None,
    force: bool = False,
    retry_errors: bool = False,
    all_files: bool = False,
) -> None:
    """Say what answers and verdicts would take and send; nothing is run or written."""
    from schedules.mm_dry_run import show_mm_forecast

    show_mm_forecast(
        open_mm_workbench(settings, seeds),
        console(),
        is_forced=force,
        retry_errors=retry_errors,
        all_files=all_files,
    )


def costs(
    prices: Annotated[
        Path | None,
        typer.Option(help="A TOML file of [[models]] with id, price_in, price_out; default: ours."),
    ] = None,
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Calls, tokens, billed tokens and cost so far, by model and purpose, under any prices."""
    from schedules.costs import show_costs

    show_costs(open_mm_workbench(settings, seeds), console(), prices)


def doctor(
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print problems only.")] = False,
) -> None:
    """Check settings, seed documents, keys, models and the lake before time or money is spent."""
    from schedules.mm_doctor import examine_mm

    findings = examine_mm(open_mm_workbench(settings, seeds))
    say(*(str(finding) for finding in findings if finding.is_problem or not quiet))
    if any(finding.is_problem for finding in findings):
        raise typer.Exit(1)


def prune(
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    model: Annotated[str, typer.Option(help="Only this removed model.")] = "",
    project: Annotated[str, typer.Option(help="Only this removed project.")] = "",
    journals: Annotated[
        bool, typer.Option("--journals", help="Journals of removed cells too; ledgers stay.")
    ] = False,
    seeds: SeedsOption = None,
    settings: MmSettingsOption = None,
) -> None:
    """Remove the results of projects, retrievers, models and depths that are no longer there."""
    from schedules.mm_cleaning import prune_mm

    if model and project:
        raise SettingsError("--model and --project are both given", remedy="Name one at a time")
    prune_mm(open_mm_workbench(settings, seeds), model, project, journals, dry, say)


def register(app: typer.Typer) -> None:
    """Add the commands to those of the wing."""
    for command in (costs, doctor, prune):
        app.command()(command)
