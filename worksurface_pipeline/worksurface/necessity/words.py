"""What of a question is about its content: its words without file names and without its frame."""

from __future__ import annotations

import re
from collections.abc import Iterable

from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.retrieval.stop_words import ASKING_WORDS
from worksurface_pipeline.retrieval.tokens import search_tokens

# Words by which questions of any content ask; they lead to no artifact.
_SAID_IN_ALL = """
    task quick question check checking figure hand before line row gap fill fills left out according
    give given rounded decimal percent percentage value column entry sheet file number need first
    second answer two look up missing read reading take takes one stand stands behind say says
    mention mentions counting only input directly based on go goes into latest earliest version
    highest lowest find found
"""
_FRAME = frozenset(_SAID_IN_ALL.split())
_TASK = re.compile(r"\bTask [\w-]+", re.IGNORECASE)
_ROUNDING = re.compile(r"rounded to [\w ]+|Answer as .*|Give it .*", re.IGNORECASE)


def named_files(question: str, labels: Iterable[str]) -> frozenset[str]:
    """Those of the labels that the question names, without such as stand within a longer one."""
    found = [label for label in labels if label and label in question]
    found = [label for label in found if has_token(question, label)]
    return frozenset(
        label
        for label in found
        if _stands_alone(question, label, [other for other in found if label in other != label])
    )


def _stands_alone(question: str, label: str, longer: list[str]) -> bool:
    for other in longer:
        question = question.replace(other, " ")
    return has_token(question, label)


def content_words(question: str, names: Iterable[str]) -> tuple[str, ...]:
    """Distinct search tokens of the question that are neither of a file name nor of its frame."""
    text = _ROUNDING.sub(" ", _TASK.sub(" ", question))
    for name in sorted(names, key=lambda item: (-len(item), item)):
        text = text.replace(name, " ")
    tokens = dict.fromkeys(search_tokens(text))
    return tuple(token for token in tokens if token not in _FRAME and token not in ASKING_WORDS)
