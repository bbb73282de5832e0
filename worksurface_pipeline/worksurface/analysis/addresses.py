"""Addresses in a report: its pages, and its lists narrowed to what a figure counts."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from worksurface_pipeline.kernel.hashing import digest_text, short

TASK_PAGE = "task.html"
TASKS_PAGE = "tasks.html"
RUNS_PAGE = "runs.html"
ASKS, ANSWERABLE, ABSTAIN = "asks", "answerable", "abstain"
"""A filter of both lists: whether a task has an answer, or is to be abstained from."""

Narrowed = Sequence[tuple[str, str]]
"""Names and values by which a list is narrowed."""


def runs_href(values: Narrowed) -> str:
    """The list of runs, narrowed."""
    return f"{RUNS_PAGE}#{urlencode(values)}"


def tasks_href(values: Narrowed) -> str:
    """The list of tasks, narrowed."""
    return f"{TASKS_PAGE}#{urlencode(values)}"


def cell_id(model: str, setting: str) -> str:
    """A cell in addresses; distinct cells have distinct ids, whatever models are called."""
    return short(digest_text(f"{model}|{setting}"))


def run_id(model: str, setting: str, epoch: int) -> str:
    """A run of a task in addresses."""
    return f"{cell_id(model, setting)}-{epoch}"
