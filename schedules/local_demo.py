"""The demonstration of the local model: a few questions under S1 and S4, up to the report.

It has a folder of its own in the lake (settings, results, state), so that it touches no other run.
Prompts are kept short, because a CPU reads some hundreds of tokens a second.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from resources.local_model import MODEL, serving
from resources.workbench import Workbench, open_workbench
from schedules.driver import Options
from schedules.session import drive

_FOLDER = "local_model"
_SETTINGS = """# Written by `worksurface local-model`; written anew each time.
[source]
path = "{workspace}"
personas = {personas}

[tasks]
table_figures = 2
document_figures = 2
graph = 1

[tasks.pool]
size = {questions}

[condition]
scope = "task"
k = 1
turns = 3
observation_characters = 600
trajectory_seconds = 1800

[sweep]
settings = ["S1", "S4"]

[[models]]
id = "offline/keyword"

[[models]]
id = "{model}"
api_base = "{address}"
seconds = 900
attempts = 2
concurrency = 1
max_tokens = 160
seed = 0
price_in = 0
price_out = 0

[lake]
root = "."
"""


def demonstrate(bench: Workbench, questions: int, port: int, console: Console) -> bool:
    """Serve the model, run all cells up to the report, and end the server. False on a failure."""
    with serving(port) as address:
        console.print(f"{MODEL} answers at {address}", highlight=False)
        settings = _write_settings(bench, questions, address)
        return drive(open_workbench(settings), Options(until="reporting"), console)


def endpoint_lines(address: str) -> tuple[str, ...]:
    """What to write into worksurface.toml to sweep the served model."""
    return ("[[models]]", f'id = "{MODEL}"', f'api_base = "{address}"', "concurrency = 1")


def _write_settings(bench: Workbench, questions: int, address: str) -> Path:
    folder = Path(bench.lake.root).parent / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "worksurface.toml"
    text = _SETTINGS.format(
        workspace=bench.workspace,
        personas=list(bench.settings.source.personas),
        questions=questions,
        model=MODEL,
        address=address,
    )
    path.write_text(text.replace("'", '"'), encoding="utf-8")
    return path
