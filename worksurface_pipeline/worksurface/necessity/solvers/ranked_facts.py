"""Facts that a view or a node can tell, each with the words that say it, ranked by a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.retrieval.tokens import search_tokens
from worksurface_pipeline.worksurface.necessity.solvers.base import Fields

_ROWS = "how many data row record entry hold have count number"
_AGGREGATES = (
    ("SUM", "total sum of"),
    ("AVG", "average mean of"),
    ("MAX", "highest largest maximum top"),
    ("MIN", "lowest smallest minimum"),
)
_NUMERIC = ("integer", "decimal", "currency", "percent", "duration")
# What a word of a fact costs that the question does not say.
_UNSAID = 0.34
_RELATIONS = {
    ("task_requires_file", "out"): "input source file come with belong start need handed list set",
    ("task_produces_output", "out"): "deliverable output finished exist handed in delivery result",
    ("supports_output", "in"): "input file go directly into made from feed rest based",
    ("supports_output", "out"): "build follow come directly out of affected based depend on",
    ("depends_on", "out"): "build follow come directly out of affected based depend on",
    ("depends_on", "in"): "one file directly based on",
    ("version_of", "in"): "latest newest version current",
    ("version_of", "out"): "earliest oldest first version",
    ("shared_artifact", "out"): "other task identical same unchanged copy hold number",
    ("shared_artifact", "in"): "other task identical same unchanged copy hold number",
    ("mentions", "out"): "refer name mention",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A query with the words that say what it tells; `is_percent` scales its value."""

    words: frozenset[str]
    sql: str
    is_percent: bool = False


def bag(text: str) -> frozenset[str]:
    """The search tokens of a text."""
    return frozenset(search_tokens(text))


def score(words: frozenset[str], question: frozenset[str]) -> float:
    """How well words say a question: those in common, less a part of those that are not."""
    return len(words & question) - _UNSAID * len(words - question)


def relation_words(item: Fields) -> frozenset[str]:
    """What asks for an edge of this relation and direction."""
    return bag(_RELATIONS.get((item["relation"], item["direction"]), ""))


def best_fact(facts: Iterable[Fact], question: frozenset[str]) -> Fact | None:
    """The fact that the question says best, the first among equals."""
    ranked = sorted(facts, key=lambda fact: (-score(fact.words, question), fact.sql))
    return ranked[0] if ranked else None


def facts_of(view: str, columns: Sequence[Fields], values: Sequence[str]) -> Iterator[Fact]:
    """All facts of a view: of the whole, and of the rows that have a value the question holds."""
    table = f' FROM "{view}"'
    yield Fact(bag(_ROWS), f"SELECT COUNT(*){table}")
    kept = [item for item in columns if not item["name"].startswith("_source")]
    for item in kept:
        yield from _of_column(item, table)
    for value in values:
        for item in kept:
            if item["type"] == "text":
                yield from _of_part(item, value, kept, table)


def _of_column(item: Fields, table: str, said: str = "", where: str = "") -> Iterator[Fact]:
    name = quoted(item["name"])
    words = f"{item['name'].replace('_', ' ')} {said}"
    if item["type"] in _NUMERIC:
        for function, asking in _AGGREGATES:
            is_percent = item["type"] == "percent"
            yield Fact(
                bag(f"{words} {asking}"), f"SELECT {function}({name}){table}{where}", is_percent
            )
        return
    if not where:
        distinct = bag(f"{words} how many different distinct values")
        yield Fact(distinct, f"SELECT COUNT(DISTINCT {name}){table}")
    some = f"{where} AND" if where else " WHERE"
    ranked = f"SELECT {name}{table}{some} {name} IS NOT NULL GROUP BY {name} ORDER BY COUNT(*)"
    yield Fact(bag(f"{words} which occur most often"), f"{ranked} DESC, {name} LIMIT 1")
    yield Fact(bag(f"{words} which occur least often"), f"{ranked}, {name} LIMIT 1")


def _of_part(item: Fields, value: str, columns: Sequence[Fields], table: str) -> Iterator[Fact]:
    """Facts of the rows that have the value in a column."""
    condition = f"{quoted(item['name'])}::VARCHAR = '{value.replace(chr(39), chr(39) * 2)}'"
    said = f"{value} as {item['name'].replace('_', ' ')} with entry counting only"
    where = f" WHERE {condition}"
    yield Fact(bag(f"{said} how many record"), f"SELECT COUNT(*){table}{where}")
    share = f"SELECT 100.0 * COUNT(*) FILTER (WHERE {condition}) / COUNT(*){table}"
    yield Fact(bag(f"{said} what percentage of entry"), share)
    for other in columns:
        if other["name"] != item["name"]:
            yield from _of_column(other, table, said, where)


def quoted(name: str) -> str:
    """A name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'
