"""Commands that hand runs to other tools and take released ones: `export` and `rescore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption, say
from worksurface_pipeline.cli_sweeping import ModelOption, SettingOption

export = typer.Typer(no_args_is_help=True, help="The sweep's runs in forms that others read.")
FolderArgument = Annotated[Path, typer.Argument(help="The folder to write into.")]


@export.command("parquet")
def export_parquet(
    folder: FolderArgument, workspace: WorkspaceOption = None, settings: SettingsOption = None
) -> None:
    """Scores, trajectories and turns as Parquet; docs/parquet.md has the schema."""
    from schedules.exporting import export_parquet as write

    say(*write(open_workbench(settings, workspace), folder))


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
) -> None:
    """A log of Inspect for every model and setting. It needs the extra: make exchange-extra."""
    from schedules.exporting import export_inspect as write

    bench = open_workbench(settings, workspace)
    for line in write(bench, folder, tuple(model or ()), tuple(setting or ()), form, created):
        say(line)


def rescore(
    release: Annotated[Path, typer.Argument(help="A release in the public format, with its runs.")],
    runs: Annotated[
        Path | None, typer.Option(help="Folder of <model>/<setting>.jsonl, if it is elsewhere.")
    ] = None,
    profile: Annotated[str, typer.Option(help="Scoring profile.")] = "release-1.0",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the scores as Parquet.")
    ] = None,
) -> None:
    """Score released trajectories again, against the release's own gold and budgets."""
    from schedules.exporting import rescore_release

    for line in rescore_release(release, runs, profile, out):
        say(line)


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    app.add_typer(export, name="export")
    app.command()(rescore)
