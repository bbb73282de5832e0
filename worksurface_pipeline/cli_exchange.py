"""Commands that hand runs to other tools and take released ones: `export` and `rescore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption
from worksurface_pipeline.cli_shared import say
from worksurface_pipeline.cli_sweeping import ModelOption, SettingOption
from worksurface_pipeline.worksurface.settings import Interface

export = typer.Typer(no_args_is_help=True, help="The sweep's runs in forms that others read.")
FolderArgument = Annotated[Path, typer.Argument(help="The folder to write into.")]
WithoutOption = Annotated[
    bool,
    typer.Option("--without-scores", help="Cells whose scores are stale or absent go without."),
]


@export.command("parquet")
def export_parquet(
    folder: FolderArgument,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    without_scores: WithoutOption = False,
) -> None:
    """Scores, trajectories and turns as Parquet; docs/parquet.md has the schema."""
    from schedules.exporting import export_parquet as write

    bench = open_workbench(settings, workspace)
    say(*write(bench, folder, is_unscored_allowed=without_scores))


@export.command("inspect")
def export_inspect(
    folder: FolderArgument,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    model: ModelOption = None,
    setting: SettingOption = None,
    form: Annotated[
        Literal["eval", "json"], typer.Option("--format", help="Inspect's archive, or JSON.")
    ] = "eval",
    created: Annotated[
        str, typer.Option(help="Date of the logs, as 2026-01-31T12:00:00+00:00; default: none.")
    ] = "",
    without_scores: WithoutOption = False,
) -> None:
    """A log of Inspect for every model and setting. It needs the extra: make exchange-extra."""
    from schedules.exporting import export_inspect as write

    bench = open_workbench(settings, workspace)
    chosen = (tuple(model or ()), tuple(setting or ()))
    for line in write(bench, folder, *chosen, form, created, is_unscored_allowed=without_scores):
        say(line)


def rescore(
    release: Annotated[
        Path, typer.Argument(help="A release with its runs, of ours or in the public format.")
    ],
    runs: Annotated[
        Path | None, typer.Option(help="Folder of the runs, if it is elsewhere.")
    ] = None,
    profile: Annotated[
        str, typer.Option(help="Scoring profile; default: that of the release.")
    ] = "",
    interface: Annotated[
        Interface, typer.Option(help="Whether the runs were shown file names.")
    ] = Interface.OPEN,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the scores as Parquet.")
    ] = None,
) -> None:
    """Score released trajectories again, against the release's own gold and budgets."""
    from schedules.exporting import rescore_release

    for line in rescore_release(release, runs, profile, out, interface):
        say(line)


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    app.add_typer(export, name="export")
    app.command()(rescore)
