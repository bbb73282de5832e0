"""Words of a question: key words, overlaps, and the surface that they point to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from worksurface_pipeline.kernel.text import normalise

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_QUOTED = re.compile(r"[\"“‘`']([^\"“”‘’`']{1,80})[\"”’`'](?!\w)")
_FILE = re.compile(r"[\w\-()]+\.[A-Za-z][A-Za-z0-9]{1,4}\b")
_STOP = """
a an the of in on at to for from by with and or as is are was were be been it its this that these
those than then there their them they which who what when where how has have had do does did not no
any all each per between into over under about up only also such other i we you he she my our your
must should can could would will may need please task question according give given find stand
stands state stated tell name names
"""
STOP_WORDS = frozenset(_STOP.split())
_TABLE_WORDS = re.compile(
    r"\b(how many|count|number of|total|sum|average|mean|median|share|percentage|proportion|"
    r"maximum|minimum|highest|lowest|largest|smallest|most|least|rows?|records?|entries|column|"
    r"columns|sheet|distinct|different|unique)\b",
    re.IGNORECASE,
)
_GRAPH_WORDS = re.compile(
    r"\b(files?|inputs?|outputs?|depends?|dependency|dependencies|needs?|needed|requires?|"
    r"required|source task|lineage|derived|produces?|produced|upstream|downstream|"
    r"set(?:ting)? up)\b",
    re.IGNORECASE,
)
_STRONG_GRAPH = re.compile(
    r"\b(which|what|how many|list|name|all)\b[^.?]*\b(files?|inputs?|outputs?)\b", re.IGNORECASE
)
_STRONG_TABLE = re.compile(r"\b(rows?|records|entries|column|columns|sheet)\b", re.IGNORECASE)
_DOCUMENT_WORDS = re.compile(
    r"\b(documents?|report|notes?|memo|minutes|according to|text|says|states?|mentions?|policy|"
    r"guideline|page|section)\b",
    re.IGNORECASE,
)
_STRONG = 3  # a pattern that names the thing itself outweighs three single words


def words(text: str) -> frozenset[str]:
    """Content words of a text or name, folded, plural s dropped; CamelCase and _ are split."""
    pieces = _WORD.findall(normalise(_CAMEL.sub(" ", text)))
    return frozenset(_singular(piece) for piece in pieces if piece not in STOP_WORDS)


def key_words(question: str) -> str:
    """The question without its stop words, in order: what a search is asked for."""
    pieces = [piece for piece in _WORD.findall(question) if piece.lower() not in STOP_WORDS]
    return " ".join(pieces)


def overlap(question: frozenset[str], text: str) -> int:
    """How many content words of the question stand in `text`."""
    return len(question & words(text))


def quoted(question: str) -> tuple[str, ...]:
    """What stands in quotation marks, in order."""
    return tuple(match[1].strip() for match in _QUOTED.finditer(question))


def file_names(question: str) -> tuple[str, ...]:
    """What looks like a file name with an extension, in order."""
    return tuple(match[0] for match in _FILE.finditer(question))


def surface_of(question: str) -> str:
    """The surface that the question's words point to: table, graph, or else rag."""
    names = [*quoted(question), *file_names(question)]
    plain = _without(question, names)
    table = len(_TABLE_WORDS.findall(plain))
    table += _STRONG * bool(_STRONG_TABLE.search(plain))
    graph = len(_GRAPH_WORDS.findall(plain)) + _STRONG * bool(_STRONG_GRAPH.search(plain))
    document = len(_DOCUMENT_WORDS.findall(plain))
    if document >= max(table, graph):
        return "rag"
    return "table" if table >= graph else "graph"


def _without(question: str, names: Iterable[str]) -> str:
    """The question without names of files and values, which say nothing about the surface."""
    for name in names:
        question = question.replace(name, " ")
    return question


def _singular(word: str) -> str:
    has_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if has_plural else word
