"""Words that narrow what is asked: a closed list, documented for users."""

from __future__ import annotations

import re


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w-])", re.IGNORECASE)


PERIODS = _words("hourly|daily|weekly|monthly|quarterly|yearly|annual|annually")
"""Said of a figure, they make it one of a period."""
SPANS_OF_TIME = _words(
    r"(?:first|second|last|third|fourth) (?:half|quarter|week|third)(?! (?:of the )?(?:most|best))",
    r"weekends?|weekdays?|working days?|mornings?|afternoons?|evenings?|nights?",
)
"""Stretches of time that no name of a month or day says."""
PUNCTUAL = _words("on time|in time|late|overdue|punctual|punctually|too early|ahead of time")
ADJECTIVES = _words(
    "absolute|relative(?! to)|net|gross|cumulative|consecutive|successive|previous|current"
    "|adjusted|weighted|normali[sz]ed|per capita|estimated|planned|expected"
)
"""They make another figure of one."""
ALONE = _words("only|exclusively|solely|alone")
BOTH = _words("both")
FORMATS = {
    "markdown": (".md",),
    "csv": (".csv",),
    "excel": (".xlsx", ".xls"),
    "spreadsheet": (".xlsx", ".xls", ".csv", ".ods"),
    "workbook": (".xlsx", ".xls", ".ods"),
    "pdf": (".pdf",),
    "word": (".docx", ".doc"),
    "powerpoint": (".pptx", ".ppt"),
    "presentation": (".pptx", ".ppt"),
    "slide": (".pptx", ".ppt"),
    "text": (".txt",),
    "json": (".json",),
    "xml": (".xml",),
    "html": (".html", ".htm"),
    "image": (".png", ".jpg", ".jpeg", ".gif", ".svg"),
    "picture": (".png", ".jpg", ".jpeg", ".gif", ".svg"),
    "python": (".py",),
    "java": (".java",),
}
"""Formats of files, with the endings of their names."""
FORMAT = re.compile(
    rf"\b({'|'.join(FORMATS)})s?\b(?= (?:files?|documents?|scripts?|inputs?|outputs?|attachments?))"
    r"|\b(spreadsheet|workbook|presentation|picture|image)s\b",
    re.IGNORECASE,
)
FURTHER = re.compile(
    r"\b(?:indirectly|transitively|through (?:other|another|further)|via (?:other|another|further)"
    r"|in several steps|at one remove|in turn)\b",
    re.IGNORECASE,
)
"""Words for what several steps of a relation lead to."""
