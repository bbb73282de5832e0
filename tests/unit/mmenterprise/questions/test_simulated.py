"""Questions over simulated projects, with one plain unit for each event."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import lab
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.ledger.view import PICTURED, View
from worksurface_pipeline.mmenterprise.questions.build import Made, make_questions
from worksurface_pipeline.mmenterprise.questions.checks import is_same
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.questions.traits import CONFLICTS
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import Absence, QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate

SEEDS = (1, 2, 3)


def units_of(ledger: Ledger) -> UnitSet:
    """One unit for each event: what it states, as a picture where that is looked at."""
    view = View(ledger)
    units = []
    for event in ledger.events:
        place = view.channels[event.channel].place
        units.append(
            Unit(
                id=f"u{event.id}",
                project=ledger.world.project,
                place=place,
                at=event.at,
                author=event.actor,
                source=event.channel,
                version=event.version,
                text="Header",
                image="page.png" if place in PICTURED else "",
                events=(event.id,),
                statements=event.statements,
            )
        )
    return UnitSet(units=tuple(units))


@cache
def project(seed: int) -> tuple[Ledger, UnitSet]:
    ledger = simulate(lab(), seed)
    return ledger, units_of(ledger)


@cache
def made(seed: int) -> Made:
    ledger, units = project(seed)
    scene = Scene(ledger, units, seed)
    return make_questions(scene, haystack_of([(ledger, units)]), answer, Quotas())


@pytest.mark.parametrize("seed", SEEDS)
def test_types_and_quotas(seed: int) -> None:
    questions = made(seed).questions.questions
    kinds = Counter(item.type for item in questions)
    assert set(kinds) == set(QuestionType)
    assert 4 * sum(kinds[kind] for kind in CONFLICTS) >= len(questions)
    absences = Counter(item.absence for item in questions if item.absence)
    assert set(absences) == set(Absence)
    assert all(4 * count >= absences.total() for count in absences.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_pictures(seed: int) -> None:
    images = {unit.id for unit in project(seed)[1].units if unit.is_visual}
    answerable = [item for item in made(seed).questions.questions if not item.absence]
    pictures = [len(images.intersection(item.evidence)) for item in answerable]
    assert 10 * sum(count > 0 for count in pictures) >= 3 * len(answerable)
    assert 10 * sum(count > 1 for count in pictures) >= len(answerable)


@pytest.mark.parametrize("seed", SEEDS)
def test_golds_are_what_the_ledger_answers(seed: int) -> None:
    for item in made(seed).questions.questions:
        again = answer(project(seed)[0], item.query)
        assert again is not None
        assert is_same(again, item.gold), item.question


@pytest.mark.parametrize("seed", SEEDS)
def test_triples_are_whole(seed: int) -> None:
    triples = Counter(item.triple for item in made(seed).questions.questions if item.triple)
    assert triples
    assert set(triples.values()) == {3}


def test_another_seed_asks_other_questions() -> None:
    texts = [{item.question for item in made(seed).questions.questions} for seed in SEEDS]
    assert texts[0].isdisjoint(texts[1])
