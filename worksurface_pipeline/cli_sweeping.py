"""Parts of a sweep, and commands that clean the lake."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import (
    PersonaOption,
    SettingsOption,
    WorkspaceOption,
    drive_until,
)
from worksurface_pipeline.cli_shared import console, say
from worksurface_pipeline.kernel.errors import SettingsError

TaskOption = Annotated[
    list[str] | None,
    typer.Option("--task", help="Only this task, or this source task; may be repeated."),
]
ModelOption = Annotated[
    list[str] | None, typer.Option("--model", help="Only this model; may be repeated.")
]
SettingOption = Annotated[
    list[str] | None, typer.Option("--setting", help="Only this setting; may be repeated.")
]
LimitOption = Annotated[
    int | None,
    typer.Option(min=1, help="At most so many tasks of each cell, in the benchmark's order."),
]
AgainOption = Annotated[
    bool, typer.Option("--force", help="Run finished trajectories again; the new ones count.")
]
OnlyErrorsOption = Annotated[
    bool,
    typer.Option(
        "--retry-errors",
        help="Only what ended in a machine fault; nothing that never ran, no wrong answer.",
    ),
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")]


def sweep_part(
    workspace: Path | None,
    settings: Path | None,
    *,
    personas: PersonaOption = None,
    tasks: TaskOption = None,
    models: ModelOption = None,
    setting_names: SettingOption = None,
    limit: LimitOption = None,
    force: bool = False,
    retry_errors: bool = False,
    dry: bool = False,
    all_files: bool = False,
) -> None:
    """Run what was asked for of a sweep, on an up-to-date benchmark; exit code 1 for a failure.

    Where it is `dry`, only say what that would take and send: nothing is run or written.
    """
    from schedules.dry_run import show_forecast
    from schedules.session import drive_part
    from schedules.shares import Part
    from worksurface_pipeline.worksurface.selection import Selection

    selection = Selection(
        models=tuple(models or ()),
        settings=tuple(setting_names or ()),
        personas=tuple(personas or ()),
        tasks=tuple(tasks or ()),
        limit=limit or 0,
    )
    if dry:
        part = Part(selection, force, retry_errors)
        show_forecast(open_workbench(settings, workspace), console(), part, all_files)
        return
    if selection.is_all and not (force or retry_errors):
        drive_until(workspace, settings, "sweep")
        return
    part = Part(selection, force, retry_errors)
    if not drive_part(open_workbench(settings, workspace), part, console()):
        raise typer.Exit(1)


def gc(
    dry: DryOption = False,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Remove what nothing refers to: superseded results, readings of files that are gone, caches.

    Journals, ledgers, paid replies, releases and the human review stay.
    """
    from schedules.cleaning import collect

    collect(open_workbench(settings, workspace), dry, say)


def prune(
    dry: DryOption = False,
    model: Annotated[str, typer.Option(help="Only this removed model or auditor.")] = "",
    persona: Annotated[str, typer.Option(help="Only this removed persona.")] = "",
    journals: Annotated[
        bool, typer.Option("--journals", help="A removed model's journals and ledgers too.")
    ] = False,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Remove the results of models and personas that are no longer there."""
    from schedules.cleaning import prune as remove

    if model and persona:
        raise SettingsError("--model and --persona are both given", remedy="Name one at a time")
    remove(open_workbench(settings, workspace), model, persona, journals, dry, say)


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    for command in (gc, prune):
        app.command()(command)
