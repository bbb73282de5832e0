"""Planted faults among what people are shown: they tell how sharp annotators are.

Where gates and validation rejected fewer questions than people are to see, spoiled ones that
validation notices fill up the sample. They are counted apart, never among the rejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.auditing import audited
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import Decision
from worksurface_pipeline.mmenterprise.validation.people import MARK, PLANTED, Looked
from worksurface_pipeline.mmenterprise.validation.spoils import spoiled


def planted(
    benches: Mapping[str, Bench], questions: Sequence[MmQuestion], seed: int, count: int
) -> tuple[Looked, ...]:
    """At most `count` spoiled questions of each project, by project, that validation notices."""
    return tuple(
        one for name in sorted(benches) for one in _of(benches[name], questions, seed, count)
    )


def _of(bench: Bench, questions: Sequence[MmQuestion], seed: int, count: int) -> Iterator[Looked]:
    project = bench.scene.ledger.world.project
    own = [item for item in questions if item.project == project]
    for one in spoiled(bench.scene, own, Random(seed), count):
        verdict = audited(bench, one.item, 1)
        if verdict.outcome != Decision.PASS:
            item = one.item.model_copy(update={"id": f"{one.item.id}{MARK}{one.fault}"})
            yield Looked(item, PLANTED, f"{one.fault}: {verdict.reason}", one.fault)
