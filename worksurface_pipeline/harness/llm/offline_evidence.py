"""What the embedded model answers from evidence that stands below the question.

It reads the text as any model does: the figure of a span, the rows of a result, the names of a set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from worksurface_pipeline.harness.llm.offline_plan import Value
from worksurface_pipeline.harness.llm.types import Message

_EVIDENCE = re.compile(r"\n\nEvidence from these files[^\n]*:\n(.+)", re.DOTALL)
_ITEM = re.compile(r"^\[\d+\] ", re.MULTILINE)
_RESULT = "its complete result:\n"
_FIGURE = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)

Found = Value | None


def from_evidence(messages: Sequence[Message]) -> Found:
    """The answer that the evidence gives; None without evidence, or where it shows nothing."""
    asked = next((item.content for item in messages if item.role == "user"), "")
    given = _EVIDENCE.search(asked)
    if given is None:
        return None
    is_count = bool(_HOW_MANY.search(asked[: given.start()]))
    found = [_read(text.strip(), is_count) for text in _ITEM.split(given[1]) if text.strip()]
    return _joined([value for value in found if value is not None])


def _read(item: str, is_count: bool) -> Found:
    """One item; a path only leads on to the next one."""
    head, _, body = item.partition("\n")
    if head.startswith("rag,"):
        return _figure(body)
    if head.startswith("table,"):
        return _rows(item.partition(_RESULT)[2])
    if head.startswith("graph, all"):
        names = [line.rpartition("::")[2] for line in body.splitlines()]
        return len(names) if is_count else names
    return None


def _figure(span: str) -> Value:
    found = _FIGURE.search(span)
    return span if found is None else _number(found[0].replace(",", ""))


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _rows(text: str) -> Found:
    """The first cell of the only row, or of every row."""
    cells = [json.loads(line)[0] for line in text.splitlines() if line.startswith("[")]
    if len(cells) == 1:
        value: Found = cells[0]
        return value
    return [str(cell) for cell in cells] or None


def _joined(values: Sequence[Value]) -> Found:
    """One value as it is, lists as one list, others as the parts of a composite."""
    if len(values) <= 1:
        return values[0] if values else None
    lists = [value for value in values if isinstance(value, list)]
    if len(lists) == len(values):
        return list(dict.fromkeys(name for names in lists for name in names))
    return "; ".join(str(value) for value in values)
