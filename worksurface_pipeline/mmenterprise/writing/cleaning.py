"""What a model writes is untrusted: invisible characters go, and what is no plain text is refused.

Texts end up in mails, pages and prompts of others. So none may look like a header, a mark-up or an
order to whoever reads it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.simulation.words import PUBLICATION_WORDS

_KEPT = "\n"
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")  # control, format, half, private and unassigned
_BLANKS = re.compile(r" {2,}")
_GAPS = re.compile(r"\n{3,}")
_MARKUP = re.compile(
    r"</?[a-zA-Z!][^>\n]*>|```|\*\*|__|\]\(|https?://|www\.|^\s*#{1,6}\s|^\s*(?:>|\|)|\{\{|\}\}",
    re.MULTILINE,
)
_HEADER = re.compile(
    r"^\s*(?:subject|from|to|cc|bcc|attached|date|message-id|present|reply-to)\s*:",
    re.MULTILINE | re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|all)\b[^.\n]{0,20}"
    r"\b(?:instructions?|prompts?|rules|messages?)\b"
    r"|\bsystem prompt\b|\bas an? (?:ai|language model|assistant)\b"
    r"|\byou are (?:now )?an? (?:ai|assistant|language model|helpful)\b"
    r"|\b(?:respond|reply|answer) (?:only )?with\b|\bnew instructions?\b"
    r"|\b(?:system|assistant)\s*:",
    re.IGNORECASE,
)
_PUBLICATION = re.compile(PUBLICATION_WORDS, re.IGNORECASE)


def cleaned(text: str) -> str:
    """A text without what nobody sees, its lines trimmed; no letter or figure becomes another."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    seen = "".join(char if _is_seen(char) else "" for char in plain.replace("\t", " "))
    lines = [_BLANKS.sub(" ", line).strip() for line in seen.split("\n")]
    return _GAPS.sub("\n\n", "\n".join(lines)).strip()


def one_line(text: str) -> str:
    """A cleaned text on one line."""
    return " ".join(cleaned(text).split())


def improper(text: str, longest: int) -> Iterator[str]:
    """Why a cleaned text cannot stand in a record: sentences for the model."""
    if not text:
        yield "the text is empty"
    if len(text) > longest:
        yield f"the text has {len(text)} characters; {longest} are allowed"
    found = _MARKUP.search(text)
    if found:
        yield f"{found.group().strip()!r} is mark-up or a link; write plain text"
    found = _HEADER.search(text)
    if found:
        yield f"{found.group().strip()!r} looks like a header; the program writes those"
    if _ORDER.search(text):
        yield "it reads like an order to a program; people write to people"
    found = _PUBLICATION.search(text)
    if found:
        yield f"{found.group()!r} speaks of a publication; nobody there knows of one"


def _is_seen(char: str) -> bool:
    return char == _KEPT or unicodedata.category(char) not in _INVISIBLE
