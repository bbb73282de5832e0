"""What an auditor is shown of a candidate: question, gold, proof and excerpts of its sources."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from worksurface_pipeline.harness.panel.ballots import PanelItem
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.screening.excerpts import Excerpt, Sources, excerpts

CHARACTERS_A_SOURCE = 2_500  # with three proofs, five items a request stay below 12,000 tokens
CHARACTERS_A_PROOF = 1_500


def panel_items(tasks: Iterable[AtomicTask], sources: Sources) -> Iterator[PanelItem]:
    """What is shown of each task."""
    for task in tasks:
        yield PanelItem(id=task.id, text=shown_text(task, excerpts(task, sources)))


def shown_text(task: AtomicTask, proofs: Iterable[Excerpt]) -> str:
    """The item as text. Sources stand in tags that they cannot close themselves."""
    lines = [
        f"Question: {task.question}",
        f"Answer type: {task.asked_type or task.answer_type}",
        f"Gold answer: {gold_text(task)}",
        f"Declared surfaces: {', '.join(task.required_surfaces)}",
        f"Asked by: {task.source.persona}, about source task {task.source.task_id}",
    ]
    for number, proof in enumerate(proofs, start=1):
        lines += [
            f"Proof {number}, {proof.title}:",
            _cut(proof.proof, CHARACTERS_A_PROOF),
            f"<source>\n{_cut(_inert(proof.source), CHARACTERS_A_SOURCE)}\n</source>",
        ]
    return "\n".join(lines)


def gold_text(task: AtomicTask) -> str:
    """The gold answer with its unit, as the JSON that a model would answer."""
    text = json.dumps(task.gold_answer, ensure_ascii=False)
    return f"{text} ({task.answer_unit})" if task.answer_unit else text


def read_answer(task: AtomicTask) -> str:
    """The gold answer as people read it: texts without quotes, each item of a list on a line."""
    gold = task.gold_answer
    if isinstance(gold, tuple):
        text = "\n".join(gold)
    else:
        text = gold if isinstance(gold, str) else json.dumps(gold)
    return f"{text} ({task.answer_unit})" if task.answer_unit else text


def _inert(text: str) -> str:
    return text.replace("</source", "< /source").replace("<source", "< source")


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}\n({len(text) - limit} characters cut)"
