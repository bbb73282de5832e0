"""Seed sets made by hand: a lab's, a firm's, an empty one, and one full of traps."""

from __future__ import annotations

from functools import cache

from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedDocument, SeedFact, SeedSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate

CELLS = (("accuracy", "%"), ("latency", "ms"), ("memory", "GB"), ("parameters", "M"))
SYSTEMS = ("plain mixer", "gated mixer", "wide mixer", "sparse mixer")
SETTINGS = (("batch size", "256"), ("learning rate", "0.0003"), ("warm-up steps", "1,200"))


def document(name: str, domain: str) -> SeedDocument:
    """A registered document."""
    return SeedDocument(
        id=name, title="Mixing", domain=domain, licence="CC0-1.0", digest="0" * 64, pages=4
    )


def fact(number: int, kind: FactKind, entity: str, attribute: str, value: str) -> SeedFact:
    """A fact whose quote is its value."""
    return SeedFact(
        id=f"f{number:02d}",
        seed="seed",
        kind=kind,
        entity=entity,
        attribute=attribute,
        value=value,
        numbers=(value,),
        quote=value,
        page=1,
    )


def lab() -> SeedSet:
    """A document of experiments: a table, settings, and a figure."""
    facts = [
        fact(0, FactKind.CELL, system, attribute, f"{37 + 3.37 * (row * 4 + column):.1f}")
        for row, system in enumerate(SYSTEMS)
        for column, (attribute, _) in enumerate(CELLS)
    ]
    facts += [fact(0, FactKind.CONFIGURATION, "training", *setting) for setting in SETTINGS]
    facts += [
        fact(0, FactKind.FIGURE, place, load, f"{137 + 5.37 * (row * 2 + column):.1f}")
        for row, place in enumerate(("north", "south", "east"))
        for column, load in enumerate(("peak load", "trough load"))
    ]
    return numbered(document("mixing-methods", "machine learning"), facts)


def firm() -> SeedSet:
    """A document of an analysis: a few figures by region and year."""
    facts = [
        fact(0, FactKind.CLAIM, region, "share of renters", f"{21 + 4.4 * row:.1f}%")
        for row, region in enumerate(("coast", "uplands", "plain"))
    ]
    return numbered(document("housing-policy", "public policy"), facts)


def empty() -> SeedSet:
    """A document of which nothing was taken."""
    return SeedSet(document=document("blank", ""))


def traps() -> SeedSet:
    """Facts that cannot be used: doubles, publications, words, labels with values, years."""
    facts = [
        fact(0, FactKind.CELL, "alpha", "score", "51.5"),
        fact(0, FactKind.CELL, "Alpha", " score ", "52.5"),
        fact(0, FactKind.CELL, "this paper", "score", "53.5"),
        fact(0, FactKind.CELL, "row of Table 3", "score", "54.5"),
        fact(0, FactKind.CELL, "setting 55.5", "score", "55.5"),
        fact(0, FactKind.CONFIGURATION, "training", "optimiser", "steepest descent"),
        fact(0, FactKind.FIGURE, "forecast", "first year", "2031"),
        fact(0, FactKind.FIGURE, "panel", "count", "7"),
    ]
    return numbered(document("trap", "survey"), facts)


def numbered(source: SeedDocument, facts: list[SeedFact]) -> SeedSet:
    """A set whose facts have ids in their order."""
    changed = (
        item.model_copy(update={"id": f"f{number:02d}", "seed": source.id})
        for number, item in enumerate(facts, start=1)
    )
    return SeedSet(document=source, facts=tuple(changed))


@cache
def lab_ledger(seed: int) -> Ledger:
    """The lab's project for a seed, made once."""
    return simulate(lab(), seed)
