"""What the commands of both wings share: options, how a line is said, and how an error ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from worksurface_pipeline.kernel.errors import WorksurfaceError

# Set before either library is imported: no price map, no tokenizers, no usage reports.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")

ForceOption = Annotated[bool, typer.Option("--force", help="Compute again what is fresh too.")]
RetryOption = Annotated[
    bool,
    typer.Option(
        "--retry-errors", help="Also run again what ended in a machine fault; wrong answers stay."
    ),
]

WorkbooksArgument = Annotated[list[Path], typer.Argument(help="The workbooks that came back.")]
AuditOption = Annotated[str, typer.Option(help="Id of an audit that is no longer the valid one.")]


def say(*lines: str) -> None:
    """Print lines as they are, without wrapping or markup."""
    out = console()
    for line in lines:
        out.print(line, highlight=False, soft_wrap=True, markup=False)


def console() -> Console:
    """Where people read."""
    return Console(stderr=False)


def _interrupt(_number: int, _frame: object) -> None:
    """A request to end is an interrupt: what is finished is kept."""
    raise KeyboardInterrupt


def guarded(run: Callable[[], None]) -> None:
    """Run a command; every failure of ours is a sentence and exit code 1."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        run()
    except WorksurfaceError as error:
        sys.stderr.write(f"Error: {error}\n")
        raise SystemExit(1) from error
