"""What all commands share: their options, the driver, and how a line is said."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from resources.workbench import Workbench, open_workbench

WorkspaceOption = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="Folder of source tasks; default: the settings' own."),
]
SettingsOption = Annotated[
    Path | None, typer.Option("--settings", "-s", help="A worksurface.toml.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Compute again what is fresh too.")]
PersonaOption = Annotated[
    list[str] | None, typer.Option("--persona", help="Only this persona; may be repeated.")
]
RetryOption = Annotated[
    bool,
    typer.Option(
        "--retry-errors", help="Also run again what ended in a machine fault; wrong answers stay."
    ),
]


def drive_until(
    workspace: Path | None,
    settings: Path | None,
    until: str,
    force: bool = False,
    persona: list[str] | None = None,
    retry_errors: bool = False,
) -> None:
    """Run what is stale up to a layer; exit code 1 when something failed."""
    from schedules.driver import Options
    from schedules.session import drive

    bench: Workbench = open_workbench(settings, workspace)
    options = Options(
        until=until, force=force, personas=tuple(persona or ()), retry_errors=retry_errors
    )
    if not drive(bench, options, console()):
        raise typer.Exit(1)


def say(*lines: str) -> None:
    """Print lines as they are, without wrapping or markup."""
    out = console()
    for line in lines:
        out.print(line, highlight=False, soft_wrap=True, markup=False)


def console() -> Console:
    """Where people read."""
    return Console(stderr=False)
