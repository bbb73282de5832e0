"""The sweeps suite's worlds: twenty source tasks of so many files each, read once, and questions.

A world is a project folder: settings, workspace and a lake with the stored surfaces.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import run_sampled
from generators.synthetic_workspace.build import write_task
from generators.synthetic_workspace.tasks import make_task
from resources.toolboxes import SurfaceParts, stored_parts
from resources.workbench import Workbench, open_workbench
from worksurface_pipeline.harness.llm.types import Message
from worksurface_pipeline.worksurface.agents.prompts import question_prompt
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.sweep import SweepItem

SOURCE_TASKS = 20
QUESTIONS = 11
"""Questions of each source task: the public release has 1,151 of 100."""
_SEED = 1
_SETTINGS = '[source]\npath = "workspace"\n[lake]\nroot = "lake"\n'
_PROJECT = Path(__file__).resolve().parents[1]


class WorldError(RuntimeError):
    """A world that could not be made; says why."""


@dataclass(frozen=True, slots=True)
class World:
    """The stored surfaces and the questions of one size, with the model's replies to each."""

    bench: Workbench
    parts: SurfaceParts
    items: tuple[SweepItem, ...]
    replies: Mapping[str, tuple[str, ...]]


def make_world(folder: Path, files: int) -> None:
    """Write twenty source tasks of so many files, and read them with the real driver."""
    (folder / "workspace").mkdir(parents=True)
    for number in range(1, SOURCE_TASKS + 1):
        write_task(folder / "workspace", make_task(number, files, _SEED))
    (folder / "worksurface.toml").write_text(_SETTINGS, encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.scale_run", str(folder)]
    ran = run_sampled(command, {**os.environ, "PYTHONPATH": str(_PROJECT)})
    if ran.code:
        raise WorldError(f"reading {folder} ended with {ran.code}: {ran.output[-1000:]}")


def open_world(folder: Path, questions: int = QUESTIONS) -> World:
    """A made world, with so many questions of each source task."""
    bench = open_workbench(folder / "worksurface.toml")
    personas = bench.plan().personas
    parts = stored_parts(bench.lake, personas)
    return World(bench, parts, *questions_of(parts, personas, questions))


def questions_of(
    parts: SurfaceParts, personas: Sequence[str], questions: int
) -> tuple[tuple[SweepItem, ...], Mapping[str, tuple[str, ...]]]:
    """So many questions of each source task, and the model's replies by the question's prompt."""
    made = [pair for persona in personas for pair in _asked(parts, persona, questions)]
    replies = {question_prompt(item.public): said for item, said in made}
    return tuple(item for item, _ in made), replies


def _asked(
    parts: SurfaceParts, persona: str, questions: int
) -> list[tuple[SweepItem, tuple[str, ...]]]:
    """Questions of one persona, each with one call of every kind before its answer."""
    views = parts.tables.get(persona).views
    names = [document.filename for document in parts.documents.get(persona).documents]
    tasks = sorted({node.task_id for node in parts.graph.get(persona).nodes}, key=int)
    return [
        _question(persona, task, number, views[(turn * 7 + number) % len(views)].id, names)
        for turn, task in enumerate(tasks)
        for number in range(questions)
    ]


def _question(
    persona: str, task: str, number: int, view: str, names: Sequence[str]
) -> tuple[SweepItem, tuple[str, ...]]:
    name = names[(int(task) * 31 + number) % len(names)]
    public = PublicTask(
        id=f"q_{task}_{number}",
        question=f"How many rows does {view} have, and what does {name} say of task {task}?",
        answer_type=AnswerType.NUMBER,
        source_task=task,
        persona=persona,
    )
    calls = (
        _call("kb_search", query=public.question),
        _call("table_list"),
        _call("table_describe", view=view),
        _call("table_query", sql=f'SELECT count(*) FROM "{view}"'),
        _call("graph_search_entities", query=name),
        _call("graph_neighbors", node=f"task_{task}"),
    )
    item = SweepItem(public=public, required=("rag", "table", "graph"))
    return item, (*calls, json.dumps({"final_answer": number}))


def _call(tool: str, **args: str) -> str:
    return json.dumps({"tool": tool, "args": args})


def reply_to(replies: Mapping[str, tuple[str, ...]], messages: Sequence[Message]) -> str:
    """What the zero-latency model says next in a conversation."""
    turn = sum(message.role == "assistant" for message in messages)
    return replies[messages[1].content][turn]
