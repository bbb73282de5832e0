"""The columns and values of a part of a query, and how much of them a stretch of text says."""

from __future__ import annotations

from collections.abc import Set

from worksurface_pipeline.worksurface.tasks.gates.asked.conditions import (
    IS_FALSE,
    IS_TRUE,
    conditions_of,
    constants_in,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import asked_of
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import unit_of
from worksurface_pipeline.worksurface.tasks.gates.asked.values import core_of
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, columns_in, dicts
from worksurface_pipeline.worksurface.tasks.spoken import split_unit

Term = tuple[str, bool]
"""A constant text of a condition, or, with True, a column."""


def terms_of(node: object) -> frozenset[Term]:
    """The columns that a part of a query reads, and the texts it compares them with."""
    literals = [one for each in dicts(node) if "literal" in each for one in constants_in(each)]
    texts = {(str(one["text"]), False) for one in literals if one["kind"] == "STRING"}
    return frozenset(texts | {(name, True) for name in columns_in(node)})


def flags_of(node: Tree) -> dict[str, bool]:
    """The flags that a part of a query is restricted by, each with whether it is denied."""
    found = conditions_of(node)
    return {
        one.columns[0]: one.operator == IS_FALSE
        for one in found
        if one.operator in (IS_TRUE, IS_FALSE)
    }


def said_in(terms: Set[Term], text: str) -> int:
    """How many words of the terms a text says, the unit of a column among them."""
    asked = asked_of(text)
    units = {unit_of(word.text) for word in asked.words} - {""}
    found = 0
    for name, is_column in terms:
        stems = core_of(name) if is_column else tuple(word.stem for word in asked_of(name).words)
        found += sum(asked.states([one]) for one in stems)
        found += bool(is_column and unit_of(split_unit(name)[1]) in units)
    return found
