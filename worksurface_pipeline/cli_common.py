"""What the commands of wing one share: their options, and the driver."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.workbench import Workbench, open_workbench
from worksurface_pipeline.cli_shared import console

WorkspaceOption = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="Folder of source tasks; default: the settings' own."),
]
SettingsOption = Annotated[
    Path | None, typer.Option("--settings", "-s", help="A worksurface.toml.")
]
PersonaOption = Annotated[
    list[str] | None, typer.Option("--persona", help="Only this persona; may be repeated.")
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
