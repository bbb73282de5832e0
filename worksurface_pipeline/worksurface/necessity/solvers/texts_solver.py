"""Questions that documents answer, by templates: a line with a gap, or a figure near its words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from worksurface_pipeline.kernel.text import NumberMention, find_numbers, normalise
from worksurface_pipeline.retrieval.tokens import query_tokens, search_tokens
from worksurface_pipeline.worksurface.necessity.solvers.base import Answer, Fields, Tools

_GAP = "[…]"
_QUOTE = re.compile(r"“([^”]*\[…\][^”]*)”")
_FIGURE = re.compile(r"the one figure in ([\w%]+)", re.IGNORECASE)
_SEARCHED = 50
_LONGEST_GAP = 60
_SENTENCE = re.compile(r"[^\n|]+")


def quoted_gap(question: str) -> str:
    """The quoted line with its gap, "" if the question has none."""
    match = _QUOTE.search(question)
    return match[1] if match else ""


def find_gap(tools: Tools, question: str, documents: Iterable[str] | None) -> str | None:
    """What stands in the gap, in the first passage that has the line; only in `documents`."""
    said = quoted_gap(question)
    pattern = _pattern(said)
    for passage in _passages(tools, said.replace(_GAP, " ").replace("…", " "), documents):
        match = pattern.search(str(passage["text"]))
        if match:
            return match["gap"].strip(" *_`|,;:")
    return None


def find_figure(
    tools: Tools, question: str, documents: Iterable[str] | None
) -> NumberMention | None:
    """The figure of the line that has most of the question's words; figures asked with are none."""
    wanted = set(query_tokens(question))
    asked = {item.number for item in find_numbers(question)}
    unit = _unit_of(question)
    best: tuple[int, int, NumberMention] | None = None
    found: list[NumberMention] = []
    for rank, passage in enumerate(_passages(tools, question, documents)):
        for line in _SENTENCE.findall(str(passage["text"])):
            near = len(wanted & set(search_tokens(f"{passage.get('heading', '')} {line}")))
            for mention in find_numbers(line):
                if mention.number in asked or not _has_unit(mention, line, unit):
                    continue
                found.append(mention)
                key = (near, -rank, mention)
                best = key if best is None or key[:2] > best[:2] else best
    if "highest" in question and found and documents is not None:
        return max(found, key=lambda item: item.number)
    if "lowest" in question and found and documents is not None:
        return min(found, key=lambda item: item.number)
    return best[2] if best else None


def as_answer(text: str | None, *, is_number: bool) -> Answer | None:
    """A found text as an answer: its first number where a number is asked for."""
    if text is None:
        return None
    if not is_number:
        return text
    mention = next(find_numbers(text), None)
    return figure_answer(mention)


def figure_answer(mention: NumberMention | None) -> Answer | None:
    """A figure as an answer."""
    if mention is None:
        return None
    return float(mention.value) if mention.digits else int(mention.value)


def _passages(tools: Tools, query: str, documents: Iterable[str] | None) -> list[Fields]:
    chosen = None if documents is None else frozenset(documents)
    found = tools.passages(query, _SEARCHED)
    if chosen is None:
        return found
    return [item for item in found if item["document"] in chosen or item.get("file") in chosen]


def _pattern(said: str) -> re.Pattern[str]:
    """The quoted line as a pattern: white space is any, "…" is anything, the gap is a group."""
    parts = []
    for piece in re.split(r"(\[…\]|…| \| )", said.strip()):
        if piece == _GAP:
            parts.append(rf"(?P<gap>[^\n|]{{1,{_LONGEST_GAP}}}?)")
        elif piece == "…":
            parts.append(r"[^\n]*?")
        elif piece == " | ":
            parts.append(r"\s*(?:\||\s\s|\t|\s)\s*")
        else:
            parts.append(r"\s*" + r"\s+".join(map(re.escape, piece.split())) + r"\s*")
    body = "".join(parts)
    return re.compile(body + (r"(?=[\s|.,;]|$)" if said.rstrip().endswith(_GAP) else ""))


def _unit_of(question: str) -> str:
    match = _FIGURE.search(question)
    if "percent" in question:
        return "percent"
    return normalise(match[1]).rstrip("s") if match else ""


def _has_unit(mention: NumberMention, line: str, unit: str) -> bool:
    if unit == "percent":
        return mention.unit == "percent"
    after = normalise(line[mention.end : mention.end + 20])
    return after.lstrip("- ").startswith(unit)
