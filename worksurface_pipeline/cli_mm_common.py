"""What the commands of wing two share: their options, and the driver."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.mm_workbench import MmWorkbench, open_mm_workbench
from worksurface_pipeline.cli_shared import console

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


def drive_mm_until(
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
