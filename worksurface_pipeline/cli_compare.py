"""The command that sets two sweeps or two releases against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption
from worksurface_pipeline.cli_shared import say


def compare(
    left: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A sweep's id or name, ID@PROMPT, or the folder of a release."
        ),
    ],
    right: Annotated[str, typer.Argument(metavar="B", help="What A is compared with.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder for Markdown, CSV and JSON; default: the lake."),
    ] = None,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """What changed from A to B: paired differences, tasks that flipped, and what else differs.

    Sweeps are scored here, under the benchmark and profile in force; nothing is run.
    """
    from schedules.comparing import show_comparison

    show_comparison(open_workbench(settings, workspace), left, right, out, say)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(compare)
