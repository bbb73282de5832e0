from __future__ import annotations

from datetime import datetime
from itertools import chain, combinations
from random import Random

import pytest

from tests.unit.mmenterprise.questions.small_project import hour, says, small_project
from worksurface_pipeline.mmenterprise.questions.closed_world import Part, Sense, read
from worksurface_pipeline.mmenterprise.questions.evidence import (
    Evidence,
    irredundant_sets,
    is_sufficient,
)
from worksurface_pipeline.mmenterprise.questions.readings import Corpus, Reading, corpus_of
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.world import Place

TUESDAY_NIGHT = datetime(2026, 3, 3, 23, 59, 59)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    project = small_project()
    return corpus_of(project.ledger(), project.units)


@pytest.mark.parametrize(
    ("part", "value", "sets"),
    [
        pytest.param(Part(Sense.CURRENT, "acc_Alder"), "81.4", [{"u_r0"}], id="said once"),
        pytest.param(Part(Sense.CURRENT, "n"), "43", [{"u_n4"}], id="only the correction"),
        pytest.param(
            Part(Sense.VERSION, "n", argument="report@1"), "48", [{"u_n2"}], id="a version"
        ),
        pytest.param(
            Part(Sense.BEFORE, "n", event="n4"), "48", [{"u_n4"}], id="it says what it replaces"
        ),
        pytest.param(
            Part(Sense.BEFORE, "budget", event="b3"), "9500", [{"u_b2", "u_b3"}], id="boundary"
        ),
        pytest.param(
            Part(Sense.AS_OF, "budget", at=TUESDAY_NIGHT), "9000", [{"u_b1"}], id="as of a day"
        ),
        pytest.param(
            Part(Sense.COUNT, "budget"), "2", [{"u_b1", "u_b2", "u_b3"}], id="a count needs all"
        ),
        pytest.param(Part(Sense.AUTHOR, "cost"), "Dev Ekholm", [{"u_k0"}], id="who said it first"),
        pytest.param(
            Part(Sense.CORRECTOR, "n", event="n4"), "Ben Castle", [{"u_n4"}], id="who put it right"
        ),
        pytest.param(Part(Sense.AS_OF, "budget", at=hour(0)), None, [], id="before it was known"),
        pytest.param(Part(Sense.CURRENT, "nothing"), None, [], id="never said"),
    ],
)
def test_sets(corpus: Corpus, part: Part, value: str | None, sets: list[set[str]]) -> None:
    readings = corpus.of(part.slot)
    assert read(part, readings) == value
    assert [set(item) for item in irredundant_sets(part, readings)] == sets


@pytest.mark.parametrize(
    ("units", "is_enough"),
    [
        pytest.param({"u_n4"}, True, id="the correction"),
        pytest.param({"u_n4", "u_wiki"}, True, id="with more than is needed"),
        pytest.param({"u_n5"}, False, id="right, but a later record says otherwise"),
        pytest.param({"u_wiki"}, False, id="the last mention"),
        pytest.param({"u_n1"}, False, id="the first mention"),
        pytest.param(set(), False, id="nothing"),
    ],
)
def test_closed_world(corpus: Corpus, units: set[str], is_enough: bool) -> None:
    part = Part(Sense.CURRENT, "n")
    assert is_sufficient(part, corpus.of("n"), frozenset(units)) is is_enough


def test_the_representative_is_the_smallest_then_the_one_with_fewest_pictures() -> None:
    project = small_project()
    project.event(
        "d9", EventKind.RESULT, hour(1, 7), "ben", says("lat_Alder", "12"), place=Place.CHAT
    )
    evidence = Evidence(corpus_of(project.ledger(), project.units))
    assert evidence.of_parts([Part(Sense.CURRENT, "lat_Alder")]) == (("u_d9",), ("u_d0",))
    both = [Part(Sense.CURRENT, "lat_Alder"), Part(Sense.CURRENT, "lat_Birch")]
    assert evidence.of_parts(both) == (("u_d1", "u_d9"), ("u_d0", "u_d1"))


def _reading(random: Random, index: int) -> Reading:
    kind = random.choice([EventKind.RESULT, EventKind.CHANGE, EventKind.DETECTION])
    return Reading(
        unit=f"u{index}",
        at=hour(index),
        told=hour(index),
        author=random.choice("ab"),
        source="s",
        place=Place.CHAT,
        document="",
        version=0,
        slot="x",
        value=random.choice("123"),
        is_past=random.random() < 0.2,
        events=frozenset({f"e{index}"}),
        kinds=frozenset({kind}),
        is_visual=False,
    )


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("sense", [Sense.CURRENT, Sense.COUNT, Sense.AUTHOR, Sense.BEFORE])
def test_all_irredundant_sets_are_found_and_no_other(seed: int, sense: Sense) -> None:
    random = Random(seed)
    readings = [_reading(random, index) for index in range(5)]
    part = Part(sense, "x", event="e3" if sense is Sense.BEFORE else "")
    units = [item.unit for item in readings]
    subsets = chain.from_iterable(combinations(units, size) for size in range(1, 6))
    enough = [item for item in map(frozenset, subsets) if is_sufficient(part, readings, item)]
    smallest = {item for item in enough if not any(other < item for other in enough)}
    assert set(irredundant_sets(part, readings)) == smallest


def test_a_new_version_revises_only_what_it_changes() -> None:
    project = small_project()
    shown = (says("lat_Alder", "13"), says("lat_Birch", "15"))
    for key, day, statements in (("c1", 5, (says("lat_Alder", "12"), shown[1])), ("c2", 6, shown)):
        project.event(
            key,
            EventKind.CORRECTION,
            hour(day),
            "ben",
            *statements,
            place=Place.IMAGE,
            document="both",
            version=day - 4,
            image=True,
        )
    corpus = corpus_of(project.ledger(), project.units)
    kinds = {
        item.slot: item.kinds
        for item in corpus.of("lat_Alder") + corpus.of("lat_Birch")
        if item.unit == "u_c2"
    }
    assert kinds == {
        "lat_Alder": {EventKind.CORRECTION},
        "lat_Birch": {EventKind.RESULT},
    }
