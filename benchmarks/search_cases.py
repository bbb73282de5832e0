"""What the search suite asks: questions and the places that answer them, per persona.

Two kinds. *Verified* cases are the document spans of the tasks that the pipeline derives and
verifies; the query is the question, as the forced search of S2 has it. *Quoted* cases are those of
a KEY.json: a rubric's sentence without its figures asks for the place that the key quotes. They
are not made by our derivation, so they show whether a ranking was fitted to our questions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.development import UNLIMITED, load_surfaces
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import RagEvidence
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

_MARKUP = re.compile(r"[\s\\*`]+")


@dataclass(frozen=True, slots=True)
class Case:
    """A query, its source task, and the document and characters that answer it."""

    query: str
    task_id: str
    document_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PersonaCases:
    """The surfaces of a persona with their passages, and the cases of both kinds."""

    surfaces: Surfaces
    verified: tuple[Case, ...]
    quoted: tuple[Case, ...]


def load_cases(root: Path) -> Iterator[PersonaCases]:
    """The cases of each persona of a folder of source tasks."""
    key_path = root / "KEY.json"
    key = json.loads(key_path.read_text(encoding="utf-8")) if key_path.is_file() else {}
    for tasks, bare in load_surfaces(root):
        bundle = build_bundle(bare.persona, bare.documents, bare.tables, bare.graph)
        surfaces = replace(bare, passages=bundle.passages)
        verified = tuple(_verified(tasks, surfaces))
        yield PersonaCases(surfaces, verified, tuple(_quoted(tasks, surfaces, key)))


def _verified(tasks: tuple[SourceTask, ...], surfaces: Surfaces) -> Iterator[Case]:
    found = verify_tasks(derive_candidates(tasks, surfaces, UNLIMITED), surfaces)
    for task in found.tasks:
        for item in task.gold_evidence:
            if isinstance(item, RagEvidence):
                yield Case(task.question, task.source.task_id, item.file, item.start, item.end)


def _quoted(
    tasks: tuple[SourceTask, ...], surfaces: Surfaces, key: dict[str, Any]
) -> Iterator[Case]:
    documents = {(item.task_id, item.filename): item for item in surfaces.documents.documents}
    for task in tasks:
        for rubric in key.get(task.task_id, {}).get("rubrics", []):
            quoted = [item for item in rubric["numbers"] if item["method"] == "verbatim"]
            for item in quoted:
                document = documents.get((task.task_id, item["file"]))
                place = _place(document, item["find"]) if document else None
                if document and place:
                    query = _without_figures(rubric)
                    yield Case(query, task.task_id, document.id, *place)


def _place(document: Document, quote: str) -> tuple[int, int] | None:
    """Where a quotation stands first, markup and white space aside."""
    words = [re.escape(word) for word in _MARKUP.split(quote) if word]
    found = re.search(r"[\s\\*`]*".join(words), document.text)
    return found.span() if found else None


def _without_figures(rubric: dict[str, Any]) -> str:
    """A rubric's sentence without the figures that the key proves."""
    text: str = rubric["rubric"]
    for item in rubric["numbers"]:
        if any(character.isdigit() for character in normalise(item["shown"])):
            text = text.replace(item["shown"], " ")
    return text
