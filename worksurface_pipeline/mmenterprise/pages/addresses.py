"""Addresses of the site: its pages, and the ids by which they find their data."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from worksurface_pipeline.mmenterprise.schema.evaluation import Cell
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.runs import item_id

FRONT = "index.html"
PROJECTS, RECORDS, FACTS, QUESTIONS = "projects", "records", "facts", "questions"
"""Lists, and the pages that show them."""
THREAD_PAGE, TIMELINE_PAGE, CASE_PAGE = "thread.html", "timeline.html", "case.html"
ANSWERABLE, ABSTAIN = "answerable", "abstain"


def thread_id(project: str, key: str) -> str:
    """A thread, by what the project calls it."""
    return item_id(f"thread {project} {key}")


def fact_id(project: str, slot: str) -> str:
    """A fact."""
    return item_id(f"fact {project} {slot}")


def case_id(question: MmQuestion) -> str:
    """A question."""
    return item_id(f"question {question.project} {question.id}")


def cell_id(cell: Cell) -> str:
    """A cell in addresses, whatever models and retrievers are called."""
    return item_id(f"cell {cell.key}")


def project_file(project: str) -> str:
    """The page of a project."""
    return f"project-{item_id(f'project {project}')}.html"


def picture_file(project: str, image: str) -> str:
    """Where the picture of a unit stands in the site: its path in the workspace may be any."""
    return f"pictures/{item_id(f'picture {project} {image}')}.png"


def narrowed(page: str, values: Sequence[tuple[str, str]]) -> str:
    """A list, narrowed to some values of its columns."""
    return f"{page}.html#{urlencode(values)}"


def thread_href(thread: str) -> str:
    """A thread's page."""
    return f"{THREAD_PAGE}#{urlencode([('id', thread)])}"
