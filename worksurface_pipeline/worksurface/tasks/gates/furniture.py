"""Numbering, page furniture or provenance taken for content.

Taught by pool_r_0087 ("10" numbers a list item), pool_r_0149 ("10" numbers a title) and
ws_lite_159_xrt_0020 (the span stands only in an injected provenance comment).
"""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    RagEvidence,
)
from worksurface_pipeline.worksurface.tasks.blocks import visible
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, spans_of

NAME = "furniture"
NUMBERING = "numbering taken for content"
PROVENANCE = "span only in provenance"
FURNITURE = "page furniture taken for content"
_GAP = "___"
_LIST_GAP = re.compile(rf"(?:^|[\u201c\"'\n])\s*(?:[-*#]+\s*)?\(?{_GAP}\s*[.)\u3001]\s")
_TITLE_GAP = re.compile(rf"(?:^|[\u201c\"'\n])\s*#{{1,6}}\s[^\n]*{_GAP}\s*(?:[\u201d\"'\n]|$)")
_PAGE_GAP = re.compile(rf"\b(?:page|slide|figure|table|section|chapter|item|no\.?)\s+{_GAP}", re.I)
_WHOLE = re.compile(r"\d{1,4}")
_MARKED = re.compile(r"\s*(?:[-*+>#]+\s*)?\(?(\d{1,3}(?:\.\d{1,3})*)(?:[.)\u3001:]|\s+-)\s+\S")
_LABELLED = re.compile(
    r"\b(?:page|slide|figure|fig\.|table|section|chapter|appendix)\s*$", re.IGNORECASE
)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds spans that say nothing of what the document is about."""
    is_number = any(_WHOLE.fullmatch(item.span.strip()) for item in spans_of(task))
    is_gap = any(one.search(task.question) for one in (_LIST_GAP, _TITLE_GAP, _PAGE_GAP))
    if is_number and is_gap:
        detail = f"the gap in the question stands for a number that only numbers: {task.question}"
        return finding(NAME, NUMBERING, detail, context, Checked.RECORD)
    for item in spans_of(task):
        if item.file.endswith(f"__{item.span}"):
            detail = f"the span {item.span!r} is the name of its own document {item.file}"
            return finding(NAME, PROVENANCE, detail, context, Checked.RECORD)
        document = context.documents.get(item.file)
        if document is not None and item.start >= 0:
            reason = _reason(document, item)
            if reason:
                detail = f"{item.span!r} in the line {_line(document, item)!r} of {item.file}"
                return finding(NAME, reason, detail, context, Checked.STORED)
    return None


def _reason(document: Document, item: RagEvidence) -> str:
    line, shift = _line(document, item), _shift(document, item)
    if visible(document)[item.start : item.end] != document.text[item.start : item.end]:
        return FURNITURE if line in document.furniture else PROVENANCE
    if not _WHOLE.fullmatch(item.span.strip()):
        return ""
    marked = _MARKED.match(line)
    if marked is not None and marked.start(1) <= shift < marked.end(1):
        return NUMBERING
    is_alone = line.strip(" -|") == item.span.strip() and "|" not in line
    if is_alone or _LABELLED.search(line[:shift]):
        return FURNITURE
    is_title = line.lstrip().startswith("#") and line.rstrip().endswith(item.span)
    return NUMBERING if is_title and not re.search(r"[:=(]", line[:shift]) else ""


def _shift(document: Document, item: RagEvidence) -> int:
    return item.start - document.text.rfind("\n", 0, item.start) - 1


def _line(document: Document, item: RagEvidence) -> str:
    start = document.text.rfind("\n", 0, item.start) + 1
    end = document.text.find("\n", item.start)
    return document.text[start : end if end >= 0 else len(document.text)]
