"""The command `worksurface`: from a folder of source tasks to a scored report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from worksurface_pipeline.cli_common import (
    PersonaOption,
    SettingsOption,
    WorkspaceOption,
    drive_until,
)
from worksurface_pipeline.cli_compare import register as register_compare
from worksurface_pipeline.cli_exchange import register as register_exchange
from worksurface_pipeline.cli_gold import register
from worksurface_pipeline.cli_local import register as register_local
from worksurface_pipeline.cli_looking import register as register_looking
from worksurface_pipeline.cli_shared import ForceOption, RetryOption, console, guarded
from worksurface_pipeline.cli_spending import AllFilesOption, DryRunOption
from worksurface_pipeline.cli_spending import register as register_spending
from worksurface_pipeline.cli_sweeping import (
    AgainOption,
    LimitOption,
    ModelOption,
    OnlyErrorsOption,
    SettingOption,
    TaskOption,
    sweep_part,
)
from worksurface_pipeline.cli_sweeping import register as register_sweeping
from worksurface_pipeline.front import MM, run_mm
from worksurface_pipeline.worksurface.source.plain.initialise import Wish
from worksurface_pipeline.worksurface.source.plain.proposal import TaskPer

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Makes and runs WorkSurface-Bench from a folder of source tasks, or from any folder.",
    pretty_exceptions_enable=False,
)


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="Any folder of files. It is only read.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where the workspace goes; default: FOLDER-workspace."),
    ] = None,
    task_per: Annotated[
        TaskPer,
        typer.Option(help="What becomes a source task; none: all files are one task."),
    ] = TaskPer.TOP_FOLDER,
    persona: Annotated[
        str, typer.Option(help="Who works on all of it; default: guessed from names.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Replace a mapping, edits and all (kept as .old).")
    ] = False,
    settings: SettingsOption = None,
) -> None:
    """Make a workspace of any FOLDER of files without touching it.

    Writes one small mapping file to edit: which files belong to which source task, and who works
    on it (a guess to confirm). The files stay where they are. Run again later, it adds tasks for
    new files and keeps every edit. No rubrics are needed: questions come from the contents.
    """
    from schedules.initialising import make_workspace

    make_workspace(folder, out, Wish(task_per, persona, force), settings, console())


@app.command()
def run(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    force: ForceOption = False,
    persona: PersonaOption = None,
    retry_errors: RetryOption = False,
) -> None:
    """Run everything that is stale, from the source to the report."""
    drive_until(workspace, settings, "reporting", force, persona, retry_errors)


@app.command()
def freeze(workspace: WorkspaceOption = None, settings: SettingsOption = None) -> None:
    """Hash the workspace and record what changed since the last freeze."""
    drive_until(workspace, settings, "freeze")


@app.command()
def build(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    force: ForceOption = False,
    persona: PersonaOption = None,
) -> None:
    """Surfaces, questions and the benchmark; no agent runs."""
    drive_until(workspace, settings, "assemble", force, persona)


@app.command()
def sweep(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    retry_errors: OnlyErrorsOption = False,
    dry: DryRunOption = False,
    all_files: AllFilesOption = False,
    persona: PersonaOption = None,
    task: TaskOption = None,
    model: ModelOption = None,
    setting: SettingOption = None,
    limit: LimitOption = None,
    force: AgainOption = False,
) -> None:
    """Agents over models and settings, on an up-to-date benchmark, or a part of it.

    What a part runs is kept in the journals; a cell is published once it is whole.
    """
    sweep_part(
        workspace,
        settings,
        personas=persona,
        tasks=task,
        models=model,
        setting_names=setting,
        limit=limit,
        force=force,
        retry_errors=retry_errors,
        dry=dry,
        all_files=all_files,
    )


@app.command()
def score(workspace: WorkspaceOption = None, settings: SettingsOption = None) -> None:
    """Scores of all cells."""
    drive_until(workspace, settings, "score")


@app.command()
def report(workspace: WorkspaceOption = None, settings: SettingsOption = None) -> None:
    """The report page; whatever it needs is brought up to date first."""
    drive_until(workspace, settings, "reporting")


@app.command(
    MM,
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def mm(context: typer.Context) -> None:
    """MMEnterprise-Bench, from seed documents to a report: see `worksurface mm --help`."""
    run_mm(context.args)


register_looking(app)
register(app)
register_compare(app)
register_spending(app)
register_sweeping(app)
register_exchange(app)
register_local(app)


def main() -> None:
    """Run a command; every failure of ours is a sentence and exit code 1."""
    guarded(app)
