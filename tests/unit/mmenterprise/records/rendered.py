"""A simulated project of some 250 units, rendered: made once for all tests that read it."""

from __future__ import annotations

from functools import cache

from tests.unit.mmenterprise.records.ledgers import contents, seeds
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact, SeedSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate

_ENTITIES = ("baseline model", "two-stage retriever", "dense index", "reranker", "sparse index")
_ATTRIBUTES = (("accuracy", "%"), ("recall at ten", "%"), ("latency", "ms"), ("index size", "GB"))


def _facts() -> tuple[SeedFact, ...]:
    """A table of values with one decimal, none twice."""
    found = []
    for row, entity in enumerate(_ENTITIES):
        for column, (attribute, unit) in enumerate(_ATTRIBUTES):
            value = f"{20 + 13 * row + 3 * column}.{1 + (row + 2 * column) % 9}"
            fact = SeedFact(
                id=f"f{row}{column}",
                seed="methods",
                kind=FactKind.CELL,
                entity=entity,
                attribute=attribute,
                value=value,
                unit=unit,
                numbers=(value,),
                quote=f"{entity} {value}",
                page=1,
                source="t1",
            )
            found.append(fact)
    return tuple(found)


@cache
def project() -> tuple[Ledger, WorkspaceRecords]:
    """Ledger and records, made once."""
    seed_set = SeedSet(document=seeds().document, facts=_facts(), pictures=seeds().pictures)
    ledger = simulate(seed_set, 1)
    return ledger, render(ledger, seed_set, contents(), 1)
