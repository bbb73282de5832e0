"""What an agent may see of a task: the only task record that agents and tools import."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class AnswerType(StrEnum):
    """The form of a gold answer."""

    NUMBER = "number"
    LIST = "list"
    STRING = "string"
    BOOLEAN = "boolean"
    ABSTAIN = "abstain"


class PublicTask(Frozen):
    """All that an agent sees of a task."""

    id: str
    question: str
    answer_type: AnswerType
    source_task: str
    persona: str
