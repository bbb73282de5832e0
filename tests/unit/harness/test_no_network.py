"""Importing and constructing everything of the harness reaches for no network and no global."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.shared_files import ROOT

SCRIPT = """
import importlib, pkgutil, socket, sys

def refuse(*args, **kwargs):
    raise AssertionError(f"reached for the network: {args}")

socket.socket.connect = socket.socket.connect_ex = socket.create_connection = refuse
socket.getaddrinfo = socket.gethostbyname = refuse

import worksurface_pipeline.harness as harness
for found in pkgutil.walk_packages(harness.__path__, "worksurface_pipeline.harness."):
    importlib.import_module(found.name)
assert "litellm" not in sys.modules, "litellm takes seconds: it is imported when it is used"

from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
names = ("openai/gpt-4o-mini", "openai/mine", "offline/keyword")
models = [ModelSettings(id=name) for name in names]
Gateway(models, transport=LitellmTransport(), clock=lambda: 0.0, sleep=lambda seconds: None)
assert "litellm" in sys.modules
print("nothing was asked")
"""


def test_import_and_construction_ask_nobody() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "nothing was asked\n"), done.stderr
    assert "fetch" not in done.stderr
