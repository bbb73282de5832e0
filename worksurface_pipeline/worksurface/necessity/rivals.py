"""When another view's rows, or another line, would do as well as those of the proof."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.necessity.lines import Line
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import TableEvidence
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.tasks.engine import Row
from worksurface_pipeline.worksurface.tasks.replay import is_same_rows

if TYPE_CHECKING:
    from worksurface_pipeline.worksurface.necessity.reach import Asked

QUOTED = re.compile('[\u201c"]([^\u201c\u201d"]{12,})[\u201d"]')
"""A line that a question quotes."""
# What a quoted line leaves out.
_GAPS = re.compile(r"\[…\]|…| \| ")
_RULES = find_profile("paper").answer


def is_as_good(rows: Sequence[Row], item: TableEvidence, asked: Asked) -> bool:
    """Whether another view's rows are the same, or as an answer of the task would be right too."""
    if is_same_rows(rows, item.verified_result):
        return True
    value = rows[0][0]
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    is_alone = asked.task.answer_type is AnswerType.NUMBER and is_number
    return is_alone and score_answer(asked.task, json.dumps(value), _RULES).score == 1.0


def as_quoted(lines: tuple[Line, ...], question: str) -> tuple[Line, ...]:
    """Of the lines those that have every piece of the quoted line, if any have."""
    pieces = [
        normalise(piece)
        for match in QUOTED.finditer(question)
        for piece in _GAPS.split(match[1])
        if piece.strip()
    ]
    whole = tuple(line for line in lines if all(piece in normalise(line.text) for piece in pieces))
    return whole or lines
