"""Commands about money: what calls cost, and what a sweep would."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption
from worksurface_pipeline.cli_shared import console

DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Only say what would run, cost, and leave for where."),
]
AllFilesOption = Annotated[
    bool, typer.Option("--all-files", help="With --dry-run: name every file that may leave.")
]


def costs(
    prices: Annotated[
        Path | None,
        typer.Option(help="A TOML file of [[models]] with id, price_in, price_out; default: ours."),
    ] = None,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Calls, tokens, billed tokens and cost so far, by model and setting, under any prices."""
    from schedules.costs import show_costs

    show_costs(open_workbench(settings, workspace), console(), prices)


def register(app: typer.Typer) -> None:
    """Add the commands to the front door."""
    app.command()(costs)
