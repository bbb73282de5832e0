"""Golds taken again from the realized records: all of them, and none where a record is spoiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.unit.mmenterprise.validation.projects import Questions, simulated, small
from worksurface_pipeline.mmenterprise.questions.derivation import Gold
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.from_records import is_gold, rederived, shares

PROJECTS = {"by hand": small, "simulated": simulated}


@pytest.mark.parametrize("project", PROJECTS.values(), ids=PROJECTS.keys())
def test_every_gold_is_read_again_from_words_and_series(
    project: Callable[[], tuple[Bench, Questions]],
    record_property: Callable[[str, object], None],
) -> None:
    bench, questions = project()
    found = tuple(rederived(bench, questions))
    of_all = shares(found)[-1]
    record_property("shares", [item.model_dump() for item in shares(found)])
    assert len(found) == sum(item.absence is None for item in questions)
    assert [item for item in found if not (item.is_from_all and item.is_from_cited)] == []
    assert (of_all.from_all, of_all.from_cited) == (len(found), len(found))


@pytest.mark.parametrize("is_visual", [False, True], ids=["texts", "series"])
def test_records_without_their_values_give_no_gold(is_visual: bool) -> None:
    bench, questions = simulated()
    units = tuple(
        unit.model_copy(update={"text": "Header", "text_layer": ""})
        if unit.is_visual == is_visual
        else unit
        for unit in bench.records.units
    )
    plotted = () if is_visual else bench.records.plotted
    records = bench.records.model_copy(update={"units": units, "plotted": plotted})
    found = rederived(replace(bench, records=records), questions)
    kind = "picture" if is_visual else "text"
    hit = [item for item in found if item.evidence == kind]
    assert hit
    assert sum(item.is_from_cited for item in hit) == 0


@pytest.mark.parametrize(
    ("read", "gold", "same"),
    [
        pytest.param("34700", "34,700", True, id="grouped"),
        pytest.param("34700", "37,700", False, id="another number"),
        pytest.param(("A", "B"), ("A", "B"), True, id="list"),
        pytest.param(("B", "A"), ("A", "B"), False, id="another order"),
        pytest.param("not established", "not_established", True, id="verdict"),
        pytest.param(None, "A", False, id="nothing read"),
    ],
)
def test_what_counts_as_the_gold(read: Gold | None, gold: Gold, same: bool) -> None:
    assert is_gold(read, gold) is same
