"""A long verbatim span as the answer: only its exact wording would score.

Taught by ws_lite_94_aq003 (254 characters of a duty list; an agent's correct paraphrase scores 0).
"""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, is_foreign
from worksurface_pipeline.worksurface.tasks.golds import elements

NAME = "long_span"
# A name, a code, a date or a category is shorter than either.
_FILE = re.compile(r"\.[A-Za-z0-9]{2,5}$")
_CHARACTERS = 80
_WORDS = 12


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds answers of text that nobody would give in the same words."""
    if task.answer_type not in (AnswerType.STRING, AnswerType.LIST):
        return None
    for element in elements(task):
        text = str(element)
        is_name = _FILE.search(text) is not None and not is_foreign(task)
        if not is_name and (len(text) > _CHARACTERS or len(text.split()) > _WORDS):
            detail = f"an answer of {len(text)} characters in {len(text.split())} words"
            reason = "long verbatim span as answer"
            return finding(NAME, reason, detail, context, Checked.RECORD)
    return None
