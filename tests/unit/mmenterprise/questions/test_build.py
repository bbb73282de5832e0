from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

import pytest

from tests.unit.mmenterprise.questions.small_project import Project, hour, says, small_project
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import Made, make_questions, public
from worksurface_pipeline.mmenterprise.questions.checks import is_same
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion, QuestionType


def made(project: Project, seed: int = 1, quotas: Quotas | None = None) -> Made:
    ledger, units = project.ledger(), project.unit_set()
    hay = haystack_of([(ledger, units)])
    return make_questions(Scene(ledger, units, seed), hay, answer, quotas or Quotas())


@pytest.fixture(scope="module")
def found() -> Made:
    return made(small_project())


@pytest.fixture(scope="module")
def questions(found: Made) -> tuple[MmQuestion, ...]:
    return found.questions.questions


def test_all_eight_types_are_there(questions: tuple[MmQuestion, ...]) -> None:
    assert {item.type for item in questions} == set(QuestionType)


def test_every_gold_is_what_the_ledger_answers(questions: tuple[MmQuestion, ...]) -> None:
    ledger = small_project().ledger()
    for item in questions:
        again = answer(ledger, item.query)
        assert again is not None
        assert is_same(again, item.gold), item.question


def test_kinds_of_absence_are_level(questions: tuple[MmQuestion, ...]) -> None:
    kinds = Counter(item.absence for item in questions if item.absence)
    assert set(kinds) == set(Absence)
    assert all(4 * count >= kinds.total() for count in kinds.values())


def test_twins_are_kept_and_worded_alike(questions: tuple[MmQuestion, ...]) -> None:
    by_id = {item.id: item for item in questions}
    twins = [item for item in questions if item.absence is Absence.TWIN_CHANGED]
    assert twins
    for item in twins:
        twin = by_id[item.twin]
        assert twin.absence is None
        assert twin.answer_kind == item.answer_kind
        assert twin.question != item.question
        shared = set(twin.question.split()) & set(item.question.split())
        assert len(shared) * 2 > len(twin.question.split())


def test_conflicts_are_a_quarter(questions: tuple[MmQuestion, ...]) -> None:
    kinds = Counter(item.type for item in questions)
    both = kinds[QuestionType.CROSS_SOURCE] + kinds[QuestionType.TEMPORAL]
    assert min(kinds[QuestionType.CROSS_SOURCE], kinds[QuestionType.TEMPORAL]) > 0
    assert 4 * both >= kinds.total()


def test_pictures_are_needed_as_often_as_asked_for() -> None:
    """As far as the project has so many questions on pictures: it has few."""
    questions = made(small_project(), quotas=Quotas(total=48)).questions.questions
    units = {unit.id: unit for unit in small_project().units}
    answerable = [item for item in questions if not item.absence]
    pictures = [sum(units[key].is_visual for key in item.evidence) for item in answerable]
    assert Decimal(sum(count > 0 for count in pictures)) / len(answerable) >= Decimal("0.3")
    assert Decimal(sum(count > 1 for count in pictures)) / len(answerable) >= Decimal("0.1")


def test_triples_have_one_question_for_each_state(questions: tuple[MmQuestion, ...]) -> None:
    triples: dict[str, list[MmQuestion]] = {}
    for item in questions:
        if item.triple:
            triples.setdefault(item.triple, []).append(item)
    assert set(triples) == {"budget", "owner"}
    for items in triples.values():
        ways = {(item.query.operation, item.query.at is None) for item in items}
        assert ways == {("as_of", True), ("as_of", False), ("before_revision", True)}
    assert len({item.gold for item in triples["budget"]}) == 3


def test_the_representative_is_the_first_of_the_alternatives(
    questions: tuple[MmQuestion, ...],
) -> None:
    for item in questions:
        if item.evidence:
            assert item.alternatives[0] == item.evidence
            assert min(map(len, item.alternatives)) == len(item.evidence)
        else:
            assert item.gold in ("", "not_established")


def test_nothing_gives_an_id_or_the_answer_away(questions: tuple[MmQuestion, ...]) -> None:
    project = small_project()
    ids = {unit.id for unit in project.units} | {f"[{event.id}]" for event in project.events}
    for item in questions:
        assert not any(key in item.question for key in ids)
        assert {"absent", "none", "unanswerable"}.isdisjoint(item.question.casefold().split())
        assert public(item).answer_kind != "abstain"
        if item.query.operation not in ("ranking", "holds", "count_revisions", "absent"):
            assert str(item.gold) not in item.question.split()
        if item.answer_kind == "person" and item.gold:
            assert not set(str(item.gold).split()) & set(re.findall(r"\w+", item.question))
        if item.answer_kind == "list" and item.gold:
            places = [item.question.find(name) for name in item.gold]
            assert places != sorted(places)


def test_ids_and_texts_are_unique(questions: tuple[MmQuestion, ...]) -> None:
    assert len({item.id for item in questions}) == len(questions)
    assert len({item.question for item in questions}) == len(questions)


def test_same_seed_same_questions(found: Made) -> None:
    again = made(small_project())
    assert again.questions == found.questions
    assert made(small_project(), seed=2).questions != found.questions


def test_order_of_units_changes_nothing(found: Made) -> None:
    project = small_project()
    project.units.reverse()
    project.slots.reverse()
    assert made(project).questions == found.questions


def test_what_records_do_not_tell_is_refused() -> None:
    project = small_project()
    project.units = [unit for unit in project.units if unit.id != "u_b3"]
    reason = "ledger and records differ"
    refused = [item.text for item in made(project).refusals if item.reason == reason]
    assert any("budget of the pilot" in text for text in refused)


@pytest.mark.parametrize(
    ("change", "reason", "of"),
    [
        pytest.param("rival", "more than one reading", "accuracy of Alder", id="a longer name"),
        pytest.param("namesake", "more than one reading", "the energy cost of Cedar", id="twice"),
    ],
)
def test_a_second_reading_is_refused(change: str, reason: str, of: str) -> None:
    project = small_project()
    entity = {"rival": "Alder night run", "namesake": "Cedar"}[change]
    attribute = {"rival": "accuracy", "namesake": "energy cost"}[change]
    project.slot("other", entity, attribute, unit="%")
    project.event("x1", EventKind.RESULT, hour(1, 6), "ana", says("other", "66.6"))
    project.state("other", ("66.6", hour(1, 6), "x1"))
    found = made(project)
    refused = [item.text for item in found.refusals if item.reason == reason]
    assert any(of in text for text in refused)
    assert not [
        item
        for item in found.questions.questions
        if not item.absence and f"{of} " in f"{item.question} " and "other" not in item.query.slots
    ]
