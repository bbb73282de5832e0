"""Spoils records, one fault at a time, and counts how many of them the checks notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.records.checks import Checker
from worksurface_pipeline.mmenterprise.records.faults import FAULTS, Spoiler
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger


class Caught(Frozen):
    """How many records with one kind of fault were made, and how many were noticed."""

    fault: str
    made: int
    caught: int


def spoiled(
    ledger: Ledger, records: WorkspaceRecords, rng: Random, count: int
) -> Iterator[tuple[str, WorkspaceRecords]]:
    """`count` copies with one fault each, all kinds in turn but those without material."""
    spoiler = Spoiler(Words(ledger), rng)
    kinds = list(FAULTS.items())
    made = 0
    while made < count and kinds:
        name, fault = kinds[made % len(kinds)]
        changed = fault(spoiler, records)
        if changed is None:
            kinds.remove((name, fault))
            continue
        made += 1
        yield name, changed


def caught_shares(
    ledger: Ledger, records: WorkspaceRecords, rng: Random, count: int
) -> tuple[Caught, ...]:
    """How many of `count` spoiled copies the checks notice, by kind of fault."""
    checker = Checker(ledger)
    made = dict.fromkeys(FAULTS, 0)
    caught = dict.fromkeys(FAULTS, 0)
    for name, changed in spoiled(ledger, records, rng, count):
        made[name] += 1
        caught[name] += bool(checker.findings(changed))
    return tuple(Caught(fault=name, made=made[name], caught=caught[name]) for name in FAULTS)


def share_lines(shares: Sequence[Caught]) -> tuple[str, ...]:
    """The caught shares as lines for a terminal, the whole last."""
    made, caught = sum(item.made for item in shares), sum(item.caught for item in shares)
    rows = [*((item.fault, item.caught, item.made) for item in shares), ("all", caught, made)]
    return tuple(f"{name}: {found} of {count} caught" for name, found, count in rows)
