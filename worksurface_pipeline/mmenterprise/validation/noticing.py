"""How many spoiled questions validation notices, and which of them the reader of records alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.absence import given_anyway
from worksurface_pipeline.mmenterprise.validation.auditing import audited
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.comparing import as_text, compared
from worksurface_pipeline.mmenterprise.validation.model import Decision, Match
from worksurface_pipeline.mmenterprise.validation.spoils import FAULTS, Spoiled, spoiled


class Noticed(Frozen):
    """Of one fault: spoiled questions, those noticed, and those that need no ledger to notice."""

    fault: str
    made: int
    noticed: int
    by_records: int


def noticed(
    bench: Bench, questions: Sequence[MmQuestion], rng: Random, count: int
) -> tuple[Noticed, ...]:
    """The shares of `count` spoiled questions, by fault."""
    made = list(spoiled(bench.scene, questions, rng, count))
    return tuple(_share(bench, fault, made) for fault in FAULTS)


def together(parts: Sequence[Sequence[Noticed]]) -> tuple[Noticed, ...]:
    """The shares of several projects as one."""
    return tuple(
        Noticed(
            fault=fault,
            made=sum(one.made for part in parts for one in part if one.fault == fault),
            noticed=sum(one.noticed for part in parts for one in part if one.fault == fault),
            by_records=sum(one.by_records for part in parts for one in part if one.fault == fault),
        )
        for fault in FAULTS
    )


def notice_lines(shares: Sequence[Noticed]) -> tuple[str, ...]:
    """The shares as lines for a terminal, the whole last."""
    whole = Noticed(
        fault="all",
        made=sum(one.made for one in shares),
        noticed=sum(one.noticed for one in shares),
        by_records=sum(one.by_records for one in shares),
    )
    return tuple(
        f"{one.fault}: {one.noticed} of {one.made} noticed, {one.by_records} by the records alone"
        for one in (*shares, whole)
    )


def _share(bench: Bench, fault: str, made: Sequence[Spoiled]) -> Noticed:
    own = [one.item for one in made if one.fault == fault]
    verdicts = [audited(bench, item, 1) for item in own]
    return Noticed(
        fault=fault,
        made=len(own),
        noticed=sum(verdict.outcome != Decision.PASS for verdict in verdicts),
        by_records=sum(_contradicted(bench, item) for item in own),
    )


def _contradicted(bench: Bench, item: MmQuestion) -> bool:
    """Whether the cited units, or all records, speak against the gold by their words alone."""
    if item.query.operation == "absent":
        return bool(given_anyway(bench, item))
    readings = (bench.records_say(item.query, units) for units in (frozenset(item.evidence), None))
    return any(
        compared(item, as_text(said, item.unit), bench.words).match is not Match.MATCH
        for said in readings
    )
