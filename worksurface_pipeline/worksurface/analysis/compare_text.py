"""A comparison as files: Markdown for people, CSV of its figures, and JSON of all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from worksurface_pipeline.site.interval_cells import METHOD_HEAD, method_values
from worksurface_pipeline.site.table import to_csv, to_markdown
from worksurface_pipeline.worksurface.analysis.compare_lines import FLIPS
from worksurface_pipeline.worksurface.analysis.compare_model import Comparison
from worksurface_pipeline.worksurface.analysis.compare_tables import comparison_tables


def comparison_files(found: Comparison) -> Iterator[tuple[str, str]]:
    """File names and texts."""
    yield "comparison.md", comparison_markdown(found)
    shown = json.dumps(found.model_dump(mode="json"), ensure_ascii=False, indent=1, allow_nan=False)
    yield "comparison.json", f"{shown}\n"
    yield "differences.csv", _differences_csv(found)
    yield "flips.csv", _flips_csv(found)
    yield "tasks.csv", _tasks_csv(found)


def comparison_markdown(found: Comparison) -> str:
    """What is to be said before the figures, then every table that has a row."""
    parts = [f"## {found.left} against {found.right}", ""]
    parts += [f"**{text[:1].upper()}{text[1:]}.**\n" for text in found.headings]
    parts += [f"Warning: {text}.\n" for text in found.warnings]
    parts += [to_markdown(table) for table in comparison_tables(found)]
    if not found.differences and not found.tasks:
        parts.append("No task differs.\n")
    return "\n".join(parts)


def _differences_csv(found: Comparison) -> str:
    head = ("model", "setting", "metric", "is_abstain", "n_pairs", "n_lost", "n_source_tasks")
    means = ("left", "right", "difference", "difference_over_all", "holds")
    rows = (
        (
            *(item.model, item.setting, item.metric, item.is_abstain, item.pairs, item.lost),
            *(item.scored.clusters, item.left, item.right, item.scored.value),
            *(item.over_all.value, item.holds, *method_values(item.scored)),
        )
        for item in found.differences
    )
    return to_csv((*head, *means, *METHOD_HEAD), rows)


def _flips_csv(found: Comparison) -> str:
    head = ("model", "setting", "task", "source_task", "flip", "answer_left", "answer_right")
    rows = (
        (
            *(flip.model, flip.setting, flip.task, flip.source_task, FLIPS[flip.is_gain]),
            *(flip.left, flip.right, flip.left_diagnosis, flip.right_diagnosis),
        )
        for flip in found.flips
    )
    return to_csv((*head, "diagnosis_left", "diagnosis_right"), rows)


def _tasks_csv(found: Comparison) -> str:
    alone = ((i.task, i.model, i.setting, f"only in {i.only_on}", "") for i in found.lonely)
    gold = ((task, "", "", "gold differs between the sides", "") for task in found.regilded)
    tasks = ((item.task, "", "", item.kind, " ".join(item.fields)) for item in found.tasks)
    return to_csv(("task", "model", "setting", "what", "fields"), (*alone, *gold, *tasks))
