"""Validation by the ledger and the reader of records alone."""

from __future__ import annotations

from random import Random

import pytest

from tests.unit.mmenterprise.validation.projects import Questions, simulated, small
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.settings import ValidationChoice
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Decision,
    Match,
    Stage,
    Validation,
)
from worksurface_pipeline.mmenterprise.validation.noticing import notice_lines, noticed
from worksurface_pipeline.mmenterprise.validation.spoils import FAULTS
from worksurface_pipeline.mmenterprise.validation.validate import outcomes, validate


def validated(bench: Bench, questions: Questions) -> Validation:
    return validate(bench.scene, bench.records, questions, None, ValidationChoice())


def of(questions: Questions, operation: str, slot: str = "", **more: object) -> MmQuestion:
    """The first question with this query."""
    return next(
        item
        for item in questions
        if item.query.operation == operation
        and slot in ("", *item.query.slots)
        and all(getattr(item.query, name) == value for name, value in more.items())
    )


def test_sound_questions_pass_from_the_words_of_what_they_cite() -> None:
    bench, questions = simulated()
    found = validated(bench, questions)
    assert found.kept == questions
    assert (found.dropped, found.fixed) == ((), ())
    matches = [one.outcome for one in found.verdicts if one.stage is Stage.COMPARISON]
    assert matches == [Match.MATCH] * len(questions)
    assert {one.by for one in found.verdicts} == {By.LEDGER}


def test_who_only_repeats_a_value_might_be_taken_for_its_reviser() -> None:
    bench, questions = small()
    found = validated(bench, questions)
    assert [(drop.category, drop.reason) for drop in found.dropped] == [
        (Category.ANSWERABLE, "u_wiki: 48")
    ]
    assert len(found.kept) == len(questions) - 1


def test_spoiled_questions_are_noticed() -> None:
    shares = noticed(*simulated(), Random(7), 180)
    assert notice_lines(shares)[-1].startswith("all: 180 of 180 noticed")
    assert sum(one.made for one in shares) == 180
    assert {one.fault for one in shares if one.made} == set(FAULTS)
    told = {one.fault: one.by_records / one.made for one in shares}
    for fault in ("superseded value as current", "stale unit as evidence", "said to be absent"):
        assert told[fault] == 1, fault
    for fault in ("wrong value", "evidence without a unit"):
        assert told[fault] >= 0.8, fault


def test_a_wrong_gold_is_put_right_by_the_ledger_and_checked_again() -> None:
    bench, questions = small()
    right = of(questions, "which_applies", "n")
    wrong = right.model_copy(update={"gold": "48"})
    found = validated(bench, (wrong,))
    assert found.kept == (right,)
    mend = found.fixed[0]
    assert (mend.category, mend.is_kept, mend.by) == (Category.GOLD_WRONG, True, By.LEDGER)
    assert [one.round for one in found.verdicts] == [1, 1, 1, 2, 2, 2]


def test_evidence_that_does_not_settle_it_is_replaced() -> None:
    bench, questions = small()
    right = of(questions, "which_applies", "n")
    wrong = right.model_copy(update={"evidence": ("u_n1",), "alternatives": (("u_n1",),)})
    found = validated(bench, (wrong,))
    assert found.kept[0].evidence == right.evidence
    assert ("u_n1",) not in found.kept[0].alternatives
    assert found.fixed[0].category is Category.INSUFFICIENT


def test_a_question_without_any_sufficient_set_is_dropped() -> None:
    bench, questions = small()
    query = LedgerQuery(operation="as_of", slots=("n",), at=bench.scene.ledger.world.starts)
    item = of(questions, "which_applies", "n").model_copy(update={"query": query})
    drop = validated(bench, (item,)).dropped[0]
    assert drop.category is Category.GOLD_WRONG
    assert "supposes what is not so" in drop.reason


@pytest.mark.parametrize(
    ("operation", "changes", "category"),
    [
        (
            "which_applies",
            {"type": QuestionType.UNANSWERABLE, "gold": "", "evidence": ()},
            Category.ANSWERABLE,
        ),
        ("which_applies", {"question": "Is it 43 for the number of answers?"}, Category.LEAK),
        ("which_applies", {"question": "What is the budget of Alder?"}, Category.AMBIGUOUS),
        ("which_applies", {"question": "number of answers survey " * 40}, Category.AMBIGUOUS),
    ],
    ids=["has an answer", "gives it away", "names something else", "out of measure"],
)
def test_what_no_edit_mends_is_dropped(
    operation: str, changes: dict[str, object], category: Category
) -> None:
    bench, questions = small()
    item = of(questions, operation, "n").model_copy(update=changes)
    found = validated(bench, (item,))
    assert [drop.category for drop in found.dropped] == [category]
    assert found.kept == ()
    assert [row[1] for row in outcomes(found)] == ["dropped"]


def test_what_is_absent_only_in_name_is_dropped() -> None:
    bench, questions = small()
    absent = next(item for item in questions if item.query.operation == "absent")
    query = LedgerQuery(operation="absent", argument="Alder | accuracy")
    item = absent.model_copy(update={"query": query, "question": "What is Alder's accuracy?"})
    drop = validated(bench, (item,)).dropped[0]
    assert drop.category is Category.ANSWERABLE


def test_pairs_and_triples_hold_together() -> None:
    bench, questions = small()
    twin = next(item for item in questions if item.twin)
    base = next(item for item in questions if item.id == twin.twin)
    spoilt = base.model_copy(update={"question": "What is it?"})
    found = validated(bench, tuple(spoilt if item is base else item for item in questions))
    assert {Category.AMBIGUOUS, Category.BROKEN_PAIR} <= {drop.category for drop in found.dropped}
    assert twin.id not in {item.id for item in found.kept}
    member = next(item for item in questions if item.triple)
    lost = member.model_copy(update={"question": "What is it?"})
    found = validated(bench, tuple(lost if item is member else item for item in questions))
    assert all(item.triple != member.triple for item in found.kept)


def test_the_value_has_a_file_form() -> None:
    bench, questions = small()
    wrong = of(questions, "which_applies", "n").model_copy(update={"gold": "48"})
    found = validated(bench, (wrong, questions[0].model_copy(update={"question": "What is it?"})))
    files = dict(found.to_files())
    assert Validation.from_files(files.__getitem__) == found
    assert found.questions.questions == found.kept


def test_workers_change_nothing() -> None:
    bench, questions = small()
    settings = ValidationChoice()
    one = validate(bench.scene, bench.records, questions, None, settings)
    many = validate(bench.scene, bench.records, questions, None, settings, workers=4)
    assert one == many
    audits = [item.outcome for item in one.verdicts if item.stage is Stage.AUDIT]
    assert audits.count(Decision.PASS) == len(questions) - 1


def test_a_ratio_that_goes_either_way_is_ambiguous() -> None:
    bench, questions = simulated()
    item = of(questions, "ratio")
    first, second = (bench.scene.names.slot(key) for key in item.query.slots)
    spoilt = item.model_copy(update={"question": f"How many times {second} is {first}?"})
    (dropped,) = validated(bench, (spoilt,)).dropped
    assert dropped.category is Category.AMBIGUOUS
    assert "divided by the other" in dropped.reason
