"""Commands that look at a workspace or serve it: status, doctor, serve, ui."""

from __future__ import annotations

from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption
from worksurface_pipeline.cli_shared import console, say


def status(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Name every stale and waiting partition, and why.")
    ] = False,
) -> None:
    """What is fresh, what is stale and why, and what waits for it."""
    from schedules.status import show_status

    show_status(open_workbench(settings, workspace), console(), everything)


def doctor(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print problems only.")] = False,
) -> None:
    """Check settings, folders, keys and packages before time or money is spent."""
    from schedules.doctor import examine

    findings = examine(open_workbench(settings, workspace))
    say(*(str(finding) for finding in findings if finding.is_problem or not quiet))
    if any(finding.is_problem for finding in findings):
        raise typer.Exit(1)


def serve(
    agent: Annotated[str, typer.Argument(help="The id of an agent that has no entry.")],
    http: Annotated[
        int | None, typer.Option("--http", help="Port on 127.0.0.1; default: stdin and stdout.")
    ] = None,
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
) -> None:
    """Serve the tasks to an agent of your own over MCP; `run` then scores what it answered."""
    from schedules.serving import serve_agent

    serve_agent(open_workbench(settings, workspace), agent, http)


def ui(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 3000,
) -> None:
    """Serve the Dagster page of this workspace until it is interrupted."""
    from schedules.page import serve

    raise typer.Exit(serve(open_workbench(settings, workspace), port))


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    for command in (status, doctor, serve, ui):
        app.command()(command)
